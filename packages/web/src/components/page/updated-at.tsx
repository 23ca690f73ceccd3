import { formatTime } from '@campanero/contract/shared/dates';
import { Box } from '@mui/material';
import { IconAction } from '../icon-action.tsx';
import { IconRefresh } from '../icons.ts';

interface UpdatedAtProps {
  at: number | undefined;
  /** The last refresh failed. */
  isStale: boolean;
  onRefresh: () => void;
}

export function UpdatedAt({ at, isStale, onRefresh }: UpdatedAtProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'body2', color: 'text.secondary' }}>
      {at !== undefined && (
        <>
          <Box
            component="span"
            aria-hidden
            sx={{
              width: 8,
              height: 8,
              borderRadius: '50%',
              backgroundColor: isStale ? 'warning.main' : 'success.main',
            }}
          />
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {isStale ? `Sin actualizar desde las ${formatTime(at)}` : `Actualizado ${formatTime(at)}`}
          </Box>
        </>
      )}
      <IconAction label="Actualizar" onClick={onRefresh} icon={IconRefresh} />
    </Box>
  );
}
