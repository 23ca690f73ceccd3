import crypto from 'node:crypto';
import {
  PAUSE_REASONS,
  SECRET_OVERLAP_HOURS,
  type SubscriptionBody,
  SUBSCRIPTIONS_MAX,
} from '@campanero/contract/outgoing-events/schemas';
import type { Db, Trx } from '../../db/index.ts';
import { numericHostOf, isPublicAddress } from '../../integrations/remote/public-address.ts';
import { AppError, assertCurrent, type Ctx, fieldError, found, type SignedCtx, transact } from '../../work/index.ts';
import { openSecret, sealSecret } from '../../work/sealed-secrets.ts';
import {
  type DeliveryKey,
  countSubscriptions,
  findSubscription,
  hasten,
  insertSubscription,
  insertTest,
  lockCreating,
  lockSubscription,
  replaceSecrets,
  resendOne,
  resendParked,
  listCampaignNames,
  selectSecrets,
  updateSubscription,
} from './outgoing-events.queries.ts';
import { eventAudit, subscriptionInWords } from './outgoing-events.words.ts';

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;
const SECRET_START = 'whsec_';

const ownerOf = (id: number) => ({ purpose: 'event subscription', id }) as const;
const inWords = (secret: Buffer) => `${SECRET_START}${secret.toString('base64')}`;

/** A name is checked when something is sent: it may stand for another address by then. */
function assertAddressAllowed({ config }: Ctx, written: string): void {
  if (config.eventsAllowPrivate) return;
  const url = new URL(written);
  if (url.protocol !== 'https:') throw fieldError('VALIDATION', 'url', 'La dirección debe empezar con https://.');
  const address = numericHostOf(url);
  if (url.hostname === 'localhost' || (address !== undefined && !isPublicAddress(address)))
    throw fieldError('VALIDATION', 'url', 'La dirección es de una red privada, y esta instalación no las permite.');
}

async function campaignNames(trx: Trx, ids: readonly number[] | null): Promise<string[] | null> {
  if (ids === null) return null;
  const names = await listCampaignNames(trx, ids);
  if (names.length < new Set(ids).size)
    throw fieldError('VALIDATION', 'campaignIds', 'Una de las campañas elegidas no existe.');
  return names;
}

const viewIn = async (trx: Trx, id: number) => found(await findSubscription(trx, id));

/** Under an Idempotency-Key only the id is stored: the secret is read again. */
const rememberId = ({ config }: Ctx) => ({
  remember: ({ subscription }: { subscription: { id: number } }) => ({ id: subscription.id }),
  recall: async (trx: Trx, { id }: { id: number }) => {
    const stored = found(await lockSubscription(trx, id));
    const opened = found(openSecret(config, ownerOf(id), stored.secret));
    return { subscription: await viewIn(trx, id), secret: inWords(opened.secret) };
  },
});

export const createSubscription = (ctx: SignedCtx, body: SubscriptionBody) =>
  transact(ctx, { remember: rememberId(ctx) }, async ({ trx, actor, now, audit }) => {
    assertAddressAllowed(ctx, body.url);
    await lockCreating(trx);
    if ((await countSubscriptions(trx)) >= SUBSCRIPTIONS_MAX) throw new AppError('TOO_MANY_SUBSCRIPTIONS');
    const campaigns = await campaignNames(trx, body.campaignIds);
    const id = await insertSubscription(trx, body, { userId: actor.id, now });
    const secret = crypto.randomBytes(SECRET_BYTES);
    await updateSubscription(trx, id, { secret: sealSecret(ctx.config, ownerOf(id), secret) });
    await audit(eventAudit(id, 'CREAR'), { after: subscriptionInWords(body, campaigns) });
    return { subscription: await viewIn(trx, id), secret: inWords(secret) };
  });

export const changeSubscription = (
  ctx: SignedCtx,
  id: number,
  { version, ...body }: SubscriptionBody & { version: number },
) =>
  transact(ctx, async ({ trx, now, audit }) => {
    assertAddressAllowed(ctx, body.url);
    const before = found(await lockSubscription(trx, id));
    assertCurrent(before, version);
    const [old, campaigns] = [
      before.campaignIds && (await listCampaignNames(trx, before.campaignIds)),
      await campaignNames(trx, body.campaignIds),
    ];
    await updateSubscription(trx, before.id, { ...body, wantedSince: now, version: before.version + 1 });
    await audit(eventAudit(id, 'ACTUALIZAR'), {
      before: subscriptionInWords(before, old),
      after: subscriptionInWords(body, campaigns),
    });
    return viewIn(trx, id);
  });

export const removeSubscription = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { name } = found(await lockSubscription(trx, id));
    await updateSubscription(trx, id, { removedAt: now });
    await audit(eventAudit(id, 'ACCIÓN'), { after: { Suscripción: name, Acción: 'Quitada' } });
  });

/** The one before signs too for a while, so that receivers can change over. */
export const renewSecret = (ctx: SignedCtx, id: number) =>
  transact(ctx, { remember: rememberId(ctx) }, async ({ trx, now, audit }) => {
    const before = found(await lockSubscription(trx, id));
    const secret = crypto.randomBytes(SECRET_BYTES);
    const previousUntil = new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS);
    await updateSubscription(trx, id, {
      secret: sealSecret(ctx.config, ownerOf(id), secret),
      previousSecret: before.secret,
      previousUntil,
    });
    await audit(eventAudit(id, 'ACCIÓN'), { after: { Suscripción: before.name, Acción: 'Secreto nuevo' } });
    return { subscription: await viewIn(trx, id), secret: inWords(secret) };
  });

export const setPaused = (ctx: SignedCtx, id: number, isPaused: boolean) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = found(await lockSubscription(trx, id));
    const pause = isPaused
      ? ({ pausedAt: now, pauseReason: 'MANUAL' } as const)
      : { pausedAt: null, pauseReason: null };
    await updateSubscription(trx, id, { ...pause, probeAt: null, failures: 0 });
    if (!isPaused) await hasten(trx, id, now);
    await audit(eventAudit(id, 'ACCIÓN'), {
      after: { Suscripción: before.name, Envíos: isPaused ? PAUSE_REASONS.MANUAL : 'Se reanudan' },
    });
    return viewIn(trx, id);
  });

export const sendTest = (ctx: SignedCtx, id: number) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { name } = found(await lockSubscription(trx, id));
    const eventId = await insertTest(trx, id, now);
    await audit(eventAudit(id, 'ACCIÓN'), { after: { Suscripción: name, Acción: 'Prueba' } });
    return { eventId };
  });

export const resendDelivery = (ctx: SignedCtx, key: DeliveryKey): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { name } = found(await lockSubscription(trx, key.subscriptionId));
    if (!(await resendOne(trx, key, now))) throw new AppError('NOT_FOUND');
    await audit(eventAudit(key.subscriptionId, 'ACCIÓN'), {
      after: { Suscripción: name, Acción: 'Reenviar', Evento: key.eventId },
    });
  });

export const resendAllParked = (ctx: SignedCtx, id: number) =>
  // 100,000 rows take more than the pool's timeout where the disk is slow.
  transact(ctx, { statementTimeoutMs: 120_000 }, async ({ trx, now, audit }) => {
    const { name } = found(await lockSubscription(trx, id));
    const count = await resendParked(trx, id, now);
    await audit(eventAudit(id, 'ACCIÓN'), {
      after: { Suscripción: name, Acción: 'Reenviar los apartados', Eventos: count },
    });
    return { count };
  });

/** Runs at startup; afterwards the previous key is no longer needed. */
export async function resealEventSecrets({ db, config }: { db: Db; config: Ctx['config'] }): Promise<void> {
  if (!config.jwtSecretPrevious) return;
  for (const row of await selectSecrets(db)) {
    const reseal = (sealed: Buffer) => {
      const opened = openSecret(config, ownerOf(row.id), sealed);
      return opened?.isUnderPreviousKey ? sealSecret(config, ownerOf(row.id), opened.secret) : sealed;
    };
    const { secret, previousSecret } = row;
    await replaceSecrets(db, secret, {
      ...row,
      secret: reseal(secret),
      previousSecret: previousSecret && reseal(previousSecret),
    });
  }
}
