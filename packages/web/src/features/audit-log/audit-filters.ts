import { auditFilters, type AuditFilters } from '@campanero/contract/audit-log/schemas';

type FilterName = keyof AuditFilters;
const NAMES = Object.keys(auditFilters.shape) as FilterName[];
export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, undefined])) as Record<FilterName, undefined>;

export interface AuditPerson {
  id: number;
  name: string;
}

/** Without `audit.all` one looks at one's own records: action and person are no choice, and not taken from a link (spec 6). */
export const allowedFilters = <F extends AuditFilters>(filters: F, seesAll: boolean): F =>
  seesAll ? filters : { ...filters, action: undefined, userId: undefined };

const dayText = (day: string) => day.split('-').toReversed().join('-');

function tagText(name: FilterName, filters: AuditFilters, people: readonly AuditPerson[] | undefined): string {
  switch (name) {
    case 'action':
      return `Acción: ${filters.action}`;
    case 'subaction':
      return `Subacción: ${filters.subaction}`;
    case 'userId':
      return `Usuario: ${people?.find(({ id }) => id === filters.userId)?.name ?? `n.º ${filters.userId}`}`;
    case 'createdAt':
      return `Fecha (UTC): ${dayText(filters.createdAt ?? '')}`;
    case 'signIns':
      return 'Sin ingresos ni salidas';
  }
}

/** The active filters in the form's order. */
export const filterTags = (filters: AuditFilters, people: readonly AuditPerson[] | undefined) =>
  NAMES.filter((name) => filters[name] !== undefined && filters[name] !== '1').map((name) => ({
    name,
    label: tagText(name, filters, people),
  }));
