import { NOTES_MAX } from '@campanero/contract/limits';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import {
  countNotesLocked,
  deleteNote,
  findNote,
  insertNote,
  lockNote,
  updateNote,
  type NoteRow,
} from './quick-panel.queries.ts';

/**
 * One's own notes: any role, each person only their own (a note of another user is NOT_FOUND). Like settings they leave no
 * audit record. The event updates the person's other devices.
 */
const tell = ({ afterCommit, actor }: Work, id: number) =>
  afterCommit({ to: [actor.id], event: 'note', payload: { id } });

/** Under an Idempotency-Key only the id is stored: a note may hold a citizen's data. */
const byId = (ctx: SignedCtx) => ({
  remember: ({ id }: NoteRow) => id,
  recall: async (trx: Work['trx'], id: number): Promise<NoteRow> => {
    const found = await findNote(trx, { id, userId: ctx.actor.id });
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  },
});

/** Refused once the person has as many as the panel holds. */
export const addNote = (ctx: SignedCtx, text: string): Promise<NoteRow> =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now } = work;
      if ((await countNotesLocked(trx, actor.id)) >= NOTES_MAX) throw new AppError('TOO_MANY_NOTES');
      const made = await insertNote(trx, { userId: actor.id, text, updatedAt: now });
      tell(work, made.id);
      return made;
    },
    { remember: byId(ctx) },
  );

/** A stale version is refused: what another device wrote meanwhile is not overwritten unseen. */
export const editNote = (
  ctx: SignedCtx,
  id: number,
  { text, version }: { text: string; version?: number | undefined },
): Promise<NoteRow> =>
  transact(
    ctx,
    async (work) => {
      const { trx, actor, now } = work;
      const before = await lockNote(trx, { id, userId: actor.id });
      if (!before) throw new AppError('NOT_FOUND');
      assertCurrent(before, version);
      if (before.text === text) return before;
      const changed = await updateNote(trx, id, { text, updatedAt: now });
      tell(work, id);
      return changed;
    },
    { remember: byId(ctx) },
  );

export const removeNote = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async (work) => {
    if (!(await deleteNote(work.trx, { id, userId: work.actor.id }))) throw new AppError('NOT_FOUND');
    tell(work, id);
  });
