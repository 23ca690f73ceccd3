import { z } from 'zod';
import { idList } from '../campaigns/write-schemas.ts';
import { isDigits } from '../shared/phone-number.ts';
import { digitsAs, flag, id } from '../shared/paging.ts';

/**
 * Free text looks for a person's name only where at most this many calls have to be read (state and operator filters,
 * `assigned` too, reduce them): names have no index, and reading more would slow down every user.
 */
export const NAME_SEARCH_MAX_CALLS = 50_000;

const YEAR = 'Ingrese un año entre 1900 y 2100.';
const COUNT = 'Ingrese un número entero, cero o mayor.';
const DIGITS = 'Ingrese las primeras cifras del número, o las cuatro últimas o más.';

const birthYear = digitsAs(z.int(YEAR).min(1900, YEAR).max(2100, YEAR));
const callCount = digitsAs(z.int(COUNT).min(0, COUNT).max(100_000, COUNT));
const place = z.string().trim().min(1).max(20);
const fields = {
  stateId: id.optional(),
  /** Comma-joined, as the filter form sends several states. */
  states: idList.optional(),
  substateId: id.optional(),
  operatorId: id.optional(),
  /** Prefix, or the last four digits and more; separators are forgiven. */
  number: z
    .string()
    .trim()
    .max(30)
    .transform((text) => text.replaceAll(/[\s().+-]/g, ''))
    .refine((digits) => isDigits(digits) && digits.length <= 10, DIGITS)
    .optional(),
  callsMin: callCount.optional(),
  callsMax: callCount.optional(),
  gender: z.enum(['F', 'M', 'X']).optional(),
  birthYearFrom: birthYear.optional(),
  birthYearTo: birthYear.optional(),
  districtId: place.optional(),
  sectionId: place.optional(),
  subsectionId: place.optional(),
  /** Operator view: `1` for the user's own calls only. */
  assigned: flag.optional(),
};

/** Understood before a call is compared with them: they come down to states and operators. */
type Translated = 'stateId' | 'states' | 'operatorId' | 'assigned';
export type PlainFilter = Exclude<keyof typeof fields, Translated>;
/** The filters that a call is compared with as they are, each with its name in the audit record. */
export const PLAIN_FILTERS: Record<PlainFilter, string> = {
  substateId: 'Subestado',
  number: 'Número',
  callsMin: 'Llamados desde',
  callsMax: 'Llamados hasta',
  gender: 'Género',
  birthYearFrom: 'Año de nacimiento desde',
  birthYearTo: 'Año de nacimiento hasta',
  districtId: 'Distrito',
  sectionId: 'Sección',
  subsectionId: 'Subsección',
};
export const PLAIN_FILTER_NAMES = Object.keys(PLAIN_FILTERS) as PlainFilter[];

/** One schema for the list, the operator list, the segmentation's query and the export. */
export const audienceFilterFields = z.object(fields);
export type AudienceFilters = z.output<typeof audienceFilterFields>;
