import { formatTime } from '@campanero/contract/shared/dates';
import { Box, IconButton } from '@mui/material';
import { IconRefresh } from '../icons.ts';
import { Tooltip } from '../tooltip.tsx';

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
      <Tooltip title="Actualizar">
        <IconButton aria-label="Actualizar" onClick={onRefresh}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
