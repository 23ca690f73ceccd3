import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idOf } from '../lib/page.ts';
import { aSession } from '../test/people.ts';
import { renderPage } from '../test/render.tsx';

test.each([
  ['1', 1],
  ['1275', 1275],
  ['0', undefined],
  ['-3', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  [' 7', undefined],
  ['abc', undefined],
  ['undefined', undefined],
  ['99999999999999999999', undefined],
  ['', undefined],
  [null, undefined],
])('%j in an address is the id %j', (text, id) => {
  expect(idOf(text)).toBe(id);
});

// No request is declared: asking the server for such a thing would fail the test.
test.each([
  ['/campaign/detail/1275/contact/abc/1155550000', 'No se encontró el contacto'],
  ['/campaign/detail/1275/contact/undefined/undefined', 'No se encontró el contacto'],
  ['/campaign/detail/abc/contact/5/1155550000', 'No se encontró la campaña'],
  ['/campaign/abc', 'No se encontró la campaña'],
  ['/campaign/edit/1e3', 'No se encontró la campaña'],
  ['/campaign/detail/undefined', 'No se encontró la campaña'],
  ['/campaign/detail/0/assign', 'No se encontró la campaña'],
  ['/user/abc', 'El usuario no existe.'],
  ['/user/edit/0x10', 'El usuario no existe.'],
])('%s says what an unknown one says', async (address, sentence) => {
  renderPage(address, { as: aSession(['Administrador']) });
  expect(await screen.findByText(sentence)).toBeTruthy();
});
