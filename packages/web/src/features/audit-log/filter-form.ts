import { auditFilters, type AuditFilters } from '@campanero/contract/audit-log/schemas';
import { z } from 'zod';
import { filledIn } from '../../lib/filled-in.ts';

type FilterName = keyof AuditFilters;
/** The form holds text, as fields do; empty means not filtered by. */
export type FilterForm = Record<FilterName, string>;

const NAMES = Object.keys(auditFilters.shape) as FilterName[];

export const formOf = (filters: AuditFilters): FilterForm =>
  Object.fromEntries(NAMES.map((name) => [name, String(filters[name] ?? '')])) as FilterForm;

/** The endpoint's own rules, over what was filled in: only non-empty fields are sent (spec 5, Filters). */
export const filterFormSchema = z.preprocess((form: FilterForm) => filledIn(form), auditFilters);
