import crypto from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWER_MAX, EVENT_DAYS, PAUSE_REASONS, TEST_EVENT } from '@campanero/contract/outgoing-events/schemas';
import { findEventPerson } from '../../call-store/read/index.ts';
import { postJson, type PostResult } from '../../integrations/remote/post-json.ts';
import { defineMinuteJob } from '../../jobs/define-job.ts';
import type { IntervalTask } from '../../jobs/interval.ts';
import { type Deps, notifyAdministrators, transact, type Work } from '../../work/index.ts';
import { NO_CLIENT } from '../../work/context.ts';
import { countFailure } from '../../work/metrics.ts';
import { openSecret } from '../../work/sealed-secrets.ts';
import { eventAudit } from './outgoing-events.words.ts';
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDue,
  claimProbe,
  claimTest,
  findReceiver,
  hasten,
  listDueSubscriptions,
  lockSubscription,
  parkOverdue,
  parkRemoved,
  type PauseReason,
  postponeProbe,
  purgeEvents,
  saveAttempt,
  type SubscriptionRow,
  updateSubscription,
} from './outgoing-events.queries.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Shorter than a claim's lease. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** Deliveries of one subscription that a process sends at the same time. */
const SENDERS = 8;
/** Before the second attempt, the third and so on; the last one repeats until the delivery is parked (rule events/at-least-once-in-order). */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  ...[2, 10, 30, 60, 120, 240, 360].map((minutes) => minutes * MINUTE_MS),
];
/** Failures in a row that pause a subscription (rule events/failing-receivers). */
const FAILURES_MAX = 20;
const PROBE_PAUSES_MS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE_MS);

const pauseAt = (pauses: readonly number[], place: number) => pauses[Math.min(Math.max(place, 0), pauses.length - 1)]!;

/** Standard Webhooks: an HMAC of id, moment and body for each valid secret. */
export function signedHeaders(secrets: readonly Buffer[], { key, at, body }: { key: string; at: Date; body: string }) {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS));
  const signatureBy = (secret: Buffer) =>
    `v1,${crypto.createHmac('sha256', secret).update(`${key}.${timestamp}.${body}`).digest('base64')}`;
  return { 'webhook-id': key, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(signatureBy).join(' ') };
}

/** Persons are read now: erased ones go out as ids, and nothing of them is stored. */
async function bodyOf({ db }: Deps, { withPerson }: SubscriptionRow, { kind, createdAt, data }: ClaimedDelivery) {
  const { callId, personId } = data;
  const person =
    withPerson && personId ? await findEventPerson(db, { ...(callId && { callId }), personId }) : undefined;
  const shown = person && { ...person, phones: person.phones.map(String) };
  return JSON.stringify({
    type: kind,
    timestamp: createdAt.toISOString(),
    data: { ...data, ...(shown && { person: shown }) },
  });
}

function secretsOf(
  { config }: Deps,
  { id, secret, previousSecret, previousUntil }: SubscriptionRow,
  now: Date,
): Buffer[] {
  const valid = [secret, ...(previousSecret && previousUntil && previousUntil > now ? [previousSecret] : [])];
  return valid.flatMap((sealed) => openSecret(config, { purpose: 'event subscription', id }, sealed)?.secret ?? []);
}

const NOT_ENCRYPTED = 'La dirección no es https://, y esta instalación no envía sin cifrar.';
export const UNREADABLE_SECRET = 'Cambió la clave de esta instalación y el secreto ya no se puede leer: cree otro.';

async function send(
  deps: Deps,
  receiver: SubscriptionRow,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<PostResult> {
  const at = deps.clock();
  const secrets = secretsOf(deps, receiver, at);
  if (secrets.length === 0) return { failure: UNREADABLE_SECRET };
  const url = new URL(receiver.url);
  // From when EVENTS_ALLOW_PRIVATE was on.
  if (url.protocol !== 'https:' && !deps.config.eventsAllowPrivate) return { failure: NOT_ENCRYPTED };
  const body = await bodyOf(deps, receiver, delivery);
  return postJson(url, {
    headers: signedHeaders(secrets, { key: delivery.key, at, body }),
    body,
    allowPrivate: deps.config.eventsAllowPrivate,
    timeoutMs: TIMEOUT_MS,
    answerMax: ANSWER_MAX,
    signal,
  });
}

function nextOf(delivery: ClaimedDelivery, isDelivered: boolean, now: Date): AttemptResult['next'] {
  if (isDelivered) return { status: 'DELIVERED' };
  if (delivery.kind === TEST_EVENT || now >= delivery.expiresAt) return { status: 'PARKED' };
  const next = now.getTime() + pauseAt(PAUSES_MS, delivery.attempts - (delivery.resentAfter ?? 0) - 1);
  return { status: 'WAITING', at: new Date(Math.min(next, delivery.expiresAt.getTime())) };
}

/** Sends a claimed delivery and stores what became of it. A process that dies in between sends it again with the same id. */
async function deliver(
  deps: Deps,
  subscriptionId: number,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const receiver = await findReceiver(deps.db, subscriptionId);
  if (!receiver) return;
  const [at, started] = [deps.clock(), performance.now()];
  const result = await send(deps, receiver, delivery, signal);
  // The process stops: another one sends it again when the lease is over.
  if (signal.aborted && 'failure' in result) return;
  const ms = Math.round(performance.now() - started);
  const { status, answer, failure } = { status: null, answer: null, failure: null, ...result };
  const isDelivered = status !== null && status >= 200 && status < 300;
  if (!isDelivered) countFailure('events');
  const now = deps.clock();
  const next = nextOf(delivery, isDelivered, now);
  const failures = await saveAttempt(deps.db, { subscriptionId, delivery, at, ms, status, answer, failure, next }, now);
  const isGone = status === 410;
  if (isDelivered ? receiver.pauseReason !== 'FAILURES' : !isGone && failures < FAILURES_MAX) return;
  await transact({ ...deps, ...NO_CLIENT, requestId: 'events' }, async (work) => {
    const current = await lockSubscription(work.trx, subscriptionId);
    if (!current) return;
    if (isDelivered) await resumeByItself(work, current);
    else if (current.pausedAt === null)
      await pauseByItself(work, current, { reason: isGone ? 'GONE' : 'FAILURES', status, failure });
  });
}

async function resumeByItself(
  { trx, now, audit }: Work<null>,
  { id, name, pauseReason }: SubscriptionRow,
): Promise<void> {
  if (pauseReason !== 'FAILURES') return;
  await updateSubscription(trx, id, { pausedAt: null, pauseReason: null, probeAt: null });
  await hasten(trx, id, now);
  await audit(eventAudit(id, 'ACCIÓN'), { after: { Suscripción: name, Envíos: 'Se reanudan: el receptor responde' } });
}

async function pauseByItself(
  work: Work<null>,
  { id, name }: SubscriptionRow,
  { reason, status, failure }: { reason: PauseReason; status: number | null; failure: string | null },
): Promise<void> {
  const { trx, now } = work;
  const probeAt = reason === 'FAILURES' ? new Date(now.getTime() + PROBE_PAUSES_MS[0]!) : null;
  await updateSubscription(trx, id, { pausedAt: now, pauseReason: reason, probeAt });
  const last = failure ?? `Respondió ${status}.`;
  await notifyAdministrators(work, {
    action: 'EVENTS PAUSED',
    subject: `events:${id}:${now.toISOString()}`,
    reason: `Los eventos de «${name}» quedaron en pausa: ${reason === 'GONE' ? 'el receptor respondió 410, que pide no recibir más.' : `falló ${FAILURES_MAX} veces seguidas. ${last}`}`,
    status: 'ERROR',
  });
  await work.audit(eventAudit(id, 'ACCIÓN'), {
    after: { Suscripción: name, Envíos: PAUSE_REASONS[reason], Motivo: last },
  });
}

/** Everything of a subscription that is due, in the order of each stream. */
export async function deliverDue(deps: Deps, subscriptionId: number, signal: AbortSignal): Promise<void> {
  let receiver = await findReceiver(deps.db, subscriptionId);
  if (receiver?.pauseReason === 'FAILURES') {
    await probe(deps, receiver, signal);
    receiver = await findReceiver(deps.db, subscriptionId);
  }
  const claimNext = receiver?.pausedAt ? claimTest : claimDue;
  const sendAll = async () => {
    while (!signal.aborted) {
      const delivery = await claimNext(deps.db, subscriptionId, deps.clock());
      if (!delivery) return;
      await deliver(deps, subscriptionId, delivery, signal);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendAll));
}

/** One delivery shows whether a receiver that failed has recovered. */
async function probe(deps: Deps, { id, failures }: SubscriptionRow, signal: AbortSignal): Promise<void> {
  const now = deps.clock();
  const next = new Date(now.getTime() + pauseAt(PROBE_PAUSES_MS, failures - FAILURES_MAX + 1));
  const delivery = await deps.db
    .transaction()
    .execute(async (trx) => ((await postponeProbe(trx, id, now, next)) ? claimProbe(trx, id, now) : undefined));
  if (delivery) await deliver(deps, id, delivery, signal);
}

/** A receiver that hangs does not delay the others: each subscription has its own senders. */
export function createEventTask(): IntervalTask {
  const running = new Map<number, Promise<void>>();
  return {
    name: 'events',
    everyMs: SECOND_MS,
    async run(deps, signal) {
      const begin = (id: number) => {
        const sending = deliverDue(deps, id, signal)
          .catch((error: unknown) => deps.log.error({ err: error, subscription: id }, 'events could not be delivered'))
          .finally(() => running.delete(id));
        running.set(id, sending);
      };
      // A round ends with its deliveries: what stops the process waits for the round.
      try {
        do {
          for (const id of await listDueSubscriptions(deps.db, deps.clock())) if (!running.has(id)) begin(id);
          await Promise.race([Promise.all(running.values()), pause(SECOND_MS)]);
        } while (running.size > 0 && !signal.aborted);
      } finally {
        await Promise.all(running.values());
      }
    },
  };
}

/** Parks what could not be delivered in time, and removes what is old. */
const sweepEventsJob = defineMinuteJob('events.sweep', async ({ db, clock, job }) => {
  const now = clock();
  const before = new Date(now.getTime() - EVENT_DAYS * 24 * HOUR_MS);
  for (const sweep of [() => parkOverdue(db, now), () => parkRemoved(db, now), () => purgeEvents(db, before)])
    while ((await sweep()) > 0) job.signal.throwIfAborted();
});

export const eventJobs = [sweepEventsJob];
