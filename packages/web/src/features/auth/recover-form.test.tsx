import { api } from '@campanero/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';

const sendFor = async (email: string) => {
  const view = renderApp('/recover');
  await view.user.type(await screen.findByLabelText('Correo'), `${email}{Enter}`);
  return view;
};

test('after sending it shows the address and the way back', async () => {
  server.use(reply(api.auth.recover, { message: 'Enviado. Revisa tu casilla de correo' }));
  const { user } = await sendFor('ana@demo.gob.ar');
  const heading = await screen.findByRole('heading', { name: 'Enviado' });
  expect(document.activeElement).toBe(heading);
  // Once, and with usted: the API's sentence is for others.
  expect(screen.getAllByText(/Enviado/)).toHaveLength(1);
  expect(screen.queryByText(/Revisa tu/)).toBeNull();
  expect(screen.getByText('ana@demo.gob.ar')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Volver a Ingresar' }));
  expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy();
});

test('an address that is none is refused before sending', async () => {
  await sendFor('ana@');
  expect(await screen.findByText('Debes ingresar un correo válido')).toBeTruthy();
});

test('a failure keeps the address in its field', async () => {
  server.use(refuse(api.auth.recover, 'INTERNAL'));
  await sendFor('ana@demo.gob.ar');
  expect((await screen.findByRole('alert')).textContent).toBe('Envío fallido. Por favor ingrese un correo válido.');
  expect(screen.getByLabelText('Correo')).toHaveProperty('value', 'ana@demo.gob.ar');
});
