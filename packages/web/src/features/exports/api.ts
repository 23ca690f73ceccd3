import { urlOf } from '@campanero/contract/client';
import { exports } from '@campanero/contract/exports/endpoints';
import { type ExportDetail, isBeingMade } from '@campanero/contract/exports/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { saveBlob } from '../../components/files/blob.tsx';
import { API_ROOT, call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { download } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import { EXPORT_CANCEL_FAILED, EXPORT_CANCELLED, DOWNLOAD_FAILED, REQUEST_FAILED, STARTED } from './texts.ts';

const POLL_MS = 1500;

/** Asked for again while it is being made: the socket only tells of its end. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['exports', id] as const,
    queryFn: ({ signal }) => call(exports.detail, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isBeingMade(state.data.status) ? POLL_MS : false),
  });

/** Begins an export and says so, with the way to its progress. Asking twice is asking once: the server answers the same one. */
export function useRequestExport(linkTo: (exportId: string) => string) {
  return useMutation({
    mutationFn: (ask: () => Promise<{ id: string }>) => ask(),
    onSuccess: ({ id }) => notify.info(STARTED, { link: { label: 'Ver avance', to: linkTo(id) } }),
    onError: (error) => notify.error(errorText(error, REQUEST_FAILED)),
  });
}

/** The report of a person for their request of access. */
export function useRequestReport(requestId: number, personId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(exports.personalData, { params: { id: personId }, query: { requestId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['personal-data', 'requests'] }),
    onError: (error) => notify.error(errorText(error, REQUEST_FAILED)),
  });
}

/** Nothing of it is kept and it can be asked for again: so it is done at once, without a question. */
export function useCancelExport(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(exports.cancel, { params: { id } }),
    onSuccess: (detail) => {
      notify.info(EXPORT_CANCELLED);
      queryClient.setQueryData(exportQuery(id).queryKey, detail);
    },
    onError: (error) => {
      notify.error(errorText(error, EXPORT_CANCEL_FAILED));
      // Most likely it ended a moment before: the page then shows how.
      return queryClient.invalidateQueries({ queryKey: exportQuery(id).queryKey });
    },
  });
}

/**
 * Fetched with the token in its header, so that no address holds a secret that a history or a proxy could keep. Browsers move the
 * bytes of a large answer to disk as they come.
 */
export function useDownloadExport({ id, fileName }: Pick<ExportDetail, 'id' | 'fileName'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => download(`${API_ROOT}${urlOf(exports.download, { params: { id } })}`),
    onSuccess: (blob) => saveBlob(blob, fileName ?? 'exportacion'),
    onError: (error) => {
      notify.error(errorText(error, DOWNLOAD_FAILED));
      // It may have expired since the page was opened.
      return queryClient.invalidateQueries({ queryKey: exportQuery(id).queryKey });
    },
  });
}
