import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { ERRORS } from '@campanero/contract/errors';
import { loads } from '@campanero/contract/loads/endpoints';
import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import { useRef } from 'react';
import { fileMark } from '../../../components/files/file-list.tsx';
import { call } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/errors.ts';
import { createStore, useStore } from '../../../lib/external-store.ts';
import { upload } from '../../../lib/files.ts';
import { invalidate } from '../../../lib/queries.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { useUpload } from '../../../lib/use-upload.ts';
import { LOAD_CHANGES } from '../api.ts';
import type { LoadQuery } from '../load-options.tsx';
import { refreshIfStale } from '../refusals.ts';

interface AudienceUpload {
  files: readonly File[];
  /** Of each file; undefined: the first sheet, or none. */
  sheets: readonly (string | undefined)[];
  query: LoadQuery;
}

function formOf({ files, sheets }: AudienceUpload): FormData {
  const form = new FormData();
  for (const [place, sheet] of sheets.entries()) if (sheet !== undefined) form.append(`sheet${place + 1}`, sheet);
  for (const file of files) form.append(AUDIENCE_FILES.field, file, file.name);
  return form;
}

/**
 * Repeating the same files after a lost answer gives the same load. The status of the campaign is checked before
 * sending, and after a network error, which may have been a refusal.
 */
export function useUploadAudience(campaignId: number) {
  const tried = useRef<string>(undefined);
  return useUpload(
    async (sent: AudienceUpload, options) => {
      const { idempotencyKey, signal } = options;
      // On a repeated attempt the first one may be the load that is running.
      const refusal = tried.current === idempotencyKey ? undefined : await whyNoUpload(campaignId, signal);
      if (refusal) throw refusal;
      tried.current = idempotencyKey;
      const query = { ...sent.query };
      return upload(loads.upload, { params: { id: campaignId }, query, form: formOf(sent), ...options }).catch(
        async (error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 0) throw error;
          throw (await whyNoUpload(campaignId, signal).catch(() => undefined)) ?? error;
        },
      );
    },
    {
      isRepeatable: ({ files, sheets, query }) => JSON.stringify([query, sheets, files.map(fileMark)]),
      // Not awaited: the campaign's new status unmounts this form before it could navigate.
      changes: LOAD_CHANGES,
      onError: (error) => {
        refreshIfStale(error);
        // A refusal before the body was sent looks like a network error: check whether the session is still valid.
        if (error instanceof ApiError && error.status === 0) void invalidate('session');
      },
    },
  );
}

/**
 * Checked separately: a server that refuses while a large body is being sent closes the connection, and the browser
 * reports only a network error.
 */
async function whyNoUpload(campaignId: number, signal: AbortSignal): Promise<ApiError | undefined> {
  const { status } = await call(campaigns.detail, { params: { id: campaignId } }, { signal });
  const code = loadRefusalIn(status);
  return code === null ? undefined : new ApiError({ code, status: ERRORS[code].status });
}

/** Chosen files per user and campaign, in memory only. They survive an expired session; signing out drops them. */
const store = createStore<ReadonlyMap<string, readonly File[]>>(new Map());
const NONE: readonly File[] = [];

onSessionEnd((ended) => {
  if (ended === 'signed-out') store.set(new Map());
});

export function useChosenFiles(userId: number, campaignId: number) {
  const key = `${userId}/${campaignId}`;
  const files = useStore(store).get(key) ?? NONE;
  const choose = (next: readonly File[]) => {
    // Drops files of another user of this browser.
    const own = [...store.get()].filter(([name]) => name.startsWith(`${userId}/`) && name !== key);
    store.set(new Map(next.length > 0 ? [...own, [key, next]] : own));
  };
  return [files, choose] as const;
}
