import { NOTES_MAX } from '@campanero/contract/limits';
import { AppError, assertCurrent, found, type SignedCtx, transact, type Work } from '../../work/index.ts';
import {
  countNotesLocked,
  deleteNote,
  findNote,
  insertNote,
  lockNote,
  updateNote,
  type NoteRow,
} from './quick-panel.queries.ts';

/** The caller's own notes. Like settings they leave no audit record; the event updates the user's other devices. */
const publishChange = ({ afterCommit, actor }: Work, id: number) =>
  afterCommit({ to: [actor.id], event: 'note', payload: { id } });

/** The idempotency record stores only the id: a note may hold personal data. */
const replayById = (ctx: SignedCtx) => ({
  remember: ({ id }: NoteRow) => id,
  recall: async (trx: Work['trx'], id: number) => found(await findNote(trx, { id, userId: ctx.actor.id })),
});

export const addNote = (ctx: SignedCtx, text: string): Promise<NoteRow> =>
  transact(ctx, { remember: replayById(ctx) }, async (work) => {
    const { trx, actor, now } = work;
    if ((await countNotesLocked(trx, actor.id)) >= NOTES_MAX) throw new AppError('TOO_MANY_NOTES');
    const made = await insertNote(trx, { userId: actor.id, text, updatedAt: now });
    publishChange(work, made.id);
    return made;
  });

export const editNote = (
  ctx: SignedCtx,
  id: number,
  { text, version }: { text: string; version?: number | undefined },
): Promise<NoteRow> =>
  transact(ctx, { remember: replayById(ctx) }, async (work) => {
    const { trx, actor, now } = work;
    const before = found(await lockNote(trx, { id, userId: actor.id }));
    assertCurrent(before, version);
    if (before.text === text) return before;
    const changed = await updateNote(trx, id, { text, updatedAt: now });
    publishChange(work, id);
    return changed;
  });

export const removeNote = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async (work) => {
    if (!(await deleteNote(work.trx, { id, userId: work.actor.id }))) throw new AppError('NOT_FOUND');
    publishChange(work, id);
  });
