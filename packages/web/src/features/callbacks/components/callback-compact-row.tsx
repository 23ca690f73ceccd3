import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Callback } from '../api/callbacks.ts';
import { NO_OBSERVATIONS } from './callback-columns.tsx';
import { CallbackWhen } from './callback-when.tsx';

const FIGURES = { fontVariantNumeric: 'tabular-nums' };

/** A callback in three lines, for narrow screens: who and when, where, and what was said. */
export function CallbackCompactRow({ row, now }: { row: Callback; now: number }) {
  const { number, name, campaignName, callbackAt, observations } = row;
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 0.5 }}>
        <Typography variant="cell" component="bdi" noWrap sx={{ ...FIGURES, fontWeight: 550 }}>
          {formatPhone(number)}
        </Typography>
        <Box
          component="span"
          sx={{ ...FIGURES, marginInlineStart: 'auto', typography: 'body2', color: 'text.secondary' }}
        >
          <CallbackWhen at={callbackAt} now={now} />
        </Box>
      </Box>
      <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
        {[name, campaignName].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {observations ?? NO_OBSERVATIONS}
      </Typography>
    </>
  );
}
