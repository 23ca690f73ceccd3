import { routesOf } from '../../http/mount.ts';
import { addNote, editNote, removeNote } from './keep-notes.ts';
import type { NoteRow } from './quick-panel.queries.ts';
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
