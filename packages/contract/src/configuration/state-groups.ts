import type { State } from './schemas.ts';

/** Groups of outcomes in charts, in stacking order; the actions of the outcome's state decide. */
export const STATE_GROUPS = ['effective', 'contacted', 'callback', 'unreached', 'invalid'] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

export const STATE_GROUP_NAMES: Record<StateGroup, string> = {
  effective: 'Efectivos',
  contacted: 'Contactados',
  callback: 'Volver a llamar',
  unreached: 'Sin contacto',
  invalid: 'Inválidos',
};

export type StateActions = Pick<State, 'effectiveness' | 'contactability' | 'callback'>;

export function groupOfState({ effectiveness, contactability, callback }: StateActions): StateGroup {
  if (effectiveness) return 'effective';
  if (contactability) return callback ? 'callback' : 'contacted';
  return callback ? 'unreached' : 'invalid';
}

export type GroupCounts = Record<StateGroup, number>;

export function countByGroup(outcomes: Iterable<StateActions & { n: number }>): GroupCounts {
  const counts: GroupCounts = { effective: 0, contacted: 0, callback: 0, unreached: 0, invalid: 0 };
  for (const outcome of outcomes) counts[groupOfState(outcome)] += outcome.n;
  return counts;
}
