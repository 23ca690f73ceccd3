import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { renderPiece } from '../../test/render.tsx';
import { ListFilterDialog } from './filter-dialog.tsx';
import { filterForm } from './filters.ts';

const form = filterForm(z.object({ id: z.coerce.number('Ingrese un número.').optional() }));
type LeadsTo = ComponentProps<typeof ListFilterDialog>['leadsTo'];
const open = (leadsTo?: LeadsTo, onApply = vi.fn()) =>
  renderPiece(
    <ListFilterDialog
      form={form}
      fields={[{ kind: 'digits', name: 'id', label: 'Id' }]}
      given={{}}
      onApply={onApply}
      onClose={() => undefined}
      {...(leadsTo && { leadsTo })}
    />,
  );
const button = (name: string) => screen.getByRole('button', { name });

test('an unchanged form says that there are no changes, and shows no errors', () => {
  open();
  expect(screen.getByText('Todavía no hay cambios que aplicar.')).toBeTruthy();
  expect(screen.queryByText('Hay datos que corregir.')).toBeNull();
});

test('with a next step: all or some, and all applies no filters', async () => {
  const onApply = vi.fn();
  const leadsTo = { title: 'Segmentar', all: 'Todos', some: 'Algunos', action: 'Continuar', renderOutcome: () => null };
  const { user } = open(leadsTo, onApply);
  expect(screen.queryByRole('textbox', { name: 'Id' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Algunos' }));
  expect(button('Continuar').getAttribute('aria-disabled')).toBe('false');
  await user.type(screen.getByRole('textbox', { name: 'Id' }), '7x');
  expect(screen.getByRole('radio', { name: 'Algunos (1 filtro)' })).toBeTruthy();
  expect(button('Continuar').getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'Todos' }));
  await user.click(button('Continuar'));
  expect(onApply).toHaveBeenCalledWith({});
});

test('the button of a selector is called by what it does', async () => {
  const { user } = renderPiece(
    <ListFilterDialog
      form={filterForm(z.object({ role: z.string().optional() }))}
      fields={[{ kind: 'choice', name: 'role', label: 'Rol', options: [{ id: '1', name: 'Operador' }] }]}
      given={{}}
      onApply={() => undefined}
      onClose={() => undefined}
    />,
  );
  // The dialog's own button.
  expect(screen.getAllByRole('button', { name: 'Cerrar' })).toHaveLength(1);
  await user.click(button('Abrir'));
  expect(await screen.findByRole('option', { name: 'Operador' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Cerrar' })).toHaveLength(2);
});
