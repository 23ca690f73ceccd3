import { routesOf } from '../../http/mount.ts';
import {
  countNotesLocked,
  deleteNote,
  findNote,
  insertNote,
  lockNote,
  type NoteRow,
  updateNote,
} from './quick-panel.queries.ts';
import { NOTES_MAX } from '@campanero/contract/limits';
import { AppError, assertCurrent, found, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { viewQuickPanel } from './view-quick-panel.ts';

export const quickPanelRoutes = routesOf('quickPanel', {
  data: async (_input, ctx) => {
    const { events, notes } = await viewQuickPanel(ctx);
    return { events, notes: notes.map(presentNote) };
  },
  addNote: async ({ body }, ctx) => presentNote(await addNote(ctx, body.text)),
  editNote: async ({ params, body }, ctx) => presentNote(await editNote(ctx, params.id, body)),
  deleteNote: ({ params }, ctx) => removeNote(ctx, params.id),
});

function presentNote({ id, text, updatedAt, version }: NoteRow) {
  const [title = '', ...others] = text.split('\n');
  return { id, title, detail: others.join('\n').trim(), text, updatedAt, version };
}

/** The caller's own notes. Like settings they leave no audit record; the event updates the user's other devices. */
const publishChange = ({ afterCommit, actor }: Work, id: number) =>
  afterCommit({ to: [actor.id], event: 'note', payload: { id } });

/** The idempotency record stores only the id: a note may hold personal data. */
const replayById = (ctx: SignedCtx) => ({
  remember: ({ id }: NoteRow) => id,
  recall: async (trx: Work['trx'], id: number) => found(await findNote(trx, { id, userId: ctx.actor.id })),
});

const addNote = (ctx: SignedCtx, text: string): Promise<NoteRow> =>
  transact(ctx, { remember: replayById(ctx) }, async (work) => {
    const { trx, actor, now } = work;
    if ((await countNotesLocked(trx, actor.id)) >= NOTES_MAX) throw new AppError('TOO_MANY_NOTES');
    const made = await insertNote(trx, { userId: actor.id, text, updatedAt: now });
    publishChange(work, made.id);
    return made;
  });

const editNote = (ctx: SignedCtx, id: number, { text, version }: { text: string; version?: number | undefined }) =>
  transact(ctx, { remember: replayById(ctx) }, async (work) => {
    const { trx, actor, now } = work;
    const before = found(await lockNote(trx, { id, userId: actor.id }));
    assertCurrent(before, version);
    if (before.text === text) return before;
    const changed = await updateNote(trx, id, { text, updatedAt: now });
    publishChange(work, id);
    return changed;
  });

const removeNote = (ctx: SignedCtx, id: number): Promise<void> =>
  transact(ctx, async (work) => {
    if (!(await deleteNote(work.trx, { id, userId: work.actor.id }))) throw new AppError('NOT_FOUND');
    publishChange(work, id);
  });
