import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Puts the server's word about single fields at those fields, the first one focused; says whether there was any. */
export function showFieldErrors<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  fields: readonly Path<V>[],
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const faulty = fields.filter((field) => error.fields[field] !== undefined);
  faulty.forEach((field, place) =>
    form.setError(field, { type: 'server', message: error.fields[field]! }, { shouldFocus: place === 0 }),
  );
  return faulty.length > 0;
}
