import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { queryOptions } from '@tanstack/react-query';
import { download } from '../../../lib/files.ts';

/** A script never changes under its link: fetched once. The type is the campaign's word, not the file's own. */
export const scriptQuery = ({ link, contentType }: Script) =>
  queryOptions({
    queryKey: ['scripts', link] as const,
    queryFn: async ({ signal }) => new Blob([await download(link, signal)], { type: contentType }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
