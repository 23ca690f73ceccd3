import type { CampaignRow } from '@campanero/contract/campaigns/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { LoadLine } from './campaign-columns.tsx';
import { StatusChip } from './status-chip.tsx';

interface CampaignCompactRowProps {
  campaign: CampaignRow;
  loadLine?: LoadLine | undefined;
}

/** A campaign in two lines, for narrow screens: name and status, then what tells it apart. */
export function CampaignCompactRow({ campaign, loadLine }: CampaignCompactRowProps) {
  const { id, name, objectiveName, startDate, endDate, status } = campaign;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="cell" noWrap title={name} sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
          {name}
        </Typography>
        <StatusChip status={status} />
      </Box>
      <Typography
        variant="caption"
        color="textDisabled"
        noWrap
        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        <bdi>{id}</bdi> · <bdi>{`${formatDate(startDate)} a ${formatDate(endDate)}`}</bdi> · {objectiveName}
      </Typography>
      {status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign)}
    </>
  );
}
