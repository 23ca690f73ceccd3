import { formatDay } from '@campanero/contract/shared/dates';
import type { ReactNode } from 'react';
import { z } from 'zod';

/** One of the values to choose from; its id is what the address holds. */
export interface FilterChoice {
  id: number | string;
  name: string;
}
/** Undefined while they are on their way. */
type Choices = readonly FilterChoice[] | undefined;
/** A form's fields hold text; an empty one is not filtered by. */
export type FilterValues = Record<string, string>;

interface AnyField<F> {
  name: keyof F & string;
  label: string;
  help?: string | undefined;
  placeholder?: string;
  /** Of the form's line; half of it where nothing is said. */
  width?: 'full' | 'third';
  /** Begins a line, also where the one before has room left. */
  startsLine?: boolean;
  /** How the filter reads on its tag, where "label: value" does not say it; null: the tag of another field says it. */
  tag?: ((filters: F) => string | false | undefined) | null;
  /** The filters that its tag stands for, and that go with it: a span or a place is taken back as a whole. */
  covers?: readonly (keyof F & string)[];
}

/** One filter of a list: its field in the filter modal and its tag above the table. */
export type FilterField<F> = AnyField<F> &
  (
    | { kind: 'text' | 'digits' | 'day' }
    /** One of many, found by typing; the choices may depend on the rest of the form. */
    | { kind: 'choice'; options: Choices | ((values: FilterValues) => Choices); disabled?: boolean }
    /** Any number of them, comma-joined in the address. */
    | { kind: 'choices'; options: Choices }
    /**
     * One of few, as buttons; `unset` is the one that applies while none is chosen. A fixed one cannot be changed, and its tag
     * has a lock.
     */
    | { kind: 'toggle'; options: readonly FilterChoice[]; unset?: string; fixed?: string | undefined }
    | { kind: 'custom'; render: (values: FilterValues, onChange: (values: FilterValues) => void) => ReactNode }
    /** Changed elsewhere: here it has only its tag. */
    | { kind: 'tag' }
  );

interface FilterTag<F> {
  key: keyof F & string;
  label: string;
  names: readonly (keyof F & string)[];
  isFixed: boolean;
}

const nameOf = (choices: Choices, id: string) =>
  choices?.find((choice) => String(choice.id) === id)?.name ?? `n.º ${id}`;

function valueText<F>(field: FilterField<F>, value: string): string {
  switch (field.kind) {
    case 'day':
      return formatDay(value);
    case 'choice':
      return nameOf(typeof field.options === 'function' ? field.options({}) : field.options, value);
    case 'choices':
      return value
        .split(',')
        .map((id) => nameOf(field.options, id))
        .join(', ');
    case 'toggle':
      return nameOf(field.options, value).toLowerCase();
    default:
      return value;
  }
}

function tagText<F>(field: FilterField<F>, filters: F): string | false | undefined {
  if (field.tag === null) return undefined;
  if (field.tag) return field.tag(filters);
  const value = filters[field.name];
  return value !== undefined && value !== '' && `${field.label}: ${valueText(field, String(value))}`;
}

/** How the filters that are on read, in the order of the endpoint's query; what is fixed comes first. */
export function tagsOf<F>({ names }: FilterForm<F>, fields: readonly FilterField<F>[], filters: F): FilterTag<F>[] {
  const tags = fields.flatMap((field): FilterTag<F>[] => {
    const fixed = field.kind === 'toggle' ? field.fixed : undefined;
    const label = tagText(field, fixed === undefined ? filters : { ...filters, [field.name]: fixed });
    return label ? [{ key: field.name, label, names: field.covers ?? [field.name], isFixed: fixed !== undefined }] : [];
  });
  const place = ({ key, isFixed }: FilterTag<F>) => (isFixed ? -1 : names.indexOf(key));
  return tags.toSorted((a, b) => place(a) - place(b));
}

/** Between the filters of an address and the form that changes them. */
export interface FilterForm<F> {
  /** Every filter there is: applying the form replaces all of them. */
  names: readonly (keyof F & string)[];
  valuesOf: (filters: F) => FilterValues;
  /** What the filled form stands for, or why it cannot be applied. */
  schema: z.ZodType<F>;
}

/** What was filled in, without outer blanks: only non-empty fields are sent. */
export const filledIn = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

/** The form of filters that are one field each, by the endpoint's own rules. */
export function filterForm<S extends z.ZodObject>(filters: S): FilterForm<z.output<S>> {
  const names = Object.keys(filters.shape) as (keyof z.output<S> & string)[];
  return {
    names,
    valuesOf: (given) => Object.fromEntries(names.map((name) => [name, String(given[name] ?? '')])),
    schema: z.preprocess(filledIn, filters),
  };
}
