import { z } from 'zod';
import { filledIn } from '../../lib/filled-in.ts';
import type { AddressFilters } from './audience-address.ts';
import { addressFilters } from './audience-address.ts';
import { stateIdsOf } from './audience-filters.ts';

const NAMES = [
  'states',
  'substateId',
  'operatorId',
  'number',
  'callsMin',
  'callsMax',
  'gender',
  'birthYearFrom',
  'birthYearTo',
  'districtId',
  'sectionId',
  'subsectionId',
] as const;
/** The form holds text, as fields do; empty means not filtered by. `states` is comma-joined, however many there are. */
export type AudienceFilterForm = Record<(typeof NAMES)[number], string>;

export const filterFormOf = (filters: AddressFilters): AudienceFilterForm => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, String(filters[name] ?? '')])) as AudienceFilterForm),
  states: stateIdsOf(filters).join(','),
});

const RANGE = 'El mínimo no puede superar al máximo.';
const YEARS = 'El primer año no puede ser posterior al último.';
const isOrdered = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined || from <= to;

/** Several states go as a list, a single one as `stateId` (spec 5, Filters). */
function splitStates({ states = '', ...form }: Partial<AudienceFilterForm>) {
  return { ...form, ...(states.includes(',') ? { states } : states !== '' && { stateId: states }) };
}

/** The endpoint's own rules, over what was filled in: only non-empty fields are sent (spec 5, Filters). */
export const filterFormSchema = z.preprocess(
  (form: AudienceFilterForm) => splitStates(filledIn(form)),
  addressFilters
    .refine(({ callsMin, callsMax }) => isOrdered(callsMin, callsMax), { path: ['callsMax'], error: RANGE })
    .refine(({ birthYearFrom, birthYearTo }) => isOrdered(birthYearFrom, birthYearTo), {
      path: ['birthYearTo'],
      error: YEARS,
    }),
);
