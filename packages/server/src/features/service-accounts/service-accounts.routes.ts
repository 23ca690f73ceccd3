import { maySideHold, SERVICE_SCOPES, type ServiceScope } from '@campanero/contract/roles';
import {
  INVALID_EXPIRY,
  SCOPE_LABELS,
  SCOPE_OUT_OF_REACH,
  SERVICE_DAYS_MAX,
  SERVICE_KEY_START,
  SERVICE_KEYS_MAX,
  type ServiceAccountBody,
  type ServiceAccountPatch,
  type ServiceListQuery,
} from '@campanero/contract/service-accounts/schemas';
import { dayBounds, formatDay, productDay } from '@campanero/contract/shared/dates';

import { randomBytes } from 'node:crypto';
import type { Trx } from '../../db/index.ts';
import { routesOf } from '../../http/mount.ts';
import {
  AppError,
  assertConfirmed,
  assertCurrent,
  type AuditValues,
  fieldError,
  NEWEST_FIRST,
  pagingOfQuery,
  refuseDuplicate,
  type SignedCtx,
  transact,
  userAudit,
} from '../../work/index.ts';
import { hashKey } from './admit-service.ts';
import { isWider } from './service-accounts.policy.ts';
import * as queries from './service-accounts.queries.ts';
import type { NewAccount, StoredAccount } from './service-accounts.queries.ts';

export const serviceAccountRoutes = routesOf('serviceAccounts', {
  list: ({ query }, ctx) => listAccounts(ctx, query),
  get: ({ params }, ctx) => viewAccount(ctx, params.id),
  create: ({ body }, ctx) => createAccount(ctx, body),
  update: async ({ params, body }, ctx) => {
    await changeAccount(ctx, params.id, body);
    return viewAccount(ctx, params.id);
  },
  setState: async ({ params, body }, ctx) => {
    await setState(ctx, params.id, body.disable);
    return viewAccount(ctx, params.id);
  },
  rotate: ({ params, body }, ctx) => rotateKey(ctx, params.id, body.version),
  endKey: async ({ params }, ctx) => {
    await endKey(ctx, params.id, params.keyId);
    return viewAccount(ctx, params.id);
  },
});

const DAY_MS = 86_400_000;
const isScope = (scope: string): scope is ServiceScope => scope in SERVICE_SCOPES;
/** In the order of the form. */
const scopesInOrder = (scopes: readonly string[]) =>
  Object.keys(SERVICE_SCOPES).filter((scope): scope is ServiceScope => isScope(scope) && scopes.includes(scope));
/** Stored as the end of the last day. */
const lastDayOf = ({ expiresAt }: Pick<StoredAccount, 'expiresAt'>) => productDay(new Date(expiresAt.getTime() - 1));

const presentRow = (account: StoredAccount, now: Date) => ({
  ...account,
  scopes: scopesInOrder(account.scopes),
  expires: lastDayOf(account),
  expired: account.expiresAt <= now,
  disable: account.disabled,
});

async function listAccounts({ db, clock }: SignedCtx, query: ServiceListQuery) {
  const paging = pagingOfQuery(query, NEWEST_FIRST);
  const now = clock();
  const [rows, totalElementsCount] = await Promise.all([
    queries.selectAccounts(db, query.general, paging, now),
    queries.countAccounts(db, query.general),
  ]);
  return {
    accounts: rows.map((row) => ({ ...presentRow(row, now), prefixes: row.prefixes })),
    totalElementsCount,
    page: query.pageNumber,
  };
}

async function viewAccount({ db, clock }: SignedCtx, id: number) {
  const now = clock();
  const account = await queries.getAccountRow(db, id);
  const [campaigns, keys, days, routes] = await Promise.all([
    account.campaignIds && queries.selectCampaignsNamed(db, account.campaignIds),
    queries.selectValidKeys(db, id, now),
    queries.selectUseByDay(db, id, now),
    queries.selectUseByRoute(db, id, now),
  ]);
  return { ...presentRow(account, now), campaigns, keys, days, routes };
}

const stateInWords = (disabled: boolean) => (disabled ? 'Deshabilitada' : 'Habilitada');

const KEY_BYTES = 32;
/** Enough to tell keys apart, and useless without the rest. */
const PREFIX_LENGTH = SERVICE_KEY_START.length + 6;

/** Stored as a hash: the key itself is in the response only, which is kept under no Idempotency-Key. */
async function addKey(trx: Trx, userId: number, by: { createdBy: number; now: Date }) {
  const key = SERVICE_KEY_START + randomBytes(KEY_BYTES).toString('base64url');
  const prefix = key.slice(0, PREFIX_LENGTH);
  await queries.insertKey(trx, { userId, digest: hashKey(key), prefix, ...by });
  return { key, prefix };
}

const createAccount = (ctx: SignedCtx, body: ServiceAccountBody) =>
  transact(ctx, { remember: false }, async ({ trx, actor, now, audit }) => {
    const account = await checkAccount(trx, body, now);
    const id = await queries.insertAccount(trx, account, { userId: actor.id, now }).catch(refuseTakenName);
    const { key, prefix } = await addKey(trx, id, { createdBy: actor.id, now });
    const values = await accountInWords(trx, account);
    await audit(userAudit(id, 'CREAR'), { after: { ...values, Estado: stateInWords(false), Clave: prefix } });
    return { id, key };
  });

const refuseTakenName = refuseDuplicate('app_user_service_name', () =>
  fieldError('NAME_TAKEN', 'name', 'Ya existe otra cuenta de servicio con ese nombre.'),
);

async function checkAccount(trx: Trx, { expires, ...body }: ServiceAccountBody, now: Date): Promise<NewAccount> {
  const scopes = scopesInOrder(body.scopes);
  if (scopes.some((scope) => !maySideHold(scope, body))) throw fieldError('VALIDATION', 'scopes', SCOPE_OUT_OF_REACH);
  const expiresAt = dayBounds(expires).to;
  const latest = new Date(now.getTime() + SERVICE_DAYS_MAX * DAY_MS);
  if (productDay(now) >= expires || expiresAt > latest) throw fieldError('VALIDATION', 'expires', INVALID_EXPIRY);
  const campaignIds = body.campaignIds && [...new Set(body.campaignIds)].toSorted((a, b) => a - b);
  if (campaignIds) {
    const found = await queries.selectCampaignsNamed(trx, campaignIds);
    if (found.length < campaignIds.length || (body.external && found.some(({ external }) => !external)))
      throw fieldError('VALIDATION', 'campaignIds', 'Una de las campañas elegidas no existe o no es de ese lado.');
  }
  return { ...body, scopes, campaignIds, addresses: [...new Set(body.addresses)], expiresAt };
}

/** `Dirección` keeps the record for administrators (rule security/restricted-records). */
async function accountInWords(trx: Trx, account: NewAccount): Promise<AuditValues> {
  const { campaignIds } = account;
  const names = campaignIds && (await queries.selectCampaignsNamed(trx, campaignIds)).map(({ name }) => name);
  return {
    'Cuenta de servicio': account.name,
    Permisos: scopesInOrder(account.scopes)
      .map((scope) => SCOPE_LABELS[scope])
      .join(', '),
    Lado: account.external ? 'Externo' : 'Interno',
    Campañas: names ? names.join(', ') : 'Todas',
    Dirección: account.addresses.join(', ') || 'Cualquiera',
    Vence: formatDay(lastDayOf(account)),
  };
}

const changeAccount = (ctx: SignedCtx, id: number, { version, ...body }: ServiceAccountPatch): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await queries.lockAccountRow(trx, id);
    assertCurrent(before, version);
    const isSameExpiry = body.expires === lastDayOf(before);
    // An expired account keeps its day until somebody renews it.
    const checked = await checkAccount(trx, isSameExpiry ? { ...body, expires: laterDay(now) } : body, now);
    const after = isSameExpiry ? { ...checked, expiresAt: before.expiresAt } : checked;
    if (isWider(before, after)) assertConfirmed(ctx);
    await queries.updateAccount(trx, id, after, now).catch(refuseTakenName);
    const values = { before: await accountInWords(trx, before), after: await accountInWords(trx, after) };
    await audit(userAudit(id, 'ACTUALIZAR'), values);
  });

const laterDay = (now: Date) => productDay(new Date(now.getTime() + DAY_MS));

/** Takes effect on the next request. Enabling asks for a confirmed identity. */
const setState = (ctx: SignedCtx, id: number, disable: boolean): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await queries.lockAccountRow(trx, id);
    if (!disable) assertConfirmed(ctx);
    if (before.disabled !== disable) await queries.setAccountState(trx, id, disable, now);
    await audit(userAudit(id, 'ACCIÓN'), {
      before: { Estado: stateInWords(before.disabled) },
      after: {
        Acción: `${disable ? 'Deshabilitar' : 'Habilitar'} la cuenta ${before.name}`,
        Estado: stateInWords(disable),
      },
    });
  });

/** The version makes a repeated request a conflict instead of another key. */
const rotateKey = (ctx: SignedCtx, id: number, version: number): Promise<{ key: string }> =>
  transact(ctx, { remember: false }, async (work) => {
    const { trx, actor, now, audit } = work;
    const account = await queries.lockAccountRow(trx, id);
    assertCurrent(account, version);
    const valid = await queries.selectValidKeys(trx, id, now);
    if (valid.length >= SERVICE_KEYS_MAX) throw new AppError('TOO_MANY_KEYS');
    await queries.limitKeys(trx, id, new Date(now.getTime() + DAY_MS));
    const { key, prefix } = await addKey(trx, id, { createdBy: actor.id, now });
    await queries.raiseVersion(trx, id, now);
    await audit(keyAudit(account, 'Clave nueva', prefix), {
      after: { 'Valen un día más': valid.map((each) => each.prefix).join(', ') || undefined },
    });
    return { key };
  });

const endKey = (ctx: SignedCtx, id: number, keyId: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const account = await queries.lockAccountRow(trx, id);
    const key = (await queries.selectValidKeys(trx, id, now)).find((each) => each.id === keyId);
    if (!key || !(await queries.endKeyRow(trx, { userId: id, keyId }, now))) throw new AppError('NOT_FOUND');
    await queries.raiseVersion(trx, id, now);
    await audit(keyAudit(account, 'Clave anulada', key.prefix));
  });

const keyAudit = ({ id, name }: StoredAccount, action: string, prefix: string) =>
  userAudit(id, 'ACCIÓN', { after: { Acción: action, 'Cuenta de servicio': name, Clave: prefix } });
