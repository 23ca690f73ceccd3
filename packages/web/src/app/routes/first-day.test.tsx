import { api } from '@campanero/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, replyVersioned, server } from '../../test/server.ts';
import { FirstDayPage } from './first-day.tsx';

const admin = () => aSession(['Administrador'], { id: 7 });
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const day = (done: ('password' | 'city')[], closedAt: string | null = null) => ({ done, closedAt, mailTestedAt: null });

test('names the city, tests the mail and shows the answer of the server', async () => {
  let sent: unknown;
  server.use(
    reply(api.lookups.locations, []),
    reply(api.installation.firstDay, day(['password'])),
    reply(api.installation.change, async ({ request }) => {
      sent = await request.json();
      server.use(reply(api.installation.firstDay, day(['password', 'city'])));
      return { city: 'Morón', logoURL: null, districtId: null, areaCode: null, version: 1 };
    }),
    reply(api.installation.testMail, { sent: false, to: 'a@x.example', text: 'El correo no salió: 535' }),
  );
  const { user } = renderPiece(<FirstDayPage />, { path: '/first-day', as: admin() });
  expect(await screen.findByText(/1 de 6 pasos hechos/)).toBeTruthy();
  // The help stands between the field and its button, at every width.
  const help = screen.getByText(/^Se ve al ingresar/);
  const save = screen.getByRole('button', { name: 'Guardar ciudad' });
  expect(help.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByLabelText('Nombre de la ciudad'));
  await user.paste('Morón');
  await user.click(screen.getByRole('button', { name: 'Guardar ciudad' }));
  await waitFor(() => expect(sent).toEqual({ city: 'Morón', version: 0 }));
  expect(await screen.findByText(/2 de 6 pasos hechos/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Enviar correo de prueba' }));
  expect(await screen.findByText('El correo no salió: 535')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Importar usuarios' }).getAttribute('href')).toBe('/users/import');
  expect(screen.getByRole('link', { name: 'Usar la plantilla Encuesta de satisfacción' }).getAttribute('href')).toBe(
    '/campaigns/create?template=encuesta',
  );
});

test('one button saves the name and the logo; a chosen logo is shown before, and can be taken back', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:logo', revokeObjectURL: () => {} }));
  const sent: string[] = [];
  let facts = { city: '', logoURL: null as string | null, districtId: null, areaCode: null, version: 0 };
  server.use(
    reply(api.lookups.locations, []),
    reply(api.installation.firstDay, day(['password'])),
    reply(api.installation.facts, () => facts),
    reply(api.installation.change, () => {
      sent.push('name');
      return (facts = { ...facts, city: 'Morón', version: 1 });
    }),
    refuse(api.installation.setLogo, 'IMAGE_UNREADABLE'),
  );
  const { user } = renderPiece(<FirstDayPage />, { path: '/first-day', as: admin() });
  const png = new File([PNG], 'logo.png', { type: 'image/png' });
  await user.upload(await screen.findByTestId('logo-input'), png);
  await screen.findByRole('figure');
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('figure')).toBeNull();
  const save = screen.getByRole('button', { name: 'Guardar ciudad' });
  expect(save.getAttribute('aria-disabled')).toBe('true');

  await user.upload(screen.getByTestId('logo-input'), png);
  await screen.findByRole('figure');
  await user.click(screen.getByLabelText('Nombre de la ciudad'));
  await user.paste('Morón');
  // A refused logo is told and stays chosen; nothing else is saved behind it.
  await user.click(save);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect([sent, screen.queryAllByRole('figure').length]).toEqual([[], 1]);

  server.use(
    reply(api.installation.setLogo, () => {
      sent.push('logo');
      return (facts = { ...facts, logoURL: '/api/installation/logo/1' });
    }),
  );
  await user.click(save);
  expect(await screen.findByText('Ciudad guardada.')).toBeTruthy();
  expect(sent).toEqual(['logo', 'name']);
  expect(screen.queryByRole('alert')).toBeNull();

  server.use(
    reply(api.installation.removeLogo, () => {
      sent.push('removed');
      return (facts = { ...facts, logoURL: null });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Quitar logo' }));
  expect(screen.getByText('Se quita al guardar.')).toBeTruthy();
  expect(sent).toHaveLength(2);
  await user.click(save);
  await waitFor(() => expect(sent).toEqual(['logo', 'name', 'removed']));
  expect(await screen.findByText('PNG o JPG')).toBeTruthy();
});

test('an SVG is refused before it is sent, and the reminder can be turned off', async () => {
  let closed: unknown;
  server.use(
    reply(api.lookups.locations, []),
    reply(api.installation.firstDay, day(['password'])),
    reply(api.installation.closeFirstDay, async ({ request }) => {
      closed = await request.json();
      return day(['password'], '2026-11-14T14:30:00.000Z');
    }),
  );
  const { user } = renderPiece(<FirstDayPage />, { path: '/first-day', as: admin() });
  const svg = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  const input = await screen.findByTestId('logo-input');
  input.removeAttribute('accept');
  await user.upload(input, svg);
  expect((await screen.findByRole('alert')).textContent).toContain('no es un archivo');
  await user.click(screen.getByRole('button', { name: 'No recordarlos más' }));
  await waitFor(() => expect(closed).toEqual({ closed: true }));
  expect(await screen.findByRole('button', { name: 'Volver a recordarlos' })).toBeTruthy();
});

test('two administrators: what the other one chose is shown, and nothing is overwritten unseen', async () => {
  const facts = { city: 'Morón', logoURL: null, districtId: null, areaCode: '11', version: 0 };
  let now = facts;
  server.use(
    reply(api.lookups.locations, []),
    reply(api.installation.firstDay, day(['password', 'city'])),
    reply(api.installation.facts, () => now),
    replyVersioned(
      api.installation.change,
      () => now.version,
      (body) => (now = { ...now, ...body, version: now.version + 1 }),
    ),
  );
  const { user } = renderPiece(<FirstDayPage />, { path: '/first-day', as: admin() });
  // What was done before is one line until it is opened.
  await user.click(await screen.findByRole('button', { name: 'Ver La ciudad' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Nombre de la ciudad');
  await waitFor(() => expect(name.value).toBe('Morón'));
  await user.type(name, ' Sur');
  // The other one changed the area code: nothing that this form shows.
  now = { ...now, areaCode: '261', version: 1 };
  await user.click(screen.getByRole('button', { name: 'Guardar ciudad' }));
  expect(await screen.findByText('Ciudad guardada.')).toBeTruthy();
  expect(now).toMatchObject({ city: 'Morón Sur', areaCode: '261', version: 2 });
  // And now the name itself.
  await user.type(name, ' 2');
  now = { ...now, city: 'Municipio de Morón', version: 3 };
  await user.click(screen.getByRole('button', { name: 'Guardar ciudad' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Otra persona cambió estos datos');
  const save = screen.getByRole('button', { name: 'Guardar ciudad' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('radio', { name: /Lo guardado ahora.*Municipio de Morón/ }));
  expect(name.value).toBe('Municipio de Morón');
  await user.click(screen.getByRole('radio', { name: /Lo que usted escribió.*Morón Sur 2/ }));
  await user.click(save);
  await waitFor(() => expect(now).toMatchObject({ city: 'Morón Sur 2', version: 4 }));
  expect(screen.queryByRole('alert')).toBeNull();
});
