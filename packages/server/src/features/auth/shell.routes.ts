import type { FastifyInstance } from 'fastify';
import { api } from '@campanero/contract';
import { bearerToken } from '../../http/authenticate.ts';
import { mount } from '../../http/mount.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { presentIdentity, presentShellUser } from './auth.present.ts';
import { getAccount } from './auth.queries.ts';
import { isPasswordRight } from './password/passwords.ts';
import { readMark, writeMark } from './session/device-cookie.ts';
import { readCredentials, signIn, type SignedIn } from './session/sign-in.ts';
import { registerGuest } from './register-guest.ts';
import { saveShellRecord } from './save-shell-record.ts';

const presentEntry = ({ account, token }: SignedIn) => ({ user: presentShellUser(account), access_token: token });

/** One's own record only: any other is as unknown as one that never was. */
function assertOwn(ctx: SignedCtx, sub: string): void {
  if (sub !== String(ctx.actor.id)) throw new AppError('NOT_FOUND');
}

/** What older clients of the shell call (rule api/legacy-shell-calls). */
export function shellRoutes(app: FastifyInstance): void {
  const { register, ...shell } = api.shell;

  app.register(async (scope) => {
    // Before the body is looked at: where registration is closed, it is closed for every body.
    scope.addHook('preValidation', async (request) => {
      if (!request.ctx.config.allowRegistration) throw new AppError('REGISTRATION_CLOSED');
    });
    mount(
      scope,
      'shell',
      { register },
      { register: async ({ body }, ctx) => presentEntry(await registerGuest(ctx, body)) },
    );
  });

  mount(app, 'shell', shell, {
    signIn: async (_input, ctx, request, reply) => {
      const given = readCredentials({ authorization: request.headers.authorization, body: request.body });
      if (!given) throw new AppError('INVALID_CREDENTIALS');
      const browser = readMark(request);
      const entered = await signIn(ctx, given, isPasswordRight, browser);
      writeMark(reply, ctx.config, browser.mark);
      return presentEntry(entered);
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
