import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { PersonAvatar } from '../../../../components/person-avatar.tsx';
import { ViewCard } from './view-card.tsx';

/** Who coordinates and who calls; somebody who can no longer be given calls is marked. */
export function PeopleCard({ campaign }: { campaign: CampaignDetail }) {
  const valid = new Set(campaign.validOperators.map(({ id }) => id));
  return (
    <ViewCard
      title="Equipo"
      aside={`${campaign.operators.length} ${campaign.operators.length === 1 ? 'operador' : 'operadores'}`}
    >
      <Person name={campaign.coordinatorName} note="Coordina" />
      <Box
        component="ul"
        aria-label="Operadores"
        sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, display: 'grid', gap: 2, maxHeight: 260, overflowY: 'auto' }}
      >
        {campaign.operators.map(({ id, name, disable }) => (
          <li key={id}>
            <Person
              name={name}
              note={disable ? 'Deshabilitado' : valid.has(id) ? undefined : 'De otro tipo de campaña'}
            />
          </li>
        ))}
      </Box>
    </ViewCard>
  );
}

function Person({ name, note }: { name: string; note?: string | undefined }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <PersonAvatar name={name} size={24} />
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {note && (
        <Typography variant="caption" color="textDisabled" sx={{ marginInlineStart: 'auto', whiteSpace: 'nowrap' }}>
          {note}
        </Typography>
      )}
    </Box>
  );
}
