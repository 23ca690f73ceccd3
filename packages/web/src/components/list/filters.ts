import { formatDay } from '@campanero/contract/shared/dates';
import type { ReactNode } from 'react';
import { z } from 'zod';
import type { Choice } from '../fields/choice-field.tsx';

/** The id is what the address holds. */
export type FilterChoice = Choice<number | string>;
/** Undefined while loading. */
type Choices = readonly FilterChoice[] | undefined;
/** Values of the form's fields; empty: no filter. */
export type FilterValues = Record<string, string>;

interface AnyField<F> {
  name: keyof F & string;
  label: string;
  help?: string;
  placeholder?: string;
  /** Default: half. */
  width?: 'full' | 'third';
  startsLine?: boolean;
  /** Text of the tag, if not "label: value"; null: another field's tag covers it. */
  tag?: ((filters: F) => string | false | undefined) | null;
  /** Filters that are removed with this tag (ranges, places). */
  covers?: readonly (keyof F & string)[];
}

/** One filter of a list: field in the dialog and tag above the table. */
export type FilterField<F> = AnyField<F> &
  (
    | { kind: 'text' | 'digits' | 'day' }
    /** Found by typing; the choices may depend on the other values. */
    | { kind: 'choice'; options: Choices | ((values: FilterValues) => Choices); disabled?: boolean }
    /** Comma-joined in the address. */
    | { kind: 'choices'; options: Choices }
    /** As buttons. `unset`: applies while none is chosen. `fixed`: cannot be changed, its tag has a lock. */
    | { kind: 'toggle'; options: readonly FilterChoice[]; unset?: string; fixed?: string | undefined }
    | { kind: 'custom'; render: (values: FilterValues, onChange: (values: FilterValues) => void) => ReactNode }
    /** Has only a tag. */
    | { kind: 'tag' }
  );

export const choices = <K extends string>(names: Record<K, string>) =>
  (Object.entries(names) as [K, string][]).map(([id, name]) => ({ id, name }));

/** One of a few values, and before them a button for all. */
export const toggleFilter = <N extends string>(
  name: N,
  label: string,
  options: Record<string, string>,
  all = 'Todos',
) => ({
  name,
  label,
  kind: 'toggle' as const,
  options: [{ id: '', name: all }, ...choices(options)],
  width: 'full' as const,
});

export interface FilterTag<F> {
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

/** Active filters in the order of the endpoint's query; fixed ones first. */
export function tagsOf<F>({ names }: FilterForm<F>, fields: readonly FilterField<F>[], filters: F): FilterTag<F>[] {
  const tags = fields.flatMap((field): FilterTag<F>[] => {
    const fixed = field.kind === 'toggle' ? field.fixed : undefined;
    const label = tagText(field, fixed === undefined ? filters : { ...filters, [field.name]: fixed });
    return label ? [{ key: field.name, label, names: field.covers ?? [field.name], isFixed: fixed !== undefined }] : [];
  });
  const place = ({ key, isFixed }: FilterTag<F>) => (isFixed ? -1 : names.indexOf(key));
  return tags.toSorted((a, b) => place(a) - place(b));
}

export interface FilterForm<F> {
  names: readonly (keyof F & string)[];
  valuesOf: (filters: F) => FilterValues;
  schema: z.ZodType<F>;
}

/** Trimmed non-empty values. */
export const filledIn = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

/** Form for filters with one field each. */
export function filterForm<S extends z.ZodObject>(filters: S): FilterForm<z.output<S>> {
  const names = Object.keys(filters.shape) as (keyof z.output<S> & string)[];
  return {
    names,
    valuesOf: (given) => Object.fromEntries(names.map((name) => [name, String(given[name] ?? '')])),
    schema: z.preprocess(filledIn, filters),
  };
}
