import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { IconAlertTriangle, IconRefresh } from './icons.ts';
import { MessageBlock } from './message-block.tsx';

/** The catalogue's sentence for lists (spec 8). */
export const LIST_FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

interface ErrorStateProps {
  /** The catalogue's sentence. */
  message: string;
  onRetry: () => void;
}

export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <MessageBlock icon={<IconAlertTriangle size={20} stroke={1.75} />} tone="danger" role="alert">
      <Typography variant="body2" sx={{ mt: 1, mb: 1 }}>
        {message}
      </Typography>
      <Button size="small" startIcon={<IconRefresh size={16} stroke={1.75} />} onClick={onRetry}>
        Reintentar
      </Button>
    </MessageBlock>
  );
}
