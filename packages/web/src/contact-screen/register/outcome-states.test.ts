import { expect, test } from 'vitest';
import { aState } from '../../test/catalogue.ts';
import {
  matching,
  numberKeys,
  outcomeColumns,
  outcomeStates,
  quickOutcomes,
  type OutcomeState,
} from './outcome-states.ts';

const state = (id: number, name: string, flags: Partial<OutcomeState> = {}): OutcomeState => ({
  id,
  name,
  color: '#8D99A6',
  substates: [],
  callback: false,
  contactability: false,
  effectiveness: false,
  ...flags,
});
const AGAIN = { callback: true };
const TALKED = { contactability: true };
const DONE = { contactability: true, effectiveness: true };
/** The states of rule installation/base-catalogue. */
const BASE = [
  state(2, 'Contactado', TALKED),
  state(3, 'No contesta', AGAIN),
  state(4, 'Ocupado', AGAIN),
  state(5, 'Contestador automático', AGAIN),
  state(6, 'Volver a llamar', { ...AGAIN, ...TALKED }),
  state(7, 'Número equivocado'),
  state(9, 'No desea participar', TALKED),
  state(10, 'Participa', DONE),
  state(16, 'Encuesta completa', DONE),
];
const namesOf = (states: readonly OutcomeState[]) => states.map(({ name }) => name);

test('the system’s states and the disabled ones cannot be chosen', () => {
  const states = [
    aState({ id: 1, name: 'Pendiente' }),
    aState({ id: 40, name: ' PENDIENTE ' }),
    aState({ id: 17, name: 'Inválido' }),
    aState({ id: 8, name: 'En desuso', disable: true }),
    aState({ id: 3, name: 'No contesta', callback: true }),
  ];
  expect(namesOf(outcomeStates(states))).toEqual(['No contesta']);
});

test('columns follow the flags, and each state keeps its place', () => {
  expect(outcomeColumns(BASE).map(({ title, states }) => [title, ...namesOf(states)])).toEqual([
    ['Sin contacto', 'No contesta', 'Ocupado', 'Contestador automático', 'Número equivocado'],
    ['Con contacto', 'Volver a llamar', 'Contactado', 'No desea participar'],
    ['Efectivo', 'Participa', 'Encuesta completa'],
  ]);
});

const keysOf = (used: readonly number[], states = BASE) => {
  const keys = numberKeys(outcomeColumns(states), used);
  return states.filter(({ id }) => keys.has(id)).toSorted((a, b) => keys.get(a.id)! - keys.get(b.id)!);
};

test('keys go to the most used states, then to the first of each column, in the order of the screen', () => {
  const many = [...BASE, ...[18, 19, 20].map((id) => state(id, `Otro ${id}`))];
  const first = ['No contesta', 'Ocupado', 'Contestador automático'];
  const others = ['Volver a llamar', 'Contactado', 'No desea participar', 'Participa', 'Encuesta completa'];
  expect(namesOf(keysOf([], many))).toEqual([...first, 'Número equivocado', ...others]);
  expect(namesOf(keysOf([20, 9], many))).toEqual([...first, 'Otro 20', ...others]);
  // More or less used among nine, each keeps its key.
  expect(keysOf([3, 4, 5], BASE)).toEqual(keysOf([16, 10, 3], BASE));
});

test('quick outcomes are the most used, with an effective one, in a fixed order', () => {
  expect(namesOf(quickOutcomes(BASE, []))).toEqual(['No contesta', 'Ocupado', 'Contestador automático', 'Participa']);
  const used = [2, 6, 3, 16];
  expect(namesOf(quickOutcomes(BASE, used))).toEqual([
    'No contesta',
    'Ocupado',
    'Volver a llamar',
    'Encuesta completa',
  ]);
  // Where there is room for three, the least used is left out, not the last.
  expect(namesOf(quickOutcomes(BASE, used, 3))).toEqual(['No contesta', 'Volver a llamar', 'Encuesta completa']);
});

test('typing finds without case and accents', () => {
  expect(namesOf(matching(BASE, 'AUTOMATICO'))).toEqual(['Contestador automático']);
  expect(matching(BASE, ' ')).toHaveLength(BASE.length);
});
