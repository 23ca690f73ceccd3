import { z } from 'zod';
import { idNumber, named, rowVersion } from '../shared/paging.ts';
import { line, list, rawText } from '../shared/text-schema.ts';

/** System states: set only by the product, never chosen by a user. */
export const PENDING_STATE = 1;
/** "Relevamiento por mail", "Relevamiento por WhatsApp" and "Encuesta completa". */
export const MAIL_STATE = 14;
export const WHATSAPP_STATE = 15;
export const COMPLETE_STATE = 16;
export const INVALID_STATE = 17;
export const isSystemState = (stateId: number) => stateId === PENDING_STATE || stateId === INVALID_STATE;
export const DEFAULT_STATE_COLOR = '#e0e0e0';

const name = line(100, { notEmpty: 'Ingrese un nombre.' });
const ids = list(idNumber, 2000);
const COLOR = 'El color debe tener la forma #rrggbb.';
const color = rawText(7, { tooLong: COLOR }).regex(/^#[0-9a-fA-F]{6}$/, COLOR);
const version = rowVersion.optional();

export const objectiveBody = z.object({ name, states: ids.default([]), version });
export const stateBody = z.object({
  name,
  color: color.default(DEFAULT_STATE_COLOR),
  contactability: z.boolean().default(false),
  effectiveness: z.boolean().default(false),
  callback: z.boolean().default(false),
  substates: ids.default([]),
  version,
});
/** In an update an absent field stays. */
export const statePatch = stateBody
  .extend({ color, contactability: z.boolean(), effectiveness: z.boolean(), callback: z.boolean(), substates: ids })
  .partial();
export type StatePatch = z.infer<typeof statePatch>;
export const objectivePatch = z.object({ name: name.optional(), states: ids.optional(), version });
export type ObjectivePatch = z.infer<typeof objectivePatch>;
export const substateBody = z.object({ name, version });
export const substatePatch = z.object({ name: name.optional(), version });

const versioned = { disable: z.boolean(), version: z.number() };
export const substate = named.extend(versioned);
export type Substate = z.infer<typeof substate>;
export const state = named.extend({
  ...versioned,
  color: z.string(),
  contactability: z.boolean(),
  effectiveness: z.boolean(),
  callback: z.boolean(),
  substates: z.array(named),
});
export type State = z.infer<typeof state>;
export const objective = named.extend({ ...versioned, states: z.array(named) });
export type Objective = z.infer<typeof objective>;

export const actionName = z.enum(['callback', 'contactability', 'effectiveness']);
export type ActionName = z.infer<typeof actionName>;
export const actionQuery = z.object({ action: actionName });
export const actionLists = z.object({ has: z.array(named), hasNo: z.array(named) });
/** No state is in both lists; a state in neither keeps what it has. */
export const actionBody = z
  .object({ has: ids, hasNo: ids })
  .refine(({ has, hasNo }) => !has.some((stateId) => hasNo.includes(stateId)), {
    path: ['has'],
    error: 'Un estado no puede estar en las dos listas.',
  });
export type ActionBody = z.infer<typeof actionBody>;
