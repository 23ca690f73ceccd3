import { z } from 'zod';
import { NOTE_MAX_LENGTH } from '../limits.ts';
import { instant } from '../shared/paging.ts';

/** Something of the next days: a callback leads to its contact, the beginning or end of a campaign to that campaign. */
const panelEvent = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** When it is. */
  at: instant,
  campaignId: z.number(),
  /** Of callbacks only. */
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

export const quickPanelData = z.object({ events: z.array(panelEvent), notes: z.array(note) });
export type QuickPanelData = z.infer<typeof quickPanelData>;

const text = z
  .string({ error: 'Escriba la nota.' })
  .trim()
  .min(1, 'Escriba la nota.')
  .max(NOTE_MAX_LENGTH, `Excede los ${NOTE_MAX_LENGTH} caracteres.`);

export const noteBody = z.object({ text });
export const notePatch = noteBody.extend({ version: z.number().int().min(0).optional() });
