import { roleName } from '@campanero/contract/roles';
import { userFilters, type UserFilters } from '@campanero/contract/users/schemas';
import { z } from 'zod';
import { filledIn } from '../../lib/filled-in.ts';

type FilterName = keyof UserFilters;
const NAMES = Object.keys(userFilters.shape) as FilterName[];

export const STATE_LABELS = { enabled: 'Habilitado', disabled: 'Deshabilitado' } as const;

/** How an active filter reads on its tag. */
function tagText(name: FilterName, filters: UserFilters): string {
  switch (name) {
    case 'id':
      return `Id: ${filters.id}`;
    case 'name':
      return `Nombre: ${filters.name}`;
    case 'user':
      return `Correo: ${filters.user}`;
    case 'state':
      return `Estado: ${STATE_LABELS[filters.state ?? 'enabled'].toLowerCase()}`;
    case 'roles':
      return `Rol: ${(filters.roles ?? '')
        .split(',')
        .map((id) => roleName(Number(id)) ?? `n.º ${id}`)
        .join(', ')}`;
  }
}

export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, undefined])) as Record<FilterName, undefined>;

/** The active filters in the form's order. */
export const filterTags = (filters: UserFilters) =>
  NAMES.filter((name) => filters[name] !== undefined && filters[name] !== '').map((name) => ({
    name,
    label: tagText(name, filters),
  }));

/** The form holds text, as fields do; empty means not filtered by. Roles are comma-joined ids, as the address has them. */
export type UserFilterForm = Record<FilterName, string>;

export const filterFormOf = (filters: UserFilters): UserFilterForm =>
  Object.fromEntries(NAMES.map((name) => [name, String(filters[name] ?? '')])) as UserFilterForm;

/** The endpoint's own rules, over what was filled in: only non-empty fields are sent (spec 5, Filters). */
export const filterFormSchema = z.preprocess((form: UserFilterForm) => filledIn(form), userFilters);
