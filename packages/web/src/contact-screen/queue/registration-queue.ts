import { calls } from '@campanero/contract/calls/endpoints';
import { type HistoryEntry, registerBody } from '@campanero/contract/calls/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { dropDraft, forgetErased, keepDraft, onErased, readDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { getSession, onSessionEnd } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { dropOutcome } from '../register/outcome-values.ts';
import { REGISTER_FAILED, REGISTERED } from '../texts.ts';

/**
 * Outcomes that met no connection. They wait where drafts wait, visible on the contact page, and leave in their order
 * when the server can be reached. Each keeps its idempotency key: whatever became of an attempt, it counts once.
 */
const queuedRegistration = z.object({
  campaignId: z.number(),
  callId: z.number(),
  number: z.string(),
  stateName: z.string(),
  body: registerBody,
  key: z.string(),
  /** The server's refusal, in words: it waits for the person then, not for the connection. */
  refusal: z.string().optional(),
});
export type QueuedRegistration = z.infer<typeof queuedRegistration>;

/** What was recorded, and the way to it: by then the next contact is on the screen. */
export const recordedMessage = (
  { number, stateName }: Pick<QueuedRegistration, 'number' | 'stateName'>,
  to: string,
) => ({
  detail: `${stateName} · ${formatPhone(number)}`,
  link: { label: 'Ver', to },
});

const QUEUE_DRAFT = 'registrations';
const RETRY_MS = 5000;
const store = createStore<readonly QueuedRegistration[]>([]);
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let tellSent: (item: QueuedRegistration, entry: HistoryEntry) => void = () => undefined;
let pathOf: (item: QueuedRegistration) => string = () => '/';

function write(items: readonly QueuedRegistration[]): void {
  store.set(items);
  const userId = getSession()?.userId;
  if (userId === undefined) return;
  if (items.length > 0) keepDraft(userId, QUEUE_DRAFT, items);
  else dropDraft(userId, QUEUE_DRAFT);
}
const without = (key: string) => store.get().filter((item) => item.key !== key);

/** No answer, or one that says nothing about the registration: the same again later is right. */
const mayPass = (error: ApiError) =>
  error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'IDEMPOTENCY_IN_PROGRESS';
/** Nothing was heard from the server. */
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0;

async function sendOne(item: QueuedRegistration): Promise<'done' | 'later'> {
  const { campaignId, callId, body, key } = item;
  try {
    const entry = await call(calls.register, { params: { id: campaignId, callId }, body }, { idempotencyKey: key });
    write(without(key));
    dropOutcome(callId);
    notify.success(REGISTERED, recordedMessage(item, pathOf(item)));
    tellSent(item, entry);
    return 'done';
  } catch (error) {
    // A lost session: whoever signs in again as the same person goes on here.
    if (!(error instanceof ApiError) || error.status === 401 || mayPass(error)) return 'later';
    const refusal = errorText(error, REGISTER_FAILED);
    if (error.code === 'CALL_ERASED') forgetErased({ callIds: [callId], personIds: [] });
    write(store.get().map((other) => (other.key === key ? { ...other, refusal } : other)));
    notify.error(refusal);
    return 'done';
  }
}

/** Sends what waits, one after the other; what still finds no connection is tried again by itself. */
export async function sendQueued(): Promise<void> {
  if (isSending || !getSession()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    for (;;) {
      const item = store.get().find(({ refusal }) => refusal === undefined);
      if (!item) return;
      if ((await sendOne(item)) === 'later') {
        timer = setTimeout(() => void sendQueued(), RETRY_MS);
        return;
      }
    }
  } finally {
    isSending = false;
  }
}

export function enqueue(item: QueuedRegistration): void {
  write([...without(item.key), item]);
  clearTimeout(timer);
  timer = setTimeout(() => void sendQueued(), RETRY_MS);
}

export const discardQueued = (key: string) => write(without(key));
/** Whatever was refused of this call is settled by a later registration. */
export function discardRefused(callId: number): void {
  const left = store.get().filter((item) => item.callId !== callId);
  if (left.length < store.get().length) write(left);
}
onErased(({ callIds }) => callIds.forEach(discardRefused));
export const useQueued = () => useStore(store);

/** Takes up what an earlier page of this tab left waiting, and sends as soon as the network is back. */
export function openQueue(onSent: typeof tellSent, linkTo: typeof pathOf): () => void {
  tellSent = onSent;
  pathOf = linkTo;
  const userId = getSession()?.userId;
  const stored =
    userId === undefined ? undefined : z.array(queuedRegistration).safeParse(readDraft(userId, QUEUE_DRAFT));
  if (store.get().length === 0 && stored?.data) store.set(stored.data);
  const wake = () => void sendQueued();
  window.addEventListener('online', wake);
  wake();
  return () => window.removeEventListener('online', wake);
}

// Signing out has wiped what was stored; an expired session leaves it for the same person's return.
onSessionEnd(() => {
  clearTimeout(timer);
  store.set([]);
});
