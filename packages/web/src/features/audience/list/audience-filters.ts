import {
  audienceFilterFields,
  PLAIN_FILTER_NAMES,
  PLAIN_FILTERS,
  type PlainFilter,
} from '@campanero/contract/audience/filters';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import type { PlaceChoice } from '@campanero/contract/lookups/schemas';
import { pagingQuery } from '@campanero/contract/shared/paging';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { filledIn, type FilterChoice, type FilterField, type FilterForm } from '../../../components/list/filters.ts';

export const AUDIENCE_TABS = ['information', 'place', 'script', 'form', 'audience'] as const;
export type AudienceTab = (typeof AUDIENCE_TABS)[number];

const addressFilters = audienceFilterFields.extend({
  /** Two or more; a single state goes as `stateId` (rule api/audience-filters). */
  states: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})+$/)
    .optional(),
  /** Operator view: `0` all operators; default: own only. */
  assigned: z.enum(['0', '1']).optional(),
  /** Operator view: `0` also finished calls; default: still to call. */
  toCall: z.enum(['0', '1']).optional(),
});
export type AddressFilters = z.output<typeof addressFilters>;

export const audienceAddress = pagingQuery(AUDIENCE_ORDER)
  .extend(addressFilters.shape)
  .extend({ tab: z.enum(AUDIENCE_TABS).optional() });
type AudienceAddress = z.output<typeof audienceAddress>;

/** `operator`: without campaign.detail. */
export type AudienceView = 'full' | 'operator';

/** The operator view sends only the filters that it shows. */
export function wireQuery(view: AudienceView, address: AudienceAddress) {
  const { tab: _tab, assigned, toCall, ...query } = address;
  if (view === 'full') return query;
  const { pageNumber, pageSize, orderbytitle, orderbytype, stateId } = query;
  const mine = assigned === '0' ? undefined : ('1' as const);
  // A chosen state is shown completely.
  const open = toCall === '0' || stateId !== undefined ? undefined : ('1' as const);
  return { pageNumber, pageSize, orderbytitle, orderbytype, stateId, assigned: mine, toCall: open };
}

export interface StateChoice {
  id: number;
  name: string;
  substates: readonly { id: number; name: string }[];
}

export interface AudienceChoices {
  states: readonly StateChoice[] | undefined;
  operators: readonly FilterChoice[] | undefined;
  /** Answers to the campaign's survey; empty without one. */
  answers: readonly FilterChoice[] | undefined;
  placeName: (place: PlaceChoice) => string | undefined;
  /** Three dependent selectors of another feature. */
  renderPlace: (place: PlaceChoice, onChange: (place: PlaceChoice) => void) => ReactNode;
}

const stateIdsOf = ({ stateId, states }: Pick<AddressFilters, 'stateId' | 'states'>): string[] =>
  states ? states.split(',') : stateId ? [String(stateId)] : [];

const FORM_NAMES = ['states', 'operatorId', ...PLAIN_FILTER_NAMES] as const;

/** Two numbers that form one filter. */
const SPANS = PLAIN_FILTER_NAMES.flatMap((name) => {
  const { span } = PLAIN_FILTERS[name];
  return span ? [{ ...span, from: name, to: span.to as PlainFilter }] : [];
});
const boundsOf = (filters: AddressFilters, { from, to }: { from: PlainFilter; to: PlainFilter }) =>
  [filters[from], filters[to]] as [number | undefined, number | undefined];

/** One field for all states; one is sent as `stateId`, several as a list. */
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
    addressFilters.superRefine((filters, ctx) => {
      for (const span of SPANS) {
        const [from, to] = boundsOf(filters, span);
        if (from !== undefined && to !== undefined && from > to)
          ctx.addIssue({ code: 'custom', path: [span.to], message: span.disordered });
      }
    }),
  ),
};

function spanTag(filters: AddressFilters, span: (typeof SPANS)[number]): string | undefined {
  const [from, to] = boundsOf(filters, span);
  if (from === undefined) return to === undefined ? undefined : span.tag.to(0, to);
  return to === undefined ? span.tag.from(from, 0) : span.tag.both(from, to);
}

function declaredField(name: PlainFilter): FilterField<AddressFilters>[] {
  const { label, field } = PLAIN_FILTERS[name];
  if (!field) return [];
  const span = SPANS.find(({ from }) => from === name);
  const isEndOfSpan = SPANS.some(({ to }) => to === name);
  const { kind, options = {}, ...look } = field;
  const shown = {
    name,
    label,
    ...look,
    ...(span && { covers: [name, span.to], tag: (filters: AddressFilters) => spanTag(filters, span) }),
    ...(isEndOfSpan && { tag: null }),
  };
  if (kind === 'digits') return [{ ...shown, kind }];
  const named = Object.entries(options).map(([value, text]) => ({ id: value, name: text }));
  return [{ ...shown, kind, options: [{ id: '', name: 'Todos' }, ...named] }];
}

/** A substate may belong to several states. */
const unique = (choices: readonly FilterChoice[] | undefined) =>
  choices?.filter(({ id }, place) => choices.findIndex((other) => other.id === id) === place);

/** For segmenting there is no operator filter: only unassigned calls are handed out. */
export function audienceFilters(
  { states, operators, answers, placeName, renderPlace }: AudienceChoices,
  { forSegmenting = false, hasReserve = false } = {},
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
      ...(forSegmenting && { width: 'full' }),
      options: ({ states: chosen }) =>
        unique(
          states
            ?.filter(({ id }) => !chosen || chosen.split(',').includes(String(id)))
            .flatMap(({ substates }) => substates),
        ),
    },
    ...(forSegmenting ? [] : [{ name: 'operatorId', label: 'Operador', kind: 'choice', options: operators } as const]),
    ...PLAIN_FILTER_NAMES.filter((name) => name !== 'sample' || hasReserve).flatMap(declaredField),
    ...(answers?.length === 0
      ? []
      : [{ name: 'answer', label: 'Respondió', kind: 'choice', width: 'full', options: answers } as const]),
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

export type SegmentFilters = Omit<AddressFilters, 'operatorId' | 'assigned' | 'toCall'>;

const SEGMENT_NAMES = ['stateId', 'states', ...PLAIN_FILTER_NAMES] as const;

export const segmentFiltersOf = (filters: AddressFilters): SegmentFilters =>
  Object.fromEntries(SEGMENT_NAMES.map((name) => [name, filters[name]]));
