import type { FocusEvent } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { afterPress } from './after-press.ts';

/** A field's registration as MUI inputs take it: the ref belongs to the input element, not to the frame around it. */
export function registerInput<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, name: FieldPath<V>) {
  const { ref, onBlur, ...field } = form.register(name);
  return {
    ...field,
    inputRef: ref,
    onBlur: ({ target }: FocusEvent) => afterPress(() => void onBlur({ target, type: 'blur' })),
  };
}
