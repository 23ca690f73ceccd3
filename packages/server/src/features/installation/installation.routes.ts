import { routesOf } from '../../http/mount.ts';
import { AppError } from '../../work/index.ts';
import {
  assertMaySetLogo,
  changeInstallation,
  closeFirstDay,
  removeLogo,
  setLogo,
  testMail,
  viewFirstDay,
  viewInstallation,
} from './change-installation.ts';
import { findLogo } from './installation.queries.ts';

const ONE_YEAR = 365 * 24 * 3600;

export const installationRoutes = routesOf(
  'installation',
  {
    facts: (_input, ctx) => viewInstallation(ctx),
    logo: async ({ params }, { db }, _request, reply) => {
      const found = await findLogo(db, params.version);
      if (!found?.logo) throw new AppError('NOT_FOUND');
      return reply
        .headers({
          'content-type': 'image/png',
          'content-disposition': 'inline; filename="logo.png"',
          'content-security-policy': "default-src 'none'; sandbox",
          // The URL contains the logo's version.
          'cache-control': `public, max-age=${ONE_YEAR}, immutable`,
        })
        .send(found.logo);
    },
    change: ({ body }, ctx) => changeInstallation(ctx, body),
    setLogo: ({ files }, ctx) => setLogo(ctx, files),
    removeLogo: (_input, ctx) => removeLogo(ctx),
    testMail: (_input, ctx) => testMail(ctx),
    firstDay: (_input, ctx) => viewFirstDay(ctx),
    closeFirstDay: ({ body }, ctx) => closeFirstDay(ctx, body.closed),
  },
  { setLogo: (_input, ctx) => assertMaySetLogo(ctx) },
);
