import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { IconAlertTriangle } from '../../../../components/icons.ts';
import type { Difference } from '../../campaign-differences.ts';

interface ConflictNoteProps {
  /** Undefined until the changes were looked at. */
  differences: readonly Difference[] | undefined;
  isLoading: boolean;
  onLook: () => void;
  onClose: () => void;
}

/** Two people edited at once: nothing is overwritten and nothing typed is lost (decisions 2, Concurrent edits). */
export function ConflictNote({ differences, isLoading, onLook, onClose }: ConflictNoteProps) {
  return (
    <Alert
      severity="warning"
      role="alert"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      action={
        <Button
          variant="text"
          size="small"
          color="inherit"
          disabled={isLoading}
          onClick={differences ? onClose : onLook}
        >
          {differences ? 'Entendido' : isLoading ? 'Cargando…' : 'Ver los cambios'}
        </Button>
      }
      sx={{ mb: 4, '& .MuiAlert-action': { p: 0, mr: 0 } }}
    >
      {differences ? (
        <>
          Esto cambió mientras usted editaba. Lo que escribió sigue en el formulario: revíselo y vuelva a guardar.
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 4 }}>
            {differences.map(({ label, before, after }) => (
              <li key={label}>
                {label}: {before} → <b>{after}</b>
              </li>
            ))}
          </Box>
        </>
      ) : (
        'Otra persona cambió esta campaña mientras usted la editaba. No se guardó nada y lo que escribió sigue aquí.'
      )}
    </Alert>
  );
}
