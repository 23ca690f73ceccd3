import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { ImportUsers } from './import-users.tsx';

const csv = (text: string, name = 'usuarios.csv') => new File([text], name, { type: 'text/csv' });
const ANA = 'nombre;apellido;correo;roles;lado\nAna;Paz;ana@x.example;Operador;interno\n';
const good = { line: 2, name: 'Ana Paz', email: 'ana@x.example', roles: [{ id: 2, name: 'Operador' }] };

const open = () => {
  const onCreated = vi.fn();
  const shown = renderPiece(<ImportUsers cancelTo="/users" onCreated={onCreated} />, {
    path: '/users/import',
    as: aSession(['Administrador'], { id: 7 }),
  });
  return { ...shown, onCreated };
};

test('a file without its columns is refused before it is sent, a correct one shows its rows', async () => {
  server.use(reply(api.users.previewImport, { good: [good], bad: [] }));
  const { user } = open();
  await user.upload(screen.getByTestId('file-input'), csv('nombre\nAna\n'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Falta la columna/);
  await user.upload(screen.getByTestId('file-input'), csv(ANA, 'bien.csv'));
  expect(await screen.findByRole('list', { name: 'Filas correctas' })).toBeTruthy();
  expect(screen.queryByRole('alert', { name: /Falta/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Crear 1 usuario' })).toBeTruthy();
});

test('rows that another administrator created meanwhile are checked again', async () => {
  const previews = vi.fn();
  server.use(
    reply(api.users.previewImport, () => {
      previews();
      return { good: [good], bad: [] };
    }),
    refuse(api.users.import, 'CONFLICT'),
  );
  const { user, onCreated } = open();
  await user.upload(screen.getByTestId('file-input'), csv(ANA));
  await user.click(await screen.findByRole('button', { name: 'Crear 1 usuario' }));
  await waitFor(() => expect(previews).toHaveBeenCalledTimes(2));
  expect(onCreated).not.toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'Crear 1 usuario' })).toBeTruthy();
});

test('the created users are announced', async () => {
  server.use(reply(api.users.previewImport, { good: [good], bad: [] }), reply(api.users.import, { created: 1 }));
  const { user, onCreated } = open();
  await user.upload(screen.getByTestId('file-input'), csv(ANA));
  await user.click(await screen.findByRole('button', { name: 'Crear 1 usuario' }));
  await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1));
});
