import { expect, test } from 'vitest';
import { bestMatches } from './best-match.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const found = (typed: string) =>
  bestMatches(
    named('No desea participar', 'Inválido', 'Participa', 'Ya participó', 'Compartido'),
    typed,
    ({ name }) => name,
  ).map(({ name }) => name);

test.each([
  ['participa', ['Participa', 'No desea participar']],
  ['PARTI', ['Participa', 'No desea participar', 'Ya participó', 'Compartido']],
  ['invalido', ['Inválido']],
  ['xyz', []],
  ['', ['No desea participar', 'Inválido', 'Participa', 'Ya participó', 'Compartido']],
])('%s', (typed, names) => {
  expect(found(typed)).toEqual(names);
});
