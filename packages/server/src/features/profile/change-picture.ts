import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { hit } from '../../work/rate-limit.ts';
import { discardOrphan } from '../../work/orphan-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import { deletePicture, hasPicture, replacePicture } from './profile.queries.ts';
import { toSquarePicture } from './square-picture.ts';

/** Decoding costs far more than other requests. */
const CHANGES = { limit: 20, windowSeconds: 600 };

/** Before the file is sent. */
export async function assertMayChangePicture(ctx: SignedCtx): Promise<void> {
  const { allowed, retryAfter } = await hit(ctx.db, `picture:${ctx.actor.id}`, CHANGES, ctx.clock());
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
}

/**
 * The caller's own picture, for anybody signed in; answers its version. What is stored is made anew from the uploaded image, which is
 * deleted. Leaves one audit record and tells the caller's other devices.
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
  // What fails here is deleted by the sweep of files that nothing names.
  await discardOrphan(ctx, uploaded.key).catch(() => {});
  return stored;
}

/** Back to the initials. NOT_FOUND without a picture. Leaves one audit record and tells the caller's other devices. */
export const removePicture = (ctx: SignedCtx): Promise<null> =>
  transact(ctx, async (work) => {
    if (!(await deletePicture(work.trx, work.actor.id))) throw new AppError('NOT_FOUND');
    await record(work, 'Con foto', 'Sin foto');
    return null;
  });

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
