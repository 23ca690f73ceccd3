import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import type { OptionItem } from './option-list.tsx';
import { TransferList } from './transfer-list.tsx';

const STATES: OptionItem[] = [
  { id: 1, name: 'Contactado' },
  { id: 2, name: 'Cortó la comunicación' },
  { id: 3, name: 'Ocupado' },
  { id: 4, name: 'Participa' },
];

function Piece({ items, initial }: { items: OptionItem[]; initial: number[] }) {
  const [chosen, setChosen] = useState(initial);
  return (
    <>
      <TransferList
        items={items}
        chosen={chosen}
        onChange={setChosen}
        noun="estados"
        available={{ title: 'Disponibles', empty: 'No hay estados para agregar.' }}
        selected={{ title: 'Elegidos', empty: 'Todavía no eligió ninguno.' }}
      />
      <output>{chosen.join(',')}</output>
    </>
  );
}

const open = (initial: number[] = [], items = STATES) => renderPiece(<Piece items={items} initial={initial} />);
const list = (name: string) => screen.getByRole('listbox', { name });
const names = (name: string) =>
  within(list(name))
    .queryAllByRole('option')
    .map((option) => option.textContent);
const chosen = () => document.querySelector('output')?.textContent;
const markedIn = (name: string) => within(list(name)).queryAllByRole('option', { selected: true }).length;

test('marked ones move with the buttons, both ways, and keep the given order', async () => {
  const { user } = open([4]);
  const add = screen.getByRole('button', { name: 'Agregar los marcados' });
  const remove = screen.getByRole('button', { name: 'Quitar los marcados' });
  expect(add.getAttribute('aria-disabled')).toBe('true');

  await user.click(within(list('Disponibles')).getByRole('option', { name: 'Ocupado' }));
  await user.click(within(list('Disponibles')).getByRole('option', { name: 'Contactado' }));
  expect(screen.getByText('2 de 3')).toBeTruthy();
  await user.click(add);
  expect(chosen()).toBe('1,3,4');
  expect(names('Elegidos')).toEqual(['Contactado', 'Ocupado', 'Participa']);
  expect(screen.getByText('Agregado: 2.')).toBeTruthy();
  expect(markedIn('Elegidos')).toBe(0);
  expect(document.activeElement).toBe(add);

  await user.click(within(list('Elegidos')).getByRole('option', { name: 'Participa' }));
  await user.click(remove);
  expect(chosen()).toBe('1,3');
  expect(screen.getByText('Quitado: Participa.')).toBeTruthy();
});

test('a double click moves one row, independent of the marks', async () => {
  const { user } = open();
  await user.click(within(list('Disponibles')).getByRole('option', { name: 'Contactado' }));
  await user.dblClick(within(list('Disponibles')).getByRole('option', { name: 'Ocupado' }));
  expect(chosen()).toBe('3');
  expect(markedIn('Disponibles')).toBe(1);
});

test('keyboard operation; the focus stays in its card', async () => {
  const { user } = open();
  list('Disponibles').focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('2');
  expect(document.activeElement).toBe(list('Disponibles'));
  const active = () => document.getElementById(list('Disponibles').getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toBe('Ocupado');

  await user.keyboard('{Home} {Shift>}{ArrowDown}{/Shift}');
  expect(markedIn('Disponibles')).toBe(2);
  await user.keyboard('{Control>}a{/Control}');
  expect(markedIn('Disponibles')).toBe(3);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('1,2,3,4');
  expect(names('Disponibles')).toEqual([]);
  expect(screen.getByText('No hay estados para agregar.')).toBeTruthy();
});

test('the search ignores case and accents; marking all marks the matches', async () => {
  const { user } = open();
  const search = screen.getByRole('searchbox', { name: 'Buscar estados: Disponibles' });
  await user.type(search, 'CORTO');
  expect(names('Disponibles')).toEqual(['Cortó la comunicación']);
  await user.click(screen.getByRole('checkbox', { name: 'Marcar todos: Disponibles' }));
  await user.click(search);
  await user.keyboard('{Escape}');
  expect(names('Disponibles')).toHaveLength(4);
  expect(markedIn('Disponibles')).toBe(1);
  await user.type(search, 'zzz');
  expect(screen.getByText('Nada coincide con «zzz».')).toBeTruthy();
});

test('Shift+click marks a range', async () => {
  const { user } = open();
  const options = within(list('Disponibles')).getAllByRole('option');
  await user.click(options[1]!);
  await user.keyboard('{Shift>}');
  await user.click(options[3]!);
  await user.keyboard('{/Shift}');
  expect(markedIn('Disponibles')).toBe(3);
});

test('works with hundreds of entries', async () => {
  const many = Array.from({ length: 200 }, (_, place) => ({ id: place + 1, name: `Persona ${place + 1}` }));
  const { user } = open([], many);
  // By label: queries by role are slow among hundreds of rows.
  await user.click(screen.getByLabelText('Marcar todos: Disponibles'));
  await user.click(screen.getByLabelText('Agregar los marcados'));
  expect(chosen()?.split(',')).toHaveLength(200);
});
