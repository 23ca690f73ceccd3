import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longIdKey, instant, rowVersion } from '../shared/paging.ts';
import { NOTE_MAX_LENGTH } from '../limits.ts';
import { text } from '../shared/text-schema.ts';

/** Something of the next days: a callback leads to its contact, the beginning or end of a campaign to that campaign. */
const panelEvent = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: instant,
  campaignId: z.number(),
  callId: z.number().optional(),
  number: z.string().optional(),
});
export type PanelEvent = z.infer<typeof panelEvent>;

/** A note of one's own. `title` is the first line of its text, `detail` the others. */
export const note = z.object({
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  text: z.string(),
  updatedAt: instant,
  version: z.number(),
});
export type Note = z.infer<typeof note>;

export const noteBody = z.object({ text: text(NOTE_MAX_LENGTH, { notEmpty: 'Escriba la nota.' }) });

/** Notes are private, like settings, and leave no audit records. */
export const quickPanel = {
  data: endpoint('GET', '/quick-panel/data', 'session', {
    summary: 'La agenda de hoy y las notas propias',
    response: z.object({ events: z.array(panelEvent), notes: z.array(note) }),
  }),
  addNote: endpoint('POST', '/quick-panel/note', 'staff', {
    summary: 'Agrega una nota propia',
    body: noteBody,
    status: 201,
    response: note,
    errors: ['TOO_MANY_NOTES'],
    audited: false,
  }),
  editNote: endpoint('PUT', '/quick-panel/note/:id', 'staff', {
    summary: 'Cambia el texto de una nota propia',
    params: longIdKey,
    body: noteBody.extend({ version: rowVersion.optional() }),
    response: note,
    errors: ['CONFLICT', 'TEXT_ERASED'],
    audited: false,
  }),
  deleteNote: endpoint('DELETE', '/quick-panel/note/:id', 'staff', {
    summary: 'Borra una nota propia',
    params: longIdKey,
    audited: false,
  }),
};
