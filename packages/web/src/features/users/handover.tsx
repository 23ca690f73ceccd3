import type { Destination, Handover } from '@campanero/contract/users/leaving';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { HandoverChoice, handoverRule, heldText } from '../../components/handover-choice.tsx';
import { userCampaignsQuery } from './api.ts';
import { openCampaigns, type UserCampaign } from './texts.ts';

type ForAll = 'shared' | 'free' | 'each';
const FOR_ALL: readonly { id: ForAll; name: string }[] = [
  { id: 'shared', name: 'Repartir entre los otros operadores de cada campaña' },
  { id: 'free', name: 'Nadie: quedan libres para segmentar' },
  { id: 'each', name: 'Elegir campaña por campaña' },
];

/** What is chosen for the calls of somebody who leaves; shared among the others unless told otherwise. */
export function useHandover() {
  const [forAll, setForAll] = useState<ForAll>('shared');
  const [chosen, setChosen] = useState<Record<number, Destination>>({});
  const isEach = forAll === 'each';
  const handover: Handover = {
    to: isEach ? 'shared' : forAll,
    campaigns: Object.entries(chosen).map(([id, to]) => ({ id: Number(id), to })),
  };
  return {
    handover: { ...handover, campaigns: isEach || Object.keys(chosen).length > 0 ? handover.campaigns : undefined },
    forAll,
    onForAll: (to: ForAll) => {
      setForAll(to);
      setChosen({});
    },
    chosen,
    onChoose: (id: number, to: Destination) => setChosen((before) => ({ ...before, [id]: to })),
  };
}
export type HandoverState = ReturnType<typeof useHandover>;

/** What somebody holds, campaign by campaign, and who gets it. */
export function HandoverFields({ userId, state }: { userId: number; state: HandoverState }) {
  // Asked anew each time: the numbers decide.
  const campaigns = useQuery({ ...userCampaignsQuery(userId), staleTime: 0, gcTime: 0 });
  if (campaigns.isPending) return <Typography role="status">Contando sus llamados…</Typography>;
  if (campaigns.isError)
    return (
      <Typography role="status">
        No se pudieron contar sus llamados: se reparten entre los otros operadores de cada campaña.
      </Typography>
    );
  const held = openCampaigns(campaigns.data).filter(({ pending }) => pending > 0);
  if (held.length === 0)
    return <Typography role="status">No tiene llamados por hacer en campañas abiertas.</Typography>;
  const sum = held.reduce(
    (all, one) => ({
      pending: all.pending + one.pending,
      callbacks: all.callbacks + one.callbacks,
      held: all.held + one.held,
    }),
    { pending: 0, callbacks: 0, held: 0 },
  );
  const isEach = held.length === 1 || state.forAll === 'each';
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <div>
        <Typography role="status" sx={{ fontWeight: 550 }}>
          {held.length === 1 ? heldText(sum) : `${heldText(sum)}, en ${held.length} campañas`}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {handoverRule(sum)}
        </Typography>
      </div>
      {held.length > 1 && (
        <ChoiceField
          label="Entregar a"
          options={FOR_ALL}
          value={state.forAll}
          onChange={(to) => state.onForAll(to ?? 'shared')}
        />
      )}
      {isEach && held.map((campaign) => <CampaignHandover key={campaign.id} campaign={campaign} state={state} />)}
    </Box>
  );
}

function CampaignHandover({ campaign, state }: { campaign: UserCampaign; state: HandoverState }) {
  const { chosen, onChoose } = state;
  return (
    <div>
      <Typography variant="cell" component="div" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
        {campaign.name}
      </Typography>
      <Typography variant="caption" component="div" color="textDisabled" sx={{ mb: 2 }}>
        {heldText(campaign)}
      </Typography>
      <HandoverChoice
        label={`Entregar los de ${campaign.name} a`}
        value={chosen[campaign.id] ?? 'shared'}
        onChange={(to) => onChoose(campaign.id, to)}
        others={campaign.others}
      />
    </div>
  );
}
