import { expect, test } from 'vitest';
import { countByGroup, groupOfState, STATE_GROUP_NAMES, STATE_GROUPS, type StateActions } from './state-groups.ts';

const actions = (...set: (keyof StateActions)[]): StateActions => ({
  effectiveness: set.includes('effectiveness'),
  contactability: set.includes('contactability'),
  callback: set.includes('callback'),
});

test.each<[(keyof StateActions)[], string]>([
  [['effectiveness', 'contactability', 'callback'], 'Efectivos'],
  [['effectiveness', 'contactability'], 'Efectivos'],
  [['effectiveness', 'callback'], 'Efectivos'],
  [['effectiveness'], 'Efectivos'],
  [['contactability', 'callback'], 'Volver a llamar'],
  [['contactability'], 'Contactados'],
  [['callback'], 'Sin contacto'],
  [[], 'Inválidos'],
])('a state with %j is one of the %s', (set, name) => {
  expect(STATE_GROUP_NAMES[groupOfState(actions(...set))]).toBe(name);
});

test('the groups are stacked in the order of the picture', () => {
  expect(STATE_GROUPS.map((group) => STATE_GROUP_NAMES[group])).toEqual([
    'Efectivos',
    'Contactados',
    'Volver a llamar',
    'Sin contacto',
    'Inválidos',
  ]);
});

test('outcomes are added up by group, and a group without any has 0', () => {
  const outcomes = [
    { ...actions('contactability'), n: 3 },
    { ...actions('contactability'), n: 4 },
    { ...actions(), n: 2 },
  ];
  expect(countByGroup(outcomes)).toEqual({ effective: 0, contacted: 7, callback: 0, unreached: 0, invalid: 2 });
});
