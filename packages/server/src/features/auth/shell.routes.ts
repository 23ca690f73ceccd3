import type { FastifyInstance } from 'fastify';
import { api } from '@campanero/contract';
import { bearerToken } from '../../http/authenticate.ts';
import { mount } from '../../http/mount.ts';
import {
  AppError,
  type Ctx,
  fieldError,
  hitOrRefuse,
  refuseDuplicate,
  type SignedCtx,
  transact,
} from '../../work/index.ts';
import { userAudit } from '../../work/audit.ts';
import { presentIdentity, presentShellUser } from './auth.present.ts';
import { type Account, getAccount, lockSettings, updateShellRecord } from './auth.queries.ts';
import { assertPasswordAllowed, hashPassword, isPasswordCorrect } from './password/passwords.ts';
import { readDeviceCookie, writeDeviceCookie } from './session/device-cookie.ts';
import { readCredentials, type SignedIn, signIn } from './session/sign-in.ts';
import { insertRow } from '../../db/index.ts';
import type { GuestBody } from '@campanero/contract/auth/schemas';
import { ADDRESS_REGISTRATIONS, addressKey } from './attempt-limits.ts';
import { createSession } from './session/sessions.ts';
import { dialTemplateFault } from '@campanero/contract/phone/dial';
import { mergeSettings, readSettings } from '@campanero/contract/settings/schemas';

const presentSignIn = ({ account, token }: SignedIn) => ({ user: presentShellUser(account), access_token: token });

function assertOwn(ctx: SignedCtx, sub: string): void {
  if (sub !== String(ctx.actor.id)) throw new AppError('NOT_FOUND');
}

/** Endpoints of older clients (rule api/legacy-shell-calls). */
export function shellRoutes(app: FastifyInstance): void {
  const { register, ...shell } = api.shell;

  app.register(async (scope) => {
    // Before validation: where registration is closed, invalid bodies get the same refusal.
    scope.addHook('preValidation', async (request) => {
      if (!request.ctx.config.allowRegistration) throw new AppError('REGISTRATION_CLOSED');
    });
    mount(
      scope,
      'shell',
      { register },
      { register: async ({ body }, ctx) => presentSignIn(await registerGuest(ctx, body)) },
    );
  });

  mount(app, 'shell', shell, {
    signIn: async (_input, ctx, request, reply) => {
      const given = readCredentials({ authorization: request.headers.authorization, body: request.body });
      if (!given) throw new AppError('INVALID_CREDENTIALS');
      const browser = readDeviceCookie(request);
      const signedIn = await signIn(ctx, given, isPasswordCorrect, browser);
      writeDeviceCookie(reply, ctx.config, browser.deviceId);
      return presentSignIn(signedIn);
    },
    accessToken: async (_input, ctx, request) => ({
      user: presentShellUser(await getAccount(ctx.db, ctx.actor.id)),
      access_token: bearerToken(request) ?? '',
    }),
    update: async ({ body }, ctx) => presentShellUser(await saveShellRecord(ctx, body.user.data)),
    identity: async ({ params }, ctx) => {
      assertOwn(ctx, params.sub);
      return presentIdentity(await getAccount(ctx.db, ctx.actor.id));
    },
    patchIdentity: async ({ params, body }, ctx) => {
      assertOwn(ctx, params.sub);
      return presentIdentity(await saveShellRecord(ctx, body.user_metadata));
    },
  });
}

/** Registers a guest without roles, where the installation allows it, and signs them in. Leaves an audit record. */
async function registerGuest(ctx: Ctx, given: GuestBody): Promise<SignedIn> {
  if (!ctx.config.allowRegistration || ctx.config.oidcOnly) throw new AppError('REGISTRATION_CLOSED');
  await hitOrRefuse(ctx.db, addressKey('register', ctx.address), ADDRESS_REGISTRATIONS, ctx.clock());

  const [firstName = '', ...rest] = given.displayName.split(/\s+/);
  const person = { firstName, lastName: rest.join(' '), email: given.email };
  assertPasswordAllowed(given.password, person, ctx.config);
  const passwordHash = await hashPassword(given.password);
  return transact(ctx, { remember: false }, async ({ trx, now, audit }): Promise<SignedIn> => {
    const id = await insertRow(trx, 'appUser', { ...person, passwordHash, lastLoginAt: now }).catch(
      refuseDuplicate('app_user_email', () => new AppError('EMAIL_TAKEN')),
    );
    const { address, userAgent } = ctx;
    const session = await createSession(trx, ctx.config, { userId: id, address, userAgent }, now);
    await audit(userAudit(id, 'CREAR'), {
      userId: id,
      after: { Nombre: given.displayName, Correo: given.email, Roles: 'Invitado' },
    });
    return { ...session, account: await getAccount(trx, id) };
  });
}

/** Merged leaf by leaf, so that two devices do not overwrite each other. No audit record. */
const saveShellRecord = (
  ctx: SignedCtx,
  { settings, shortcuts }: { settings?: Record<string, unknown> | undefined; shortcuts?: string[] | undefined } = {},
): Promise<Account> =>
  // Idempotent by itself, and the response holds personal data that should not be stored.
  transact(ctx, { remember: false }, async ({ trx, actor, afterCommit }) => {
    const template = readSettings(settings).preferences.dialTemplate;
    const fault = template && dialTemplateFault(template);
    if (fault) throw fieldError('VALIDATION', 'settings.preferences.dialTemplate', fault);
    const merged = settings && mergeSettings(await lockSettings(trx, actor.id), settings);
    await updateShellRecord(trx, actor.id, { settings: merged, shortcuts });
    afterCommit({ to: [actor.id], event: 'settings', payload: {} });
    return getAccount(trx, actor.id);
  });
