import { useQuery, useQueryClient } from '@tanstack/react-query';
import { quickOutcomes } from '../../../features/calls/outcome-states.ts';
import { QuickOutcomes } from '../../../features/calls/register/outcome-tiles.tsx';
import { progressQuery } from '../../../features/campaigns/api.ts';
import type { ContactWork } from './use-contact-work.ts';

const DAY_MS = 24 * 3_600_000;
const NO_USES: readonly never[] = [];

/** The campaign's most used outcomes. Counted once: their places must not change under the hand (design 9). */
export function ContactOutcomes({ campaignId, work }: { campaignId: number; work: ContactWork }) {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: ['outcome-uses', campaignId] as const,
    queryFn: () => queryClient.fetchQuery(progressQuery(campaignId)),
    staleTime: DAY_MS,
    gcTime: DAY_MS,
    refetchOnWindowFocus: false,
  });
  const states = isPending ? NO_USES : quickOutcomes(work.states, data?.states ?? NO_USES);
  return <QuickOutcomes states={states} reason={work.reason} onChoose={work.open} onMore={() => work.open()} />;
}
