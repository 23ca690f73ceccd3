import type { CampaignState } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import { StateChip } from '../../../../components/state-chip.tsx';
import { ViewCard } from './view-card.tsx';

/** The outcomes an operator may choose in this campaign. */
export function StatesCard({ states }: { states: readonly CampaignState[] }) {
  return (
    <ViewCard title="Estados" aside={states.length}>
      <Box
        component="ul"
        aria-label="Estados"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}
      >
        {states.map(({ id, name, color }) => (
          <Box component="li" key={id} sx={{ maxWidth: '100%' }}>
            <StateChip name={name} color={color} />
          </Box>
        ))}
      </Box>
    </ViewCard>
  );
}
