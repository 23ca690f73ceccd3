import type { CampaignListRow } from '@campanero/contract/campaigns/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DueChip } from '../../../components/due-chip.tsx';
import type { LoadLine } from './campaign-columns.tsx';
import { dueInWords } from './own-figures.tsx';
import { StatusChip } from './status-chip.tsx';

interface CampaignCompactRowProps {
  campaign: CampaignListRow;
  loadLine?: LoadLine | undefined;
}

/** A campaign for narrow screens: its whole name, its status with what waits there, then what tells it apart. */
export function CampaignCompactRow({ campaign, loadLine }: CampaignCompactRowProps) {
  const { id, name, objectiveName, startDate, endDate, status, own } = campaign;
  return (
    <>
      <Typography
        variant="cell"
        component="span"
        sx={{ display: 'block', fontWeight: 550, mb: 1.5, overflowWrap: 'anywhere' }}
      >
        {name}
      </Typography>
      <Box
        component="span"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, mb: 1 }}
      >
        <StatusChip status={status} />
        {own && own.assigned > 0 && (
          <Typography variant="body2" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatCount(own.pending)} {own.pending === 1 ? 'pendiente' : 'pendientes'}
          </Typography>
        )}
        {own && own.dueCallbacks > 0 && <DueChip>{dueInWords(own.dueCallbacks)}</DueChip>}
      </Box>
      <Typography
        variant="caption"
        component="span"
        color="textDisabled"
        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        <bdi>{id}</bdi> · <bdi>{`${formatDate(startDate)} a ${formatDate(endDate)}`}</bdi> · {objectiveName}
      </Typography>
      {status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign)}
    </>
  );
}
