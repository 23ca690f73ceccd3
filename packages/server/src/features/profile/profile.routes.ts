import { pictureLink } from '@campanero/contract/profile/endpoints';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, hitOrRefuse, type SignedCtx, transact, userAudit, type Work } from '../../work/index.ts';
import { deletePicture, findPicture, hasPicture, replacePicture } from './profile.queries.ts';
import { PICTURE_SIDE } from '@campanero/contract/limits';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { PICTURE_LIMIT, pictureHeaders, reencodeImage, storePicture } from '../../work/pictures.ts';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';

export const profileRoutes = routesOf(
  'profile',
  {
    picture: async ({ params }, ctx, request, reply) => {
      const picture = found(await findPicture(ctx.db, ctx.actor.id, params.version));
      const etag = `"${picture.version}"`;
      // The owner's browser may cache it; other sessions may not.
      reply.headers({ ...pictureHeaders('image/webp', 'foto.webp', 'private'), vary: 'Authorization, Origin', etag });
      return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(picture.content);
    },
    setPicture: async ({ files }, ctx) => ({ photoURL: pictureLink(await changePicture(ctx, files)) }),
    removePicture: (_input, ctx) => removePicture(ctx),
  },
  { setPicture: (_input, { db, actor, clock }) => hitOrRefuse(db, `picture:${actor.id}`, PICTURE_LIMIT, clock()) },
);

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
  await audit(userAudit(actor.id, 'ACTUALIZAR'), { before: { Foto: before }, after: { Foto: after } });
  afterCommit({ to: [actor.id], event: 'settings', payload: {} });
}
