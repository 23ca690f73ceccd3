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

const KEYS_PER_COLUMN = 3;

/** Keys 1–3, 4–6 and 7–9 for the first three of each column; a key left free goes to the next state without one. */
export function numberKeys(columns: readonly OutcomeColumn[]): Map<number, number> {
  const keys = new Map<number, number>();
  const free: number[] = [];
  columns.forEach(({ states }, column) => {
    for (let row = 0; row < KEYS_PER_COLUMN; row += 1) {
      const key = column * KEYS_PER_COLUMN + row + 1;
      const state = states[row];
      if (state) keys.set(state.id, key);
      else free.push(key);
    }
  });
  const waiting = columns.flatMap(({ states }) => states).filter(({ id }) => !keys.has(id));
  waiting.slice(0, free.length).forEach(({ id }, place) => keys.set(id, free[place]!));
  return keys;
}

export const QUICK_MAX = 4;

/** The most used callback and effective states, at least one effective, in the order of the columns. */
export function quickOutcomes(
  states: readonly OutcomeState[],
  uses: readonly { id: number; count: number }[],
  max = QUICK_MAX,
): OutcomeState[] {
  const count = new Map(uses.map((use) => [use.id, use.count]));
  const byUse = (a: OutcomeState, b: OutcomeState) => (count.get(b.id) ?? 0) - (count.get(a.id) ?? 0) || byPlace(a, b);
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
