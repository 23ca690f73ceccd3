import { calls } from '@campanero/contract/calls/endpoints';
import { type HistoryEntry, registerBody } from '@campanero/contract/calls/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { z } from 'zod';
import { paths } from '../../app/pages.ts';
import { call } from '../../lib/api.ts';
import { dropDraft, keepDraft, onErased, readDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { getSession, onSessionEnd } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { forgetErasedCall } from '../api.ts';
import { dropOutcome } from '../register/outcome-values.ts';
import { REGISTER_FAILED, REGISTERED } from '../texts.ts';

/** Waits for the connection, stored as a draft; sent in order with its idempotency key, so that it is registered once. */
const queuedRegistration = z.object({
  campaignId: z.number(),
  callId: z.number(),
  number: z.string(),
  stateName: z.string(),
  body: registerBody,
  key: z.string(),
  /** Why the server refused it. It is not sent again then: the user looks at the contact or discards it. */
  refusal: z.string().optional(),
});
export type QueuedRegistration = z.infer<typeof queuedRegistration>;

type RegisteredCall = Pick<QueuedRegistration, 'campaignId' | 'callId' | 'number' | 'stateName'>;
export const contactOf = ({ campaignId, callId, number }: RegisteredCall) => paths.contact(campaignId, callId, number);

/** Has a link to the contact, because by then the next one is on the screen. */
export const notifyRegistered = (item: RegisteredCall) =>
  notify.success(REGISTERED, {
    detail: `${item.stateName} · ${formatPhone(item.number)}`,
    link: { label: 'Ver', to: contactOf(item) },
  });

const QUEUE_DRAFT = 'registrations';
const RETRY_MS = 5000;
const store = createStore<readonly QueuedRegistration[]>([]);
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let tellSent: (item: QueuedRegistration, entry: HistoryEntry) => void = () => undefined;

function write(items: readonly QueuedRegistration[]): void {
  store.set(items);
  const userId = getSession()?.userId;
  if (userId === undefined) return;
  if (items.length > 0) keepDraft(userId, QUEUE_DRAFT, items);
  else dropDraft(userId, QUEUE_DRAFT);
}
const without = (key: string) => store.get().filter((item) => item.key !== key);

/** No answer, or one that does not decide about the registration: it is sent again later. */
const mayPass = (error: ApiError) =>
  error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'IDEMPOTENCY_IN_PROGRESS';
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0;

async function sendOne(item: QueuedRegistration): Promise<'done' | 'later'> {
  const { campaignId, callId, body, key } = item;
  try {
    const entry = await call(calls.register, { params: { id: campaignId, callId }, body }, { idempotencyKey: key });
    write(without(key));
    dropOutcome(callId);
    notifyRegistered(item);
    tellSent(item, entry);
    return 'done';
  } catch (error) {
    // With 401 it stays until the same user signs in again.
    if (!(error instanceof ApiError) || error.status === 401 || mayPass(error)) return 'later';
    const refusal = errorText(error, REGISTER_FAILED);
    forgetErasedCall(callId, error);
    write(store.get().map((other) => (other.key === key ? { ...other, refusal } : other)));
    notify.error(refusal);
    return 'done';
  }
}

/** Sends the queue in order, and tries again after a while if there is still no connection. */
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
/** After a later registration of the same call, a refused one no longer matters. */
export function discardRefused(callId: number): void {
  const left = store.get().filter((item) => item.callId !== callId);
  if (left.length < store.get().length) write(left);
}
onErased(({ callIds }) => callIds.forEach(discardRefused));
export const useQueued = () => useStore(store);

/** Reads the stored queue and sends it, now and whenever the browser is online again. Returns how to stop listening. */
export function openQueue(onSent: typeof tellSent): () => void {
  tellSent = onSent;
  const userId = getSession()?.userId;
  const stored =
    userId === undefined ? undefined : z.array(queuedRegistration).safeParse(readDraft(userId, QUEUE_DRAFT));
  if (store.get().length === 0 && stored?.data) store.set(stored.data);
  const wake = () => void sendQueued();
  window.addEventListener('online', wake);
  wake();
  return () => window.removeEventListener('online', wake);
}

// The stored queue is not touched here: signing out removes it, an expired session keeps it for the same user.
onSessionEnd(() => {
  clearTimeout(timer);
  store.set([]);
});
