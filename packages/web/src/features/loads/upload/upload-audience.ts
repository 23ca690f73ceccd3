import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { errorSpec } from '@campanero/contract/errors';
import { loads } from '@campanero/contract/loads/endpoints';
import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import { AUDIENCE_FILES } from '@campanero/contract/loads/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fileMark } from '../../../components/files/file-list.tsx';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';
import { ApiError } from '../../../lib/errors.ts';
import { createStore, useStore } from '../../../lib/external-store.ts';
import { type SentBytes, upload } from '../../../lib/files.ts';
import { useChange } from '../../../lib/changes.ts';
import { invalidate } from '../../../lib/queries.ts';
import { onSessionEnd } from '../../../lib/session.ts';
import { LOAD_CHANGES } from '../api.ts';
import type { LoadQuery } from '../load-options.tsx';
import { type Pace, paceOf, type Sample, withSample } from '../../../lib/text/pace.ts';

interface AudienceUpload {
  files: readonly File[];
  /** Of each file; undefined: the first sheet, or none. */
  sheets: readonly (string | undefined)[];
  query: LoadQuery;
}

export interface Sending extends SentBytes {
  share: number;
  pace?: Pace | undefined;
}
const NOTHING_SENT: Sending = { share: 0, sent: 0, total: 0 };

function formOf({ files, sheets }: AudienceUpload): FormData {
  const form = new FormData();
  for (const [place, sheet] of sheets.entries()) if (sheet !== undefined) form.append(`sheet${place + 1}`, sheet);
  for (const file of files) form.append(AUDIENCE_FILES.field, file, file.name);
  return form;
}

/**
 * Sends the files and tells how far, how fast and for how long. Leaving the page or Cancelar breaks it off; the server
 * keeps nothing of half a body. The same files again after a lost answer are the same load. Whether the campaign takes
 * any is asked before they are sent, and again when the line broke, which may have been the server's no.
 */
export function useUploadAudience(campaignId: number) {
  const [sending, setSending] = useState(NOTHING_SENT);
  const running = useRef<AbortController>(undefined);
  const tried = useRef<string>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);

  const mutation = useChange(
    async (sent: AudienceUpload, { idempotencyKey }) => {
      const controller = new AbortController();
      running.current = controller;
      setSending(NOTHING_SENT);
      const { signal } = controller;
      // The same attempt again may be the very load that keeps the campaign from taking another.
      const refusal = tried.current === idempotencyKey ? undefined : await whyNoUpload(campaignId, signal);
      if (refusal) throw refusal;
      tried.current = idempotencyKey;
      let seen: readonly Sample[] = [];
      return upload(loads.upload, {
        params: { id: campaignId },
        query: { ...sent.query },
        form: formOf(sent),
        idempotencyKey,
        signal,
        onProgress: (share, bytes) => {
          seen = withSample(seen, { at: now(), done: bytes.sent });
          setSending({ share, ...bytes, pace: paceOf(seen, bytes.total) });
        },
      }).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 0) throw error;
        throw (await whyNoUpload(campaignId, signal).catch(() => undefined)) ?? error;
      });
    },
    {
      isRepeatable: ({ files, sheets, query }) => JSON.stringify([query, sheets, files.map(fileMark)]),
      // Not waited for: the campaign's new status takes this form away, which then could not lead on any more.
      changes: LOAD_CHANGES,
      onError: (error) => {
        // Somebody else was faster, or the campaign ended: the page is brought up to date.
        if (error instanceof ApiError && error.status === 409) void invalidate(...LOAD_CHANGES);
        // A server that refuses before the body is through looks like a broken line: whether the session still holds is asked apart.
        if (error instanceof ApiError && error.status === 0) void invalidate('session');
      },
    },
  );
  return { ...mutation, sending, cancel };
}

/**
 * Why the campaign would take no file at this moment, as the server would say it. Asked apart, because a server that refuses
 * half a gigabyte while it is being sent closes the line, and then the browser tells of a broken line and not of the answer.
 */
async function whyNoUpload(campaignId: number, signal: AbortSignal): Promise<ApiError | undefined> {
  const { status } = await call(campaigns.detail, { params: { id: campaignId } }, { signal });
  const code = loadRefusalIn(status);
  return code === null ? undefined : new ApiError({ code, status: errorSpec(code).status });
}

/**
 * Files that somebody chose and has not sent yet, per person and campaign, in memory only: a browser gives no way to
 * keep them longer. They survive an expired session, which leads to sign-in and back; signing out forgets them.
 */
const store = createStore<ReadonlyMap<string, readonly File[]>>(new Map());
const NONE: readonly File[] = [];

onSessionEnd((ended) => {
  if (ended === 'signed-out') store.set(new Map());
});

export function useChosenFiles(userId: number, campaignId: number) {
  const key = `${userId}/${campaignId}`;
  const files = useStore(store).get(key) ?? NONE;
  const choose = (next: readonly File[]) => {
    // Files chosen by another person in this browser are dropped.
    const own = [...store.get()].filter(([name]) => name.startsWith(`${userId}/`) && name !== key);
    store.set(new Map(next.length > 0 ? [...own, [key, next]] : own));
  };
  return [files, choose] as const;
}
