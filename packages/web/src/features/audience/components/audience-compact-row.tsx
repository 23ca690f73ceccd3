import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { StateChip } from '../../../components/state-chip.tsx';
import { calls } from '../texts.ts';
import { BlockedMark } from './blocked-mark.tsx';

/** A contact in two lines, for narrow screens. */
export function AudienceCompactRow({ row }: { row: AudienceRow }) {
  const { number, name, stateName, stateColor, substateName, userName, callCounter, blocked, updatedAt } = row;
  const facts = [name || undefined, userName ?? 'Sin asignar', substateName ?? undefined, calls(callCounter)];
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography
          variant="cell"
          component="bdi"
          noWrap
          sx={{ fontWeight: 550, flex: 'none', fontVariantNumeric: 'tabular-nums' }}
        >
          {formatPhone(number)}
        </Typography>
        {blocked && <BlockedMark />}
        <Box component="span" sx={{ marginInlineStart: 'auto', minWidth: 0, display: 'inline-flex' }}>
          <StateChip name={stateName} color={stateColor} />
        </Box>
      </Box>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {facts.filter((fact) => fact !== undefined).join(' · ')} · <bdi>{formatDateTime(updatedAt)}</bdi>
      </Typography>
    </>
  );
}
