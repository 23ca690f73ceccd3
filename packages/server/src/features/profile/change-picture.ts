import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PICTURE_SIDE } from '@campanero/contract/limits';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { reencodeImage } from '../../work/pictures.ts';
import { hit } from '../../work/rate-limit.ts';
import { discardOrphan } from '../../work/orphan-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import { deletePicture, hasPicture, replacePicture } from './profile.queries.ts';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';

/** Image decoding is expensive. */
const CHANGE_LIMIT = { limit: 20, windowSeconds: 600 };

/** Checked before the upload. */
export async function assertMayChangePicture(ctx: SignedCtx): Promise<void> {
  const { allowed, retryAfter } = await hit(ctx.db, `picture:${ctx.actor.id}`, CHANGE_LIMIT, ctx.clock());
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
}

/**
 * Sets the caller's own picture; for any signed-in user. Returns its version. Stores a re-encoded image and deletes the
 * upload. Leaves one audit record and an event to the caller's other devices.
 */
export async function changePicture(ctx: SignedCtx, files: readonly UploadedFile[]): Promise<string> {
  const [uploaded] = files;
  if (!uploaded) throw new AppError('NO_FILE');
  const content = await toSquarePicture(await buffer(await ctx.files.get(uploaded.key)));
  const version = createHash('sha256').update(content).digest('hex').slice(0, 20);
  const stored = await transact(ctx, async (work) => {
    const before = await hasPicture(work.trx, work.actor.id);
    await replacePicture(work.trx, work.actor.id, { version, content }, work.now);
    await record(work, before ? 'Con foto' : 'Sin foto', before ? 'Con otra foto' : 'Con foto');
    return version;
  });
  // On failure the sweep of orphaned files deletes it.
  await discardOrphan(ctx, uploaded.key).catch(() => {});
  return stored;
}

/**
 * Removes the caller's picture; NOT_FOUND without one. Leaves one audit record and an event to the caller's other
 * devices.
 */
export const removePicture = (ctx: SignedCtx): Promise<null> =>
  transact(ctx, async (work) => {
    if (!(await deletePicture(work.trx, work.actor.id))) throw new AppError('NOT_FOUND');
    await record(work, 'Con foto', 'Sin foto');
    return null;
  });

/** A centred square as WebP. */
const toSquarePicture = (uploaded: Buffer): Promise<Buffer> =>
  reencodeImage(uploaded, PIXELS_MAX, (image) =>
    image
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover', position: 'centre' })
      // Transparent areas become white.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 84 }),
  );

async function record({ actor, audit, afterCommit }: Work, before: string, after: string): Promise<void> {
  await audit({
    action: 'USUARIO',
    subaction: 'ACTUALIZAR',
    object: { type: 'user', id: actor.id },
    before: { Foto: before },
    after: { Foto: after },
  });
  afterCommit({ to: [actor.id], event: 'settings', payload: {} });
}
