import { z } from 'zod';
import { NOTE_MAX_LENGTH } from '../limits.ts';
import { instant, rowVersion } from '../shared/paging.ts';
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

export const quickPanelData = z.object({ events: z.array(panelEvent), notes: z.array(note) });

const REQUIRED = 'Escriba la nota.';
export const noteBody = z.object({ text: text(NOTE_MAX_LENGTH, { required: REQUIRED }).min(1, REQUIRED) });
export const notePatch = noteBody.extend({ version: rowVersion.optional() });
