import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Callback } from '../api/callbacks.ts';
import { DueTime, OverdueMark } from './due-time.tsx';

const FIGURES = { fontVariantNumeric: 'tabular-nums' };

/** A callback in two lines, for narrow screens. */
export function CallbackCompactRow({ row, now }: { row: Callback; now: number }) {
  const { number, name, campaignName, callbackAt } = row;
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="cell" component="bdi" noWrap sx={{ ...FIGURES, fontWeight: 550 }}>
          {formatPhone(number)}
        </Typography>
        <Box component="span" sx={{ ...FIGURES, marginInlineStart: 'auto', typography: 'body2' }}>
          <DueTime at={callbackAt} now={now} />
        </Box>
      </Box>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <OverdueMark at={callbackAt} now={now} />
        <Typography variant="caption" component="span" color="textDisabled" noWrap>
          {[name, campaignName].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
    </>
  );
}
