import { pictureLink } from '@campanero/contract/profile/endpoints';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, hitOrRefuse, type SignedCtx, transact, userAudit, type Work } from '../../work/index.ts';
import { deletePicture, findPicture, hasPicture, replacePicture } from './profile.queries.ts';
import { PICTURE_SIDE } from '@campanero/contract/limits';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { reencodeImage, storePicture } from '../../work/pictures.ts';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';

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

/** Image decoding is expensive. */
const CHANGE_LIMIT = { limit: 20, windowSeconds: 600 };

/** Checked before the upload. */
const assertMayChangePicture = ({ db, actor, clock }: SignedCtx) =>
  hitOrRefuse(db, `picture:${actor.id}`, CHANGE_LIMIT, clock());

const changePicture = (ctx: SignedCtx, files: readonly UploadedFile[]): Promise<string> =>
  storePicture(ctx, files, toSquarePicture, (picture) =>
    transact(ctx, async (work) => {
      const before = await hasPicture(work.trx, work.actor.id);
      await replacePicture(work.trx, work.actor.id, picture, work.now);
      await record(work, before ? 'Con foto' : 'Sin foto', before ? 'Con otra foto' : 'Con foto');
      return picture.version;
    }),
  );

const removePicture = (ctx: SignedCtx): Promise<void> =>
  transact(ctx, async (work) => {
    if (!(await deletePicture(work.trx, work.actor.id))) throw new AppError('NOT_FOUND');
    await record(work, 'Con foto', 'Sin foto');
  });

const toSquarePicture = (uploaded: Buffer): Promise<Buffer> =>
  reencodeImage(uploaded, PIXELS_MAX, (image) =>
    image
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover', position: 'centre' })
      // Transparent areas become white.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 }),
  );

async function record({ actor, audit, afterCommit }: Work, before: string, after: string): Promise<void> {
  await audit(userAudit(actor.id, 'ACTUALIZAR', { before: { Foto: before }, after: { Foto: after } }));
  afterCommit({ to: [actor.id], event: 'settings', payload: {} });
}
