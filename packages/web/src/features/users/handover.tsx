import type { Destination, Handover } from '@campanero/contract/users/leaving';
import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { HandoverChoice, handoverRule, totalHeld, heldText } from '../../components/handover-choice.tsx';
import { Hint, Muted, RowName, Stacked } from '../../components/layout.tsx';
import { userCampaignsQuery } from './api.ts';
import { openCampaigns, type UserCampaign } from './texts.ts';

export const GENERAL_DESTINATIONS = [
  { id: 'shared' as const, name: 'Repartir entre los otros operadores' },
  { id: 'free' as const, name: 'Nadie: quedan libres para segmentar' },
];
const FOR_ALL = [...GENERAL_DESTINATIONS, { id: 'each' as const, name: 'Elegir campaña por campaña' }];
type ForAll = (typeof FOR_ALL)[number]['id'];

export function useHandover() {
  const [forAll, setForAll] = useState<ForAll>('shared');
  const [chosen, setChosen] = useState<Record<number, Destination>>({});
  const isEach = forAll === 'each';
  const campaigns = Object.entries(chosen).map(([id, to]) => ({ id: Number(id), to }));
  const handover: Handover = {
    to: isEach ? 'shared' : forAll,
    campaigns: isEach || campaigns.length > 0 ? campaigns : undefined,
  };
  return {
    handover,
    forAll,
    onForAll: (to: ForAll) => {
      setForAll(to);
      setChosen({});
    },
    chosen,
    onChoose: (id: number, to: Destination) => setChosen((before) => ({ ...before, [id]: to })),
  };
}
type HandoverState = ReturnType<typeof useHandover>;

const NOT_COUNTED = 'No se pudieron contar sus llamados: se reparten entre los otros operadores de cada campaña.';

export function HandoverFields({ userId, state }: { userId: number; state: HandoverState }) {
  const campaigns = useQuery({ ...userCampaignsQuery(userId), staleTime: 0, gcTime: 0 });
  if (campaigns.isPending) return <Typography role="status">Contando sus llamados…</Typography>;
  if (campaigns.isError) return <Typography role="status">{NOT_COUNTED}</Typography>;
  const held = openCampaigns(campaigns.data).filter(({ pending }) => pending > 0);
  if (held.length === 0)
    return <Typography role="status">No tiene llamados por hacer en campañas abiertas.</Typography>;
  const sum = totalHeld(held);
  const isEach = held.length === 1 || state.forAll === 'each';
  return (
    <Stacked>
      <HeldSummary
        held={sum}
        text={held.length === 1 ? heldText(sum) : `${heldText(sum)}, en ${held.length} campañas`}
      />
      {held.length > 1 && (
        <ChoiceField
          label="Entregar a"
          options={FOR_ALL}
          value={state.forAll}
          onChange={(to) => state.onForAll(to ?? 'shared')}
        />
      )}
      {isEach && held.map((campaign) => <CampaignHandover key={campaign.id} campaign={campaign} state={state} />)}
    </Stacked>
  );
}

export const HeldSummary = ({ text, held }: { text: string; held: Parameters<typeof handoverRule>[0] }) => (
  <div>
    <Typography role="status" sx={{ fontWeight: 550 }}>
      {text}
    </Typography>
    <Muted sx={{ mt: 1 }}>{handoverRule(held)}</Muted>
  </div>
);

const CampaignHandover = ({ campaign, state }: { campaign: UserCampaign; state: HandoverState }) => (
  <div>
    <RowName>{campaign.name}</RowName>
    <Hint sx={{ mb: 2 }}>{heldText(campaign)}</Hint>
    <HandoverChoice
      label={`Entregar los de ${campaign.name} a`}
      value={state.chosen[campaign.id] ?? 'shared'}
      onChange={(to) => state.onChoose(campaign.id, to)}
      others={campaign.others}
    />
  </div>
);
