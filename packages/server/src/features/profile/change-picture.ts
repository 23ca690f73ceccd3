import { PICTURE_SIDE } from '@campanero/contract/limits';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError, hitOrRefuse, type SignedCtx, transact, userAudit, type Work } from '../../work/index.ts';
import { reencodeImage, storePicture } from '../../work/pictures.ts';
import { deletePicture, hasPicture, replacePicture } from './profile.queries.ts';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';

/** Image decoding is expensive. */
const CHANGE_LIMIT = { limit: 20, windowSeconds: 600 };

/** Checked before the upload. */
export const assertMayChangePicture = ({ db, actor, clock }: SignedCtx) =>
  hitOrRefuse(db, `picture:${actor.id}`, CHANGE_LIMIT, clock());

export const changePicture = (ctx: SignedCtx, files: readonly UploadedFile[]): Promise<string> =>
  storePicture(ctx, files, toSquarePicture, (picture) =>
    transact(ctx, async (work) => {
      const before = await hasPicture(work.trx, work.actor.id);
      await replacePicture(work.trx, work.actor.id, picture, work.now);
      await record(work, before ? 'Con foto' : 'Sin foto', before ? 'Con otra foto' : 'Con foto');
      return picture.version;
    }),
  );

export const removePicture = (ctx: SignedCtx): Promise<void> =>
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
