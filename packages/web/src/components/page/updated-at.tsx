import { formatTime } from '@campanero/contract/shared/dates';
import { Box } from '@mui/material';
import { IconAction } from '../icon-action.tsx';
import { IconRefresh } from '../icons.ts';
import { Figures, Line } from '../layout.tsx';

/** `isStale`: the last refresh failed. */
export function UpdatedAt(props: { at: number | undefined; isStale: boolean; onRefresh: () => void }) {
  const { at, isStale, onRefresh } = props;
  return (
    <Line gap={1.5} sx={{ typography: 'body2', color: 'text.secondary' }}>
      {at !== undefined && (
        <>
          <Box
            component="span"
            aria-hidden
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: isStale ? 'warning.main' : 'success.main' }}
          />
          <Figures component="span">
            {isStale ? `Sin actualizar desde las ${formatTime(at)}` : `Actualizado ${formatTime(at)}`}
          </Figures>
        </>
      )}
      <IconAction label="Actualizar" onClick={onRefresh} icon={IconRefresh} />
    </Line>
  );
}
