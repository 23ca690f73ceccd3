import { urlOf } from '@campanero/contract/client';
import { loads } from '@campanero/contract/loads/endpoints';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { saveBlob } from '../../components/files/blob.tsx';
import { API_ROOT, call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { download } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import type { LoadQuery } from './load-options.tsx';
import { LOAD_CANCEL_FAILED, LOAD_CANCELLED, REJECTED_FAILED } from './texts.ts';

const POLL_MS = 1500;
/** For lists, which may show many loads to many people at once. */
export const SLOW_POLL_MS = 5000;

/**
 * The last load of a campaign and its report; null before the first one. Asked for again while it runs: the socket only
 * tells of its end. Under the key that the socket's `audience` event makes stale.
 */
const lastLoadQuery = (campaignId: number, pollMs = POLL_MS) =>
  queryOptions({
    queryKey: ['audience', 'load', campaignId] as const,
    queryFn: ({ signal }) => call(loads.last, { params: { id: campaignId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? pollMs : false),
  });

/** A load began or ended: status, audience and report are others now. */
export const refreshLoads = (queryClient: QueryClient) =>
  Promise.all(['campaigns', 'audience'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Follows a load to its end, which moves the campaign's status too, also where no socket brings the news. */
export function useLastLoad(campaignId: number, { isEnabled = true, pollMs = POLL_MS } = {}) {
  const queryClient = useQueryClient();
  const result = useQuery({ ...lastLoadQuery(campaignId, pollMs), enabled: isEnabled });
  const status = result.data?.status;
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = before.current === 'RUNNING' && status !== undefined && status !== 'RUNNING';
    before.current = status;
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
  }, [status, queryClient]);
  return result;
}

/** Where an audience can be imported from: the phone dashboard or the forms system. */
export type ImportSource = 'dashboard' | 'form';

/** The same import again after a lost answer is the same load. */
export function useImportAudience(campaignId: number, source: ImportSource) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ sourceId, query }: { sourceId: string; query: LoadQuery }) => {
      const options = { idempotencyKey: keyFor(JSON.stringify([sourceId, query])) };
      return source === 'dashboard'
        ? call(loads.importDashboard, { params: { id: campaignId, audienceId: sourceId }, query }, options)
        : call(loads.importForm, { params: { id: campaignId, formId: sourceId }, query }, options);
    },
    onSuccess: () => void refreshLoads(queryClient),
    onError: (error) => {
      // Somebody else was faster, or the campaign ended: the page shows what is.
      if (error instanceof ApiError && error.status === 409) void refreshLoads(queryClient);
    },
  });
}

/** Nothing of a cancelled load is kept, and the file can be sent again: so it is done at once, without a question. */
export function useCancelLoad(campaignId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(loads.cancel, { params: { id: campaignId } }),
    onSuccess: () => {
      notify.info(LOAD_CANCELLED);
      return refreshLoads(queryClient);
    },
    onError: (error) => {
      notify.error(errorText(error, LOAD_CANCEL_FAILED));
      // Most likely it ended a moment before: the page then shows how.
      return refreshLoads(queryClient);
    },
  });
}

/** The rejected rows as a CSV that loads again as it is, once corrected. */
export const useDownloadRejected = (campaignId: number) =>
  useMutation({
    mutationFn: () => download(`${API_ROOT}${urlOf(loads.rejected, { params: { id: campaignId } })}`),
    onSuccess: (blob) => saveBlob(blob, `filas-rechazadas-${campaignId}.csv`),
    onError: (error) => notify.error(errorText(error, REJECTED_FAILED)),
  });
