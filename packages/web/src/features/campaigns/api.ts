import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { download } from '../../lib/files.ts';
import { endpointQuery } from '../../lib/queries.ts';

export const campaignQuery = (id: number) => endpointQuery('campaigns', campaigns.detail, { params: { id } });

export const progressQuery = (id: number) => endpointQuery('campaigns', campaigns.progress, { params: { id } });

/** Scripts are immutable under their link. The type is the one of the campaign. */
export const scriptQuery = ({ link, contentType }: Script) =>
  queryOptions({
    queryKey: ['scripts', link],
    queryFn: async ({ signal }) => new Blob([await download(link, signal)], { type: contentType }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
