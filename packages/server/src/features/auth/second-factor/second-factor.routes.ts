import { routesOf } from '../../../http/mount.ts';
import { requireSecondFactor, resetSecondFactor, viewRequiredRoles } from './admin.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

export const secondFactorRoutes = routesOf('secondFactor', {
  state: async (_input, ctx) => readSecondFactor(ctx),
  begin: async ({ body }, ctx) => beginSecondFactor(ctx, body.password),
  confirm: async ({ body }, ctx) => ({ recoveryCodes: await confirmSecondFactor(ctx, body.code) }),
  renewCodes: async ({ body }, ctx) => ({ recoveryCodes: await renewRecoveryCodes(ctx, body.code) }),
  disable: ({ body }, ctx) => disableSecondFactor(ctx, body),
  reset: ({ params }, ctx) => resetSecondFactor(ctx, params.id),
  roles: (_input, ctx) => viewRequiredRoles(ctx),
  requireRoles: ({ body }, ctx) => requireSecondFactor(ctx, body),
});
