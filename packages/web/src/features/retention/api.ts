import { retention } from '@campanero/contract/retention/endpoints';
import type {
  KeepPeriods,
  KeptBody,
  KeptCampaign,
  RetentionBody,
  RetentionView,
} from '@campanero/contract/retention/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

const POLL_MS = 3_000;

/** Asked again while a run works. */
export const retentionQuery = () =>
  queryOptions({
    queryKey: ['retention', 'view'] as const,
    queryFn: ({ signal }) => call(retention.view, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(({ finishedAt }) => finishedAt === null) ? POLL_MS : false),
  });

/** Counted person by person, so not asked again by itself. */
export const dueQuery = () =>
  queryOptions({
    queryKey: ['retention', 'due'] as const,
    queryFn: ({ signal }) => call(retention.due, undefined, { signal, timeoutMs: 30_000 }),
  });

/** One campaign as it is saved now; the list is all there is to ask. */
export async function findKept({ id }: Pick<KeptCampaign, 'id'>): Promise<KeptCampaign | undefined> {
  const query = { general: String(id), pageNumber: 0, pageSize: 100 };
  const { campaigns } = await call(retention.campaigns, { query });
  return campaigns.find((campaign) => campaign.id === id);
}

function useSaved() {
  const client = useQueryClient();
  return (view: RetentionView) => {
    client.setQueryData(retentionQuery().queryKey, view);
    for (const part of ['due', 'campaigns']) void client.invalidateQueries({ queryKey: ['retention', part] });
  };
}

export function useChangeRetention() {
  const onSuccess = useSaved();
  return useMutation({ mutationFn: (body: RetentionBody) => call(retention.change, { body }), onSuccess });
}

export function usePauseRetention() {
  const onSuccess = useSaved();
  return useMutation({
    mutationFn: (isPaused: boolean) => call(retention.pause, { body: { isPaused } }),
    onSuccess,
  });
}

export function useChangeKept() {
  const onSuccess = useSaved();
  return useMutation({
    mutationFn: ({ id, ...body }: KeptBody & { id: number }) =>
      call(retention.changeCampaign, { params: { id }, body }),
    onSuccess,
  });
}

export function useChangePeriods() {
  const onSuccess = useSaved();
  return useMutation({ mutationFn: (body: KeepPeriods) => call(retention.changePeriods, { body }), onSuccess });
}
