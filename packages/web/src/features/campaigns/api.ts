import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { download } from '../../lib/files.ts';
import { endpointQuery } from '../../lib/queries.ts';

export const campaignQuery = (id: number) => endpointQuery('campaigns', campaigns.detail, { params: { id } });

export const progressQuery = (id: number) => endpointQuery('campaigns', campaigns.progress, { params: { id } });

/** A script never changes under its link: fetched once. The type is the campaign's word, not the file's own. */
export const scriptQuery = ({ link, contentType }: Script) =>
  queryOptions({
    queryKey: ['scripts', link],
    queryFn: async ({ signal }) => new Blob([await download(link, signal)], { type: contentType }),
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** How many are being called now. */
export const runningQuery = () =>
  endpointQuery('campaigns', campaigns.running, undefined, { read: ({ running }) => running });
