import { useEffect, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { getSession } from '../../../lib/session.ts';

const storedFields = z.record(z.string(), z.unknown());

/**
 * What was typed into an edit form and not saved survives a reload and an expired session, and comes back as unsaved.
 * Leaving on purpose, saving and undoing drop it.
 */
export function useFormDraft<V extends FieldValues, T>(
  form: UseFormReturn<V, unknown, T>,
  base: V,
  name: string,
): void {
  const values = form.watch();
  const changed = JSON.stringify(Object.fromEntries(changedNames(values, base).map((field) => [field, values[field]])));
  const opened = useRef({ base, changed });

  useEffect(() => {
    const owner = getSession()?.userId;
    if (owner === undefined) return undefined;
    const found = storedFields.safeParse(readDraft(owner, name)).data ?? {};
    for (const [field, value] of Object.entries(found))
      if (field in opened.current.base)
        form.setValue(field as Path<V>, value as never, { shouldDirty: true, shouldValidate: true });
    return () => {
      // Without a session the person did not choose to leave: the draft waits for their return.
      if (getSession()?.userId === owner) dropDraft(owner, name);
    };
  }, [form, name]);

  useEffect(() => {
    const owner = getSession()?.userId;
    // The form as it opened says nothing: it has not yet taken the draft that may be there.
    if (owner === undefined || opened.current.changed === changed) return;
    opened.current.changed = '';
    if (changed === '{}') dropDraft(owner, name);
    else keepDraft(owner, name, JSON.parse(changed));
  }, [changed, name]);
}

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
