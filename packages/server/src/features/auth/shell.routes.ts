import type { FastifyInstance } from 'fastify';
import { api } from '@campanero/contract';
import { bearerToken } from '../../http/authenticate.ts';
import { mount } from '../../http/mount.ts';
import { AppError, type SignedCtx } from '../../work/index.ts';
import { presentIdentity, presentShellUser } from './auth.present.ts';
import { getAccount } from './auth.queries.ts';
import { isPasswordCorrect } from './password/passwords.ts';
import { readDeviceCookie, writeDeviceCookie } from './session/device-cookie.ts';
import { readCredentials, signIn, type SignedIn } from './session/sign-in.ts';
import { registerGuest } from './register-guest.ts';
import { saveShellRecord } from './save-shell-record.ts';

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
