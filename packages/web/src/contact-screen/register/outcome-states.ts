import type { CampaignState } from '@campanero/contract/campaigns/detail-schemas';
import { isSystemState } from '@campanero/contract/configuration/schemas';
import { fold } from '@campanero/contract/shared/text';

export type OutcomeState = Omit<CampaignState, 'disable'>;

const PENDING_NAME = 'pendiente';

/** The campaign's states without the disabled ones and those that only the system sets. */
export const outcomeStates = (states: readonly CampaignState[]): OutcomeState[] =>
  states.filter(({ id, name, disable }) => !disable && !isSystemState(id) && fold(name) !== PENDING_NAME);

type OutcomeColumn = { title: string; states: readonly OutcomeState[] };

/** Callbacks first, then by id: a fixed order, so that users learn the places. */
const byPlace = (a: OutcomeState, b: OutcomeState) => Number(b.callback) - Number(a.callback) || a.id - b.id;

export function outcomeColumns(states: readonly OutcomeState[]): OutcomeColumn[] {
  const ordered = states.toSorted(byPlace);
  return [
    { title: 'Sin contacto', states: ordered.filter((state) => !state.contactability && !state.effectiveness) },
    { title: 'Con contacto', states: ordered.filter((state) => state.contactability && !state.effectiveness) },
    { title: 'Efectivo', states: ordered.filter((state) => state.effectiveness) },
  ];
}

/** Place among the campaign's most used states; those not used come last. */
const rankIn =
  (used: readonly number[]) =>
  ({ id }: OutcomeState) =>
    used.includes(id) ? used.indexOf(id) : used.length;

const MAX_KEYS = 9;

/** Keys 1–9 for the most used states, then for the first ones of each column, numbered in the order of the screen (rule screens/outcome-columns). */
export function numberKeys(columns: readonly OutcomeColumn[], used: readonly number[]): Map<number, number> {
  const rank = rankIn(used);
  const places = columns.flatMap(({ states }) => states.map((state, row) => ({ state, row })));
  const keyed = places.toSorted((a, b) => rank(a.state) - rank(b.state) || a.row - b.row).slice(0, MAX_KEYS);
  return new Map(places.filter((place) => keyed.includes(place)).map(({ state }, index) => [state.id, index + 1]));
}

export const QUICK_MAX = 4;

/** The most used callback and effective states, at least one effective, in the order of the columns. */
export function quickOutcomes(
  states: readonly OutcomeState[],
  used: readonly number[],
  max = QUICK_MAX,
): OutcomeState[] {
  const rank = rankIn(used);
  const byUse = (a: OutcomeState, b: OutcomeState) => rank(a) - rank(b) || byPlace(a, b);
  const ranked = states.filter(({ callback, effectiveness }) => callback || effectiveness).toSorted(byUse);
  const chosen = ranked.slice(0, max);
  const effective = ranked.find(({ effectiveness }) => effectiveness);
  if (effective && !chosen.includes(effective)) chosen.splice(-1, 1, effective);
  const places = outcomeColumns(states).flatMap((column) => column.states);
  return places.filter((state) => chosen.includes(state));
}

export const matching = (states: readonly OutcomeState[], typed: string): OutcomeState[] => {
  const wanted = fold(typed);
  return wanted === '' ? [...states] : states.filter(({ name }) => fold(name).includes(wanted));
};
