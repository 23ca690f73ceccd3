import { describe, expect, test } from 'vitest';
import { readSearch } from './search.ts';

const none = { email: null, number: null, document: null, words: [] };

describe('search texts', () => {
  test.each([
    ['María Núñez', { ...none, words: ['maria', 'nunez'] }],
    ['  NUÑEZ,  maria ', { ...none, words: ['nunez', 'maria'] }],
    ["O'Higgins", { ...none, words: ["o'higgins"] }],
    ['20.123.456', { ...none, number: '20123456', document: '20123456' }],
    ['DNI 20123456', { ...none, number: '20123456', document: '20123456' }],
    ['+54 9 11 5555-1234', { ...none, number: '1155551234' }],
    ['011 15 5555 1234', { ...none, number: '1155551234' }],
    ['1234', { ...none, number: '1234' }],
    ['Ana@Ejemplo.com.ar', { ...none, email: 'ana@ejemplo.com.ar' }],
    ['Pérez 20.123.456', { ...none, number: '20123456', document: '20123456', words: ['perez'] }],
    ['27-20123456-4', { ...none, document: '27201234564' }],
  ])('%s', (text, search) => expect(readSearch(text)).toEqual(search));

  test.each(['', '  ', 'a', '12', '.', '%'])('%j is too little', (text) => expect(readSearch(text)).toBeNull());

  test.each(['x', ' ', '1', 'a.', '@', '-', '(', 'é', '\u0301\u0323', 'a@', '1e', "'"])(
    'a long text of %j is read once, not once for each letter',
    (part) => {
      const began = performance.now();
      readSearch(`a${part.repeat(200_000 / part.length)}b`);
      // Once takes some 50 ms; from every letter again it took minutes.
      expect(performance.now() - began).toBeLessThan(2000);
    },
  );
});
