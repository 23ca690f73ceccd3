import { z } from 'zod';
import { isDigits } from '../shared/numbers.ts';
import { digitsAs, flag, id, idList, intBetween } from '../shared/paging.ts';
import { text } from '../shared/text-schema.ts';

/** Free text searches names only if the other filters leave at most this many calls: names have no index. */
export const NAME_SEARCH_MAX_CALLS = 50_000;

const DIGITS = 'Ingrese las primeras cifras del número, o las cuatro últimas o más.';

const birthYear = digitsAs(intBetween(1900, 2100, 'Ingrese un año entre 1900 y 2100.'));
const callCount = digitsAs(intBetween(0, 100_000, 'Ingrese un número entero, cero o mayor.'));
const place = text(20).min(1);

/** Field in the filter form and tag above the list, where label and value do not suffice. */
interface FilterFieldSpec {
  label?: string;
  kind: 'digits' | 'toggle';
  placeholder?: string;
  options?: Readonly<Record<string, string>>;
  width?: 'full';
}
/** On the first of two fields that form a range. */
interface SpanSpec {
  to: string;
  disordered: string;
  tag: Record<'both' | 'from' | 'to', (from: number, to: number) => string>;
}
/** `label`: in the audit record. Without `field` the form has its own field for it. */
type PlainFilterSpec = { schema: z.ZodType; label: string; field?: FilterFieldSpec; span?: SpanSpec };

/** Filters on single columns of a call, in the order of the form. */
const plain = {
  substateId: { schema: id, label: 'Subestado' },
  /** Prefix, or at least the last four digits; separators are ignored. */
  number: {
    schema: text(30)
      .transform((text) => text.replaceAll(/[\s().+-]/g, ''))
      .refine((digits) => isDigits(digits) && digits.length <= 10, DIGITS),
    label: 'Número',
    field: { kind: 'digits', placeholder: 'Primeras cifras o 4 últimas', width: 'full' },
  },
  callsMin: {
    schema: callCount,
    label: 'Cantidad de llamados, mínimo',
    field: { kind: 'digits' },
    span: {
      to: 'callsMax',
      disordered: 'El mínimo no puede superar al máximo.',
      tag: {
        both: (from, to) => `Llamados: ${from} a ${to}`,
        from: (from) => `Llamados: ${from} o más`,
        to: (_from, to) => `Llamados: hasta ${to}`,
      },
    },
  },
  callsMax: { schema: callCount, label: 'Cantidad de llamados, máximo', field: { kind: 'digits' } },
  gender: {
    schema: z.enum(['F', 'M', 'X']),
    label: 'Género',
    field: { kind: 'toggle', options: { F: 'Femenino', M: 'Masculino', X: 'X' }, width: 'full' },
  },
  birthYearFrom: {
    schema: birthYear,
    label: 'Año de nacimiento desde',
    field: { label: 'Nacidos desde', kind: 'digits', placeholder: 'Año' },
    span: {
      to: 'birthYearTo',
      disordered: 'El primer año no puede ser posterior al último.',
      tag: {
        both: (from, to) => `Nacidos entre ${from} y ${to}`,
        from: (from) => `Nacidos desde ${from}`,
        to: (_from, to) => `Nacidos hasta ${to}`,
      },
    },
  },
  birthYearTo: {
    schema: birthYear,
    label: 'Año de nacimiento hasta',
    field: { label: 'Nacidos hasta', kind: 'digits', placeholder: 'Año' },
  },
  /** Of a question with options (surveys/answer-filter.ts). */
  answer: { schema: text(10).regex(/^\d{1,3}[:~](\d{1,2}|ns)$/, 'Esa respuesta no existe.'), label: 'Respuesta' },
  sample: {
    schema: z.enum(['in', 'reserve']),
    label: 'Muestra',
    field: { kind: 'toggle', options: { in: 'En uso', reserve: 'En reserva' }, width: 'full' },
  },
  districtId: { schema: place, label: 'Distrito' },
  sectionId: { schema: place, label: 'Sección' },
  subsectionId: { schema: place, label: 'Subsección' },
} satisfies Record<string, PlainFilterSpec>;

export type PlainFilter = keyof typeof plain;
export const PLAIN_FILTERS: Readonly<Record<PlainFilter, PlainFilterSpec>> = plain;
export const PLAIN_FILTER_NAMES = Object.keys(plain) as PlainFilter[];

const { substateId, ...plainFields } = Object.fromEntries(
  Object.entries(plain).map(([name, { schema }]) => [name, schema.optional()]),
) as { [Name in PlainFilter]: z.ZodOptional<(typeof plain)[Name]['schema']> };

/** State and operator filters are resolved before the plain ones. */
const fields = {
  stateId: id.optional(),
  states: idList.optional(),
  substateId,
  operatorId: id.optional(),
  ...plainFields,
  /** Operator view: `1` for the user's own calls only. */
  assigned: flag.optional(),
};

/** One schema for the list, the operator list, the segmentation's query and the export. */
export const audienceFilterFields = z.object(fields);
export type AudienceFilters = z.output<typeof audienceFilterFields>;
