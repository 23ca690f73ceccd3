import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderPiece } from '../../test/render.tsx';
import { ListFilterDialog } from './filter-dialog.tsx';
import { filterForm } from './filters.ts';

const form = filterForm(z.object({ id: z.coerce.number('Ingrese un número.').optional() }));
const open = (leadsTo?: { title: string; context: string; action: string }) =>
  renderPiece(
    <ListFilterDialog
      form={form}
      fields={[{ kind: 'digits', name: 'id', label: 'Id' }]}
      given={{}}
      onApply={() => undefined}
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

test('with a next step the unchanged form can be applied', () => {
  open({ title: 'Segmentar', context: 'Elija a quiénes.', action: 'Continuar' });
  expect(button('Continuar').getAttribute('aria-disabled')).toBe('false');
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
