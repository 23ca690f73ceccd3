import { loads } from '@campanero/contract/loads/endpoints';
import type { PastLoad } from '@campanero/contract/loads/schemas';
import { loadedInWords } from '@campanero/contract/loads/words';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { useQuery } from '@tanstack/react-query';
import { Muted, PlainList, Stacked } from '../../components/layout.tsx';
import { TitledCard } from '../../components/page/section.tsx';
import { endpointQuery } from '../../lib/queries.ts';
import { loadScope } from './api.ts';
import { LoadSource } from './report/load-source.tsx';

interface PastLoadsProps {
  campaignId: number;
  campaignLink: (campaignId: number) => string;
}

/** Where the people of a campaign came from: every completed load; nothing before the first. */
export function PastLoads({ campaignId, campaignLink }: PastLoadsProps) {
  const past = useQuery(endpointQuery(loadScope, loads.list, { params: { id: campaignId } })).data;
  if (!past || past.length === 0) return null;
  return (
    <TitledCard title="De dónde viene la audiencia">
      <Stacked component={PlainList} aria-label="Cargas" gap={3}>
        {past.map((load) => (
          <PastLoadRow key={load.id} load={load} campaignLink={campaignLink} />
        ))}
      </Stacked>
    </TitledCard>
  );
}

const PastLoadRow = ({ load, campaignLink }: Omit<PastLoadsProps, 'campaignId'> & { load: PastLoad }) => (
  <li style={{ overflowWrap: 'anywhere' }}>
    <LoadSource load={load} campaignLink={campaignLink} />: <b>{loadedInWords(load)}</b>
    <Muted>
      <bdi>{formatDateTime(load.finishedAt)}</bdi> · {load.userName}
    </Muted>
  </li>
);
