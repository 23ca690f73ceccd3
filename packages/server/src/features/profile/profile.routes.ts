import { pictureLink } from '@campanero/contract/profile/endpoints';
import { routesOf } from '../../http/mount.ts';
import { found } from '../../work/index.ts';
import { assertMayChangePicture, changePicture, removePicture } from './change-picture.ts';
import { findPicture } from './profile.queries.ts';

const ONE_YEAR = 365 * 24 * 3600;

/** The URL contains the version, so the owner's browser may cache it; other sessions may not. */
const pictureHeaders = (version: string) => ({
  'content-type': 'image/webp',
  'content-disposition': 'inline; filename="foto.webp"',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': `private, max-age=${ONE_YEAR}, immutable`,
  vary: 'Authorization, Origin',
  etag: `"${version}"`,
});

export const profileRoutes = routesOf(
  'profile',
  {
    picture: async ({ params }, ctx, request, reply) => {
      const picture = found(await findPicture(ctx.db, ctx.actor.id, params.version));
      const headers = pictureHeaders(picture.version);
      reply.headers(headers);
      if (request.headers['if-none-match'] === headers.etag) return reply.status(304).send();
      return reply.send(picture.content);
    },
    setPicture: async ({ files }, ctx) => ({ photoURL: pictureLink(await changePicture(ctx, files)) }),
    removePicture: (_input, ctx) => removePicture(ctx),
  },
  { setPicture: (_input, ctx) => assertMayChangePicture(ctx) },
);
