import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** A field's registration as MUI inputs take it: the ref belongs to the input element, not to the frame around it. */
export function registerInput<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, name: FieldPath<V>) {
  const { ref, ...field } = form.register(name);
  return { ...field, inputRef: ref };
}
