import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields whose value is no longer the base's. */
export const changedNames = <V extends FieldValues>(values: V, base: V) =>
  (Object.keys(base) as (keyof V & string)[]).filter((name) => !isSame(values[name], base[name]));

/**
 * Keeps a form on the campaign's present state without touching what was typed: fields nobody changed follow, changed
 * ones stay as they are, still marked as changed.
 */
export function useFollowBase<V extends FieldValues, T>(form: UseFormReturn<V, unknown, T>, base: V): void {
  const known = useRef(base);
  useEffect(() => {
    const before = known.current;
    if (isSame(before, base)) return;
    known.current = base;
    const typed = form.getValues();
    const changed = changedNames(typed, before);
    form.reset(base);
    for (const name of changed)
      form.setValue(name as Path<V>, typed[name], { shouldDirty: true, shouldValidate: true });
  }, [form, base]);
}
