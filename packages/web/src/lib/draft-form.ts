import { useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { differences, type RecordDraftState } from './record-draft.ts';

interface DraftFormOptions<V extends FieldValues, T> {
  draft: RecordDraftState<V>;
  resolver: Resolver<V, unknown, T>;
  mode: 'onTouched' | 'onChange';
}

/** A form of react-hook-form over a record draft: what is typed goes to the draft, what the draft takes over goes to the form. */
export function useDraftForm<V extends FieldValues, T extends FieldValues>({
  draft,
  resolver,
  mode,
}: DraftFormOptions<V, T>) {
  const form = useForm<V, unknown, T>({ resolver, mode, defaultValues: draft.base as DefaultValues<V> });
  const { base, values, change } = draft;
  useEffect(() => {
    // Only typing names a field; reset() does not.
    const { unsubscribe } = form.watch((_values, { name }) => {
      if (name !== undefined) change(form.getValues());
    });
    return unsubscribe;
  });
  // What the draft changes by itself: a kept draft, a choice, an undo, what somebody else saved.
  const formBase = useRef(base);
  const wanted = JSON.stringify([base, values]);
  useEffect(() => {
    const isSame = differences(form.getValues(), values).length === 0;
    if (isSame && differences(formBase.current, base).length === 0) return;
    formBase.current = base;
    form.reset(base);
    form.reset(values, { keepDefaultValues: true });
    const typed = differences(values, base);
    if (typed.length > 0) void form.trigger(typed as Path<V>[]);
    // oxlint-disable-next-line react/exhaustive-deps -- by content, not by identity
  }, [form, wanted]);
  return form;
}
