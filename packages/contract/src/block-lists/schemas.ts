import { z } from 'zod';
import { AUDIENCE_MAX_BYTES } from '../limits.ts';
import { MAX_CELLS } from '../loads/csv/record-scanner.ts';
import { sheetName } from '../loads/schemas.ts';
import { productDay } from '../shared/dates.ts';
import type { FileRules } from '../shared/files.ts';
import { digitsAs, day, flag, id, instant } from '../shared/paging.ts';
import { normalisePhone } from '../shared/phone.ts';
import { rawText, text } from '../shared/text-schema.ts';

export const LIST_KINDS = ['NO_LLAME', 'CITY'] as const;
export const LIST_KIND_NAMES: Record<(typeof LIST_KINDS)[number], string> = {
  NO_LLAME: 'Registro No Llame',
  CITY: 'Lista propia',
};

export const LIST_FILES: FileRules = {
  field: 'list[]',
  maxFiles: 1,
  maxBytes: AUDIENCE_MAX_BYTES,
  kinds: ['csv', 'txt', 'xlsx'],
};
export const LISTED_NUMBERS_MAX = 15_000_000;

/** Law 26.951: the register must be consulted every thirty days. */
export const LIST_AGE_DAYS = 30;
const DAY_MS = 86_400_000;
export const daysSince = (dated: string, now: Date | number) =>
  Math.round((Date.parse(productDay(now)) - Date.parse(dated)) / DAY_MS);
export const isListOld = (dated: string, now: Date | number) => daysSince(dated, now) > LIST_AGE_DAYS;

const name = text(100).min(1, 'El nombre es requerido.');
const origin = text(200).min(1, 'El origen es requerido.');
export const removalReason = text(500).min(1, 'El motivo es requerido.');

export const listInformation = z.object({ name, kind: z.enum(LIST_KINDS), origin, dated: day });
export type ListInformation = z.infer<typeof listInformation>;

/** A new list needs name and kind; a load into an existing one says whether it replaces its numbers. */
export const listFields = z
  .object({
    listId: id.optional(),
    replaces: flag.optional(),
    name: name.optional(),
    kind: z.enum(LIST_KINDS, 'Elija el tipo de lista.').optional(),
    origin,
    dated: day,
    sheet: sheetName,
    /** Of the numbers, from 1, if chosen by hand. */
    column: digitsAs(z.int().min(1).max(MAX_CELLS)).optional(),
  })
  .refine(({ listId, name }) => listId ?? name, { path: ['name'], error: 'El nombre es requerido.' })
  .refine(({ listId, kind }) => listId ?? kind, { path: ['kind'], error: 'Elija el tipo de lista.' })
  .refine(({ listId, replaces }) => listId === undefined || replaces !== undefined, {
    path: ['replaces'],
    message: 'Elija entre reemplazar y agregar.',
  });
export type ListFields = z.infer<typeof listFields>;

/** One load of a list: read = rejected + repeated + already + added (rule block-lists/report-adds-up). */
export const listLoad = z.object({
  id: z.number(),
  status: z.enum(['RUNNING', 'COMPLETED', 'ERROR', 'CANCELLED']),
  replaces: z.boolean(),
  name: z.string(),
  origin: z.string(),
  dated: z.string(),
  /** Which columns were read, in words; null before that is known. */
  columns: z.string().nullable(),
  /** 0 to 1. */
  progress: z.number(),
  read: z.number(),
  rejected: z.number(),
  /** Lines whose number came before in the same file. */
  repeated: z.number(),
  already: z.number(),
  added: z.number(),
  /** Numbers that the list had and the replacing file has not. */
  removed: z.number(),
  failure: z.string().nullable(),
  userName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when the rejected lines are kept; null: there are none, or none any more. */
  rejectedUntil: instant.nullable(),
});
export type ListLoad = z.infer<typeof listLoad>;

export const blockList = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(LIST_KINDS),
  origin: z.string(),
  dated: z.string(),
  numbers: z.number(),
  /** Who loaded it last; null before its first load has ended. */
  loadedBy: z.string().nullable(),
  loadedAt: instant.nullable(),
  lastLoad: listLoad,
});
export type BlockList = z.infer<typeof blockList>;

/** `obeying`: campaigns that are not closed and obey the lists. */
export const blockListOverview = z.object({ lists: z.array(blockList), obeying: z.number() });

const NO_NUMBER = 'Ingrese un número de teléfono con su código de área.';
/** In any Argentine notation; ten digits afterwards. */
export const phoneNumber = rawText(60, { tooLong: NO_NUMBER }).transform((value, check) => {
  const found = normalisePhone(value);
  if (!found) check.addIssue({ code: 'custom', message: NO_NUMBER });
  return found?.number ?? '';
});

export const numberBlocks = z.object({
  number: z.string(),
  /** Lists that have it, for campaigns that obey them: since when, and by whose load. */
  lists: z.array(
    z.object({ listId: z.number(), name: z.string(), kind: z.enum(LIST_KINDS), by: z.string(), at: instant }),
  ),
  /** Its own block, which holds in every campaign, in words; null: none. */
  own: z.object({ reason: z.string(), at: instant }).nullable(),
});
export type NumberBlocks = z.infer<typeof numberBlocks>;
