import { blockLists } from '@campanero/contract/block-lists/endpoints';
import { LIST_FILES, type ListInformation } from '@campanero/contract/block-lists/schemas';
import { urlOf } from '@campanero/contract/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../components/files/blob.tsx';
import { fileMark } from '../../components/files/file-list.tsx';
import { API_ROOT, call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { errorText } from '../../lib/errors.ts';
import { download, upload } from '../../lib/files.ts';
import { notify } from '../../lib/snackbar.ts';
import type { ChosenFile } from './preview-list.ts';
import { LIST_CANCEL_FAILED, LIST_REJECTED_FAILED } from './texts.ts';

const POLL_MS = 1500;

/** Under the key that the socket's `block list` event makes stale; asked for again while something is being loaded. */
export const listsQuery = () =>
  queryOptions({
    queryKey: ['block-lists', 'all'] as const,
    queryFn: ({ signal }) => call(blockLists.list, undefined, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.lists.some(({ lastLoad }) => lastLoad.status === 'RUNNING') ? POLL_MS : false,
  });

export const loadsQuery = (listId: number) =>
  queryOptions({
    queryKey: ['block-lists', 'loads', listId] as const,
    queryFn: ({ signal }) => call(blockLists.loads, { params: { id: listId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'RUNNING') ? POLL_MS : false),
  });

const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['block-lists'] });
};

interface SentList {
  /** Into a list that exists; undefined: a new one. */
  target: { listId: number; replaces: boolean } | undefined;
  information: ListInformation;
  chosen: ChosenFile;
}

/** The same list again after a lost answer is the same load. Leaving, or Cancelar, breaks it off and the server keeps nothing. */
export function useUploadList() {
  const refresh = useRefresh();
  const keyFor = useAttemptKey();
  const [share, setShare] = useState(0);
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const mutation = useMutation({
    mutationFn: ({ target, information, chosen }: SentList) => {
      const { file, sheet, column } = chosen;
      const { name, kind, origin, dated } = information;
      const fields = {
        ...(target ? { listId: target.listId, replaces: target.replaces ? '1' : '0' } : { name, kind }),
        origin,
        dated,
        ...(sheet !== undefined && { sheet }),
        ...(column !== undefined && { column: column + 1 }),
      };
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
      form.append(LIST_FILES.field, file, file.name);
      running.current = new AbortController();
      setShare(0);
      return upload(blockLists.upload, {
        form,
        idempotencyKey: keyFor(JSON.stringify([fields, fileMark(file)])),
        signal: running.current.signal,
        onProgress: setShare,
      });
    },
    onSuccess: () => void refresh(),
  });
  return { ...mutation, share, cancel };
}

/** The list is as it was, and the file can be sent again: so it is done at once, without a question. */
export function useCancelListLoad() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (loadId: number) => call(blockLists.cancel, { params: { id: loadId } }),
    onSuccess: () => notify.info('La carga se canceló: la lista queda como estaba.'),
    onError: (error) => notify.error(errorText(error, LIST_CANCEL_FAILED)),
    onSettled: refresh,
  });
}

export function useLookUp() {
  return useMutation({
    mutationFn: (number: string) => call(blockLists.lookUp, { query: { number } }),
  });
}

export function useRemoveNumber() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ listId, number, reason }: { listId: number; number: string; reason: string }) =>
      call(blockLists.removeNumber, { params: { id: listId }, body: { number, reason } }),
    onSuccess: refresh,
  });
}

export function useRemoveList() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ listId, reason }: { listId: number; reason: string }) =>
      call(blockLists.remove, { params: { id: listId }, body: { reason } }),
    onSuccess: refresh,
  });
}

/** As a CSV that loads again as it is, once corrected. */
export const useDownloadRejectedLines = () =>
  useMutation({
    mutationFn: async (loadId: number) => {
      const blob = await download(`${API_ROOT}${urlOf(blockLists.rejected, { params: { id: loadId } })}`);
      saveBlob(blob, `lineas-rechazadas-${loadId}.csv`);
    },
    onError: (error) => notify.error(errorText(error, LIST_REJECTED_FAILED)),
  });
