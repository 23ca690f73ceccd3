import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/files.ts';

/** One campaign; under the key that the socket's `campaign` event makes stale. */
export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaigns', 'detail', id] as const,
    queryFn: ({ signal }) => call(campaigns.detail, { params: { id } }, { signal }),
  });

/** The states that the campaign does not use yet. */
export const unassociatedQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaigns', 'unassociated', id] as const,
    queryFn: ({ signal }) => call(campaigns.unassociated, { params: { id } }, { signal }),
  });

/** The calls that these operators would leave behind if they were taken off the campaign (rule roles/leaving-operators). */
export const operatorLoadQuery = (id: number, operators: readonly number[]) =>
  queryOptions({
    queryKey: ['campaigns', 'operator-load', id, operators] as const,
    queryFn: ({ signal }) =>
      call(campaigns.operatorLoad, { params: { id }, query: { operators: operators.join(',') } }, { signal }),
    enabled: operators.length > 0,
  });

export const progressQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaigns', 'progress', id] as const,
    queryFn: ({ signal }) => call(campaigns.progress, { params: { id } }, { signal }),
  });

export const eventsQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaigns', 'events', id] as const,
    queryFn: ({ signal }) => call(campaigns.events, { params: { id } }, { signal }),
  });

/** A script never changes under its link: fetched once. The type is the campaign's word, not the file's own. */
export const scriptQuery = ({ link, contentType }: Script) =>
  queryOptions({
    queryKey: ['scripts', link] as const,
    queryFn: async ({ signal }) => new Blob([await download(link, signal)], { type: contentType }),
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** How many are being called now; the socket's `campaign` event makes it stale. */
export const runningQuery = () =>
  queryOptions({
    queryKey: ['campaigns', 'running'] as const,
    queryFn: async ({ signal }) => (await call(campaigns.running, undefined, { signal })).running,
  });
