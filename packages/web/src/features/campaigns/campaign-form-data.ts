import { SCRIPT_FILES } from '@campanero/contract/shared/files';

type FormValue = string | number | boolean | readonly number[] | undefined;

/**
 * A form as the campaign endpoints take it: lists comma-joined, booleans as 0 and 1. Undefined fields are left out;
 * empty ones are sent, and mean "cleared" in an update (decisions 2).
 */
export function campaignFormData(fields: Record<string, FormValue>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, wireText(value));
  for (const file of files) form.append(SCRIPT_FILES.field, file, file.name);
  return form;
}

function wireText(value: Exclude<FormValue, undefined>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? value.join(',') : String(value);
}

/** Tells two attempts apart: only an unchanged form may be repeated under the same idempotency key. */
export const contentMark = (fields: Record<string, FormValue>, files: readonly File[] = []): string =>
  JSON.stringify([fields, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
