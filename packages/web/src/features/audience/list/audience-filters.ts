import { audienceFilterFields, PLAIN_FILTER_NAMES } from '@campanero/contract/audience/filters';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import { pagingQuery } from '@campanero/contract/shared/paging';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { filledIn, type FilterChoice, type FilterField, type FilterForm } from '../../../components/list/filters.ts';
import { GENDERS } from '../texts.ts';

/** The tabs above the table, in their order. */
export const AUDIENCE_TABS = ['information', 'place', 'script', 'form', 'audience'] as const;
export type AudienceTab = (typeof AUDIENCE_TABS)[number];

/** The filters as the address holds them: text stays text there, whatever the server makes of it. */
const addressFilters = audienceFilterFields.extend({
  /** Two or more; a single state goes as `stateId` (rule api/audience-filters). */
  states: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})+$/)
    .optional(),
  /** Operator view: `0` everybody's. Absent is that screen's default, mine only. */
  assigned: z.enum(['0', '1']).optional(),
  /** Operator view: `0` what is done, too. Absent is that screen's default, what is still to call. */
  toCall: z.enum(['0', '1']).optional(),
});
export type AddressFilters = z.output<typeof addressFilters>;

export const audienceAddress = pagingQuery(AUDIENCE_ORDER)
  .extend(addressFilters.shape)
  .extend({ tab: z.enum(AUDIENCE_TABS).optional() });
type AudienceAddress = z.output<typeof audienceAddress>;

/** Whoever has no campaign.detail sees the operator's list. */
export type AudienceView = 'full' | 'operator';

/** What the server is asked: an operator's screen has two filters, and none that it does not show may act. */
export function wireQuery(view: AudienceView, address: AudienceAddress) {
  const { tab: _tab, assigned, toCall, ...query } = address;
  if (view === 'full') return query;
  const { pageNumber, pageSize, orderbytitle, orderbytype, stateId } = query;
  const mine = assigned === '0' ? undefined : ('1' as const);
  // A state that was chosen is wanted whole.
  const open = toCall === '0' || stateId !== undefined ? undefined : ('1' as const);
  return { pageNumber, pageSize, orderbytitle, orderbytype, stateId, assigned: mine, toCall: open };
}

export interface StateChoice {
  id: number;
  name: string;
  substates: readonly { id: number; name: string }[];
}
interface PlaceIds {
  districtId: string;
  sectionId: string;
  subsectionId: string;
}

/** What ids stand for; undefined while the lists are on their way. */
export interface AudienceChoices {
  states: readonly StateChoice[] | undefined;
  operators: readonly FilterChoice[] | undefined;
  placeName: (place: PlaceIds) => string | undefined;
  /** The three dependent selectors, which belong to another feature. */
  renderPlace: (place: PlaceIds, onChange: (place: PlaceIds) => void) => ReactNode;
}

/** The ids of the chosen states, whichever way the address has them. */
const stateIdsOf = ({ stateId, states }: Pick<AddressFilters, 'stateId' | 'states'>): string[] =>
  states ? states.split(',') : stateId ? [String(stateId)] : [];

const FORM_NAMES = ['states', 'operatorId', ...PLAIN_FILTER_NAMES] as const;
const isOrdered = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined || from <= to;

/** The form has one field for states, however many there are; one goes as `stateId`, several as a list. */
export const audienceFilterForm: FilterForm<AddressFilters> = {
  names: Object.keys(addressFilters.shape) as (keyof AddressFilters)[],
  valuesOf: (filters) => ({
    ...Object.fromEntries(FORM_NAMES.map((name) => [name, String(filters[name] ?? '')])),
    states: stateIdsOf(filters).join(','),
  }),
  schema: z.preprocess(
    (values: Record<string, string>) => {
      const { states = '', ...others } = filledIn(values);
      return { ...others, ...(states.includes(',') ? { states } : states !== '' && { stateId: states }) };
    },
    addressFilters
      .refine(({ callsMin, callsMax }) => isOrdered(callsMin, callsMax), {
        path: ['callsMax'],
        error: 'El mínimo no puede superar al máximo.',
      })
      .refine(({ birthYearFrom, birthYearTo }) => isOrdered(birthYearFrom, birthYearTo), {
        path: ['birthYearTo'],
        error: 'El primer año no puede ser posterior al último.',
      }),
  ),
};

function spanText(from: number | undefined, to: number | undefined, words: { both: string; from: string; to: string }) {
  if (from !== undefined && to !== undefined) return words.both;
  if (from !== undefined) return words.from;
  return to !== undefined && words.to;
}

/** The same substate may belong to several states. */
const unique = (choices: readonly FilterChoice[] | undefined) =>
  choices?.filter(({ id }, place) => choices.findIndex((other) => other.id === id) === place);

const number = (width?: 'full') =>
  ({
    name: 'number',
    label: 'Número',
    kind: 'digits',
    placeholder: 'Primeras cifras o 4 últimas',
    ...(width && { width }),
  }) as const;

/** Every filter of the audience. For segmenting there is none by operator: only calls without one are handed out. */
export function audienceFilters(
  { states, operators, placeName, renderPlace }: AudienceChoices,
  { forSegmenting = false } = {},
): FilterField<AddressFilters>[] {
  return [
    {
      name: 'states',
      label: 'Estados',
      kind: 'choices',
      options: states,
      width: 'full',
      covers: ['stateId', 'states'],
      tag: (filters) => {
        const ids = stateIdsOf(filters);
        const names = ids.map((id) => states?.find((state) => String(state.id) === id)?.name ?? `n.º ${id}`);
        return ids.length > 0 && `${ids.length === 1 ? 'Estado' : 'Estados'}: ${names.join(', ')}`;
      },
    },
    {
      name: 'substateId',
      label: 'Subestado',
      kind: 'choice',
      options: ({ states: chosen }) =>
        unique(
          states
            ?.filter(({ id }) => !chosen || chosen.split(',').includes(String(id)))
            .flatMap(({ substates }) => substates),
        ),
    },
    forSegmenting ? number() : { name: 'operatorId', label: 'Operador', kind: 'choice', options: operators },
    {
      name: 'callsMin',
      label: 'Llamados desde',
      kind: 'digits',
      placeholder: 'Mínimo',
      covers: ['callsMin', 'callsMax'],
      tag: ({ callsMin, callsMax }) => {
        const words = { both: `${callsMin} a ${callsMax}`, from: `${callsMin} o más`, to: `hasta ${callsMax}` };
        const span = spanText(callsMin, callsMax, words);
        return span && `Llamados: ${span}`;
      },
    },
    { name: 'callsMax', label: 'Llamados hasta', kind: 'digits', placeholder: 'Máximo', tag: null },
    {
      name: 'birthYearFrom',
      label: 'Nacidos desde',
      kind: 'digits',
      placeholder: 'Año',
      covers: ['birthYearFrom', 'birthYearTo'],
      tag: ({ birthYearFrom, birthYearTo }) =>
        spanText(birthYearFrom, birthYearTo, {
          both: `Nacidos entre ${birthYearFrom} y ${birthYearTo}`,
          from: `Nacidos desde ${birthYearFrom}`,
          to: `Nacidos hasta ${birthYearTo}`,
        }),
    },
    { name: 'birthYearTo', label: 'Nacidos hasta', kind: 'digits', placeholder: 'Año', tag: null },
    ...(forSegmenting ? [] : [number('full')]),
    {
      name: 'gender',
      label: 'Género',
      kind: 'toggle',
      options: [{ id: '', name: 'Todos' }, ...Object.entries(GENDERS).map(([id, name]) => ({ id, name }))],
      width: 'full',
    },
    {
      name: 'districtId',
      label: 'Ubicación',
      kind: 'custom',
      width: 'full',
      covers: ['districtId', 'sectionId', 'subsectionId'],
      tag: ({ districtId, sectionId = '', subsectionId = '' }) =>
        districtId && (placeName({ districtId, sectionId, subsectionId }) ?? 'Ubicación: …'),
      render: ({ districtId = '', sectionId = '', subsectionId = '' }, onChange) =>
        renderPlace({ districtId, sectionId, subsectionId }, (place) => onChange({ ...place })),
    },
  ];
}

/** The list's filters that say which free numbers to hand out: who has them, and whose they are, is no question there. */
export type SegmentFilters = Omit<AddressFilters, 'operatorId' | 'assigned' | 'toCall'>;

const SEGMENT_NAMES = ['stateId', 'states', ...PLAIN_FILTER_NAMES] as const;

/** Taken from a list's whole query. */
export const segmentFiltersOf = (filters: AddressFilters): SegmentFilters =>
  Object.fromEntries(SEGMENT_NAMES.map((name) => [name, filters[name]]));
