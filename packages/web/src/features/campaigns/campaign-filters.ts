import { campaignFilters, type CampaignFilters } from '@campanero/contract/campaigns/schemas';
import { statusLabel } from '@campanero/contract/campaigns/status';
import { TYPE_LABELS } from './texts.ts';

export interface Choice {
  id: number;
  name: string;
}

/** What ids stand for; undefined while the lists are on their way. */
export interface FilterChoices {
  objectives: readonly Choice[] | undefined;
  people: readonly Choice[] | undefined;
}

type FilterName = keyof CampaignFilters;
const NAMES = Object.keys(campaignFilters.shape) as FilterName[];

const dayText = (day: string) => day.split('-').toReversed().join('-');
const nameOf = (choices: readonly Choice[] | undefined, id: number | undefined) =>
  choices?.find((choice) => choice.id === id)?.name ?? `n.º ${id}`;

/** How an active filter reads on its tag. */
function tagText(name: FilterName, filters: CampaignFilters, choices: FilterChoices): string {
  switch (name) {
    case 'id':
      return `Id: ${filters.id}`;
    case 'name':
      return `Nombre: ${filters.name}`;
    case 'externalId':
      return `Id externo: ${filters.externalId}`;
    case 'objectiveId':
      return `Objetivo: ${nameOf(choices.objectives, filters.objectiveId)}`;
    case 'status':
      return `Estado: ${filters.status && statusLabel(filters.status)}`;
    case 'userId':
      return `Usuario: ${nameOf(choices.people, filters.userId)}`;
    case 'createdAt':
      return `Creada el ${dayText(filters.createdAt ?? '')}`;
    case 'startDate':
      return `Inicia desde ${dayText(filters.startDate ?? '')}`;
    case 'endDate':
      return `Finaliza hasta ${dayText(filters.endDate ?? '')}`;
    case 'type':
      return `Tipo: ${TYPE_LABELS[filters.type ?? 'general'].toLowerCase()}`;
  }
}

export interface FilterRights {
  /** Without it the type is external and stays so (spec 6). */
  mayChooseType: boolean;
  maySeeExternalId: boolean;
}

/** The filters of an address that this person may use. What the role fixes or hides is not taken from a link. */
export function allowedFilters<F extends CampaignFilters>(filters: F, rights: FilterRights): F {
  return {
    ...filters,
    externalId: rights.maySeeExternalId ? filters.externalId : undefined,
    type: rights.mayChooseType ? filters.type : undefined,
  };
}

export const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, undefined])) as Record<FilterName, undefined>;

export interface FilterTagText {
  name: FilterName;
  label: string;
  fixed: boolean;
}

/** The active filters in the form's order; a type the role fixes comes first, with its lock. */
export function filterTags(filters: CampaignFilters, rights: FilterRights, choices: FilterChoices): FilterTagText[] {
  const fixed = rights.mayChooseType
    ? []
    : [{ name: 'type' as const, label: tagText('type', { type: 'external' }, choices), fixed: true }];
  const chosen = NAMES.filter((name) => filters[name] !== undefined && filters[name] !== '').map((name) => ({
    name,
    label: tagText(name, filters, choices),
    fixed: false,
  }));
  return [...fixed, ...chosen];
}
