import { calls } from '@campanero/contract/calls/endpoints';
import { registerBody } from '@campanero/contract/calls/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Alert, Button } from '@mui/material';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { paths } from '../../app/pages.ts';
import { call } from '../../lib/api.ts';
import { onErased, ownDraft } from '../../lib/draft.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { getSession, onSessionEnd } from '../../lib/session.ts';
import { notify } from '../../lib/snackbar.ts';
import { applyRegistration, forgetErasedCall, reloadSurvey } from '../api.ts';
import { dropDialled, dropOutcome } from '../register/outcome-values.ts';
import { dropInterview } from '../survey/interview-draft.ts';
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
type QueuedRegistration = z.infer<typeof queuedRegistration>;

type RegisteredCall = Pick<QueuedRegistration, 'campaignId' | 'callId' | 'number' | 'stateName'>;
const contactOf = ({ campaignId, callId, number }: RegisteredCall) => paths.contact(campaignId, callId, number);

/** Has a link to the contact, because by then the next one is on the screen. */
export const notifyRegistered = (item: RegisteredCall) =>
  notify.success(REGISTERED, {
    detail: `${item.stateName} · ${formatPhone(item.number)}`,
    links: [{ label: 'Ver', to: contactOf(item) }],
  });

const QUEUE_DRAFT = 'registrations';
const RETRY_MS = 5000;
const store = createStore<readonly QueuedRegistration[]>([]);
let isSending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function write(items: readonly QueuedRegistration[]): void {
  store.set(items);
  const draft = ownDraft(QUEUE_DRAFT);
  if (items.length > 0) draft.keep(items);
  else draft.drop();
}
const without = (key: string) => store.get().filter((item) => item.key !== key);

/** No answer, or one that does not decide about the registration: it is sent again later. */
const isRetryable = (error: ApiError) =>
  error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'IDEMPOTENCY_IN_PROGRESS';
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.status === 0;

async function sendOne(item: QueuedRegistration): Promise<'done' | 'later'> {
  const { campaignId, callId, body, key } = item;
  try {
    const entry = await call(calls.register, { params: { id: campaignId, callId }, body }, { idempotencyKey: key });
    write(without(key));
    dropOutcome(callId);
    dropDialled(callId);
    dropInterview(callId, body.interview);
    notifyRegistered(item);
    applyRegistration(item, entry, body.interview);
    return 'done';
  } catch (error) {
    // With 401 it stays until the same user signs in again.
    if (!(error instanceof ApiError) || error.status === 401 || isRetryable(error)) return 'later';
    const refusal = errorText(error, REGISTER_FAILED);
    forgetErasedCall(callId, error);
    if (error.code === 'SURVEY_CHANGED') reloadSurvey();
    write(store.get().map((other) => (other.key === key ? { ...other, refusal } : other)));
    notify.error(refusal);
    return 'done';
  }
}

/** Sends the queue in order, and tries again after a while if there is still no connection. */
async function sendQueued(): Promise<void> {
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

const discardQueued = (key: string) => write(without(key));
/** After a later registration of the same call, a refused one no longer matters. */
export function discardRefused(callId: number): void {
  const left = store.get().filter((item) => item.callId !== callId);
  if (left.length < store.get().length) write(left);
}
onErased(({ callIds }) => callIds.forEach(discardRefused));
export const useQueued = () => useStore(store);

/** Reads the stored queue and sends it, now and whenever the browser is online again. Returns how to stop listening. */
function openQueue(): () => void {
  const stored = z.array(queuedRegistration).safeParse(ownDraft(QUEUE_DRAFT).read()).data;
  if (store.get().length === 0 && stored) store.set(stored);
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

const nameOf = ({ number, stateName }: QueuedRegistration) => `${formatPhone(number)} · ${stateName}`;

export function QueueSender() {
  useEffect(openQueue, []);
  return null;
}

export function QueuedRegistrations() {
  const queued = useQueued();
  const hasQueued = queued.length > 0;
  useEffect(() => {
    if (!hasQueued) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasQueued]);
  const waiting = queued.filter(({ refusal }) => refusal === undefined);
  const refused = queued.filter(({ refusal }) => refusal !== undefined);
  return (
    <>
      <QueueSender />
      {waiting.length > 0 && (
        <Alert
          severity="warning"
          role="status"
          sx={{ mb: 3 }}
          action={
            <Button {...QUIET} onClick={() => void sendQueued()}>
              Enviar ahora
            </Button>
          }
        >
          {waiting.length === 1 ? '1 llamado en espera' : `${waiting.length} llamados en espera`} de la conexión:{' '}
          {waiting.map(nameOf).join('; ')}
        </Alert>
      )}
      {refused.map((item) => (
        <Alert
          key={item.key}
          severity="error"
          sx={{ mb: 3 }}
          action={
            <>
              <Button {...QUIET} component={Link} to={contactOf(item)}>
                Ver contacto
              </Button>
              <Button {...QUIET} onClick={() => discardQueued(item.key)}>
                Descartar
              </Button>
            </>
          }
        >
          {nameOf(item)}: {item.refusal}
        </Alert>
      ))}
    </>
  );
}

const QUIET = { size: 'small', variant: 'text', color: 'inherit' } as const;
