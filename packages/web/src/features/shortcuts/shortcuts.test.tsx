import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aCampaignPage } from '../../test/campaigns.ts';
import { aCampaignRow } from '../../test/campaigns.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { aShellRecord } from '../../test/shell-record.ts';

beforeEach(() =>
  server.use(reply(api.campaigns.list, aCampaignPage([])), reply(api.auth.sessions, []), aShellRecord().saves()),
);
const ready = () => screen.findByRole('button', { name: 'Buscar quién llama' });

test('? opens the help, Esc closes it and gives the focus back', async () => {
  const { user } = renderApp('/campaigns', { as: aSession(['Operador']) });
  const tool = await ready();
  tool.focus();
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  await user.click(within(help).getByRole('button', { name: 'Los demás atajos', expanded: false }));
  const rowOf = (label: string) => within(help).getByText(label).parentElement?.textContent;
  expect(rowOf('Llamado')).toContain('Alt L');
  expect(rowOf('Siguiente contacto')).toContain('Alt S');
  expect(rowOf('Copiar el número')).toContain('Alt C');
  expect(rowOf('Ir a las observaciones')).toContain('Alt O');
  expect(rowOf('Pestaña Operador')).toContain('Alt 5');
  expect(rowOf('Guardar y siguiente')).toContain('Ctrl Intro');
  expect(rowOf('Guardar')).toContain('Ctrl Mayús Intro');
  expect(rowOf('Cerrar')).toContain('Esc');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(tool);
});

test('what the page at hand offers stands first, what every page does next, the rest is folded', async () => {
  server.use(
    reply(api.campaigns.list, {
      campaigns: [aCampaignRow({ status: 'EN CURSO' })],
      totalElementsCount: 1,
      openForCallsCount: 1,
      phaseCounts: { running: 1, upcoming: 0, ended: 0 },
      page: 0,
    }),
  );
  const { user } = renderApp('/campaigns', { as: aSession(['Operador']) });
  await ready();
  await screen.findByRole('button', { name: /^Llamar/ });
  await user.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  const titles = () =>
    within(help)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect(titles()).toEqual(['En esta página', 'En todas las páginas']);
  const here = within(help).getByRole('region', { name: 'En esta página' });
  expect(here.textContent).toContain('Empezar a llamar');
  expect(here.textContent).not.toContain('Copiar el número');
  await user.click(within(help).getByRole('button', { name: 'Los demás atajos' }));
  expect(titles().slice(2)).toEqual([
    'En la página del contacto',
    'Al registrar un llamado',
    'En el relevamiento',
    'Pestañas del contacto',
  ]);
});

test('typing a question mark is no question', async () => {
  const { user } = renderApp('/campaigns', { as: aSession(['Operador']) });
  await ready();
  await user.click(await screen.findByRole('searchbox'));
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the footer and the user menu lead there too, also with the key switched off', async () => {
  const { user } = renderApp('/campaigns', { as: aSession(['Operador']) });
  await ready();
  await user.click(await screen.findByRole('button', { name: 'Atajos' }));
  const isOn = await screen.findByRole('switch', { name: 'Usar atajos de teclado' });
  expect(isOn).toHaveProperty('checked', true);
  await user.click(isOn);
  expect(screen.getByText('Vale para usted en todos sus equipos. Esc cierra siempre.')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.keyboard('?');
  await user.keyboard('{Alt>}b{/Alt}');
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Atajos' }));
  expect(await screen.findByRole('switch', { name: 'Usar atajos de teclado' })).toHaveProperty('checked', false);
});

test('a guest has no shortcuts to look up', async () => {
  const { user } = renderApp('/pages/profile', { as: aSession([]) });
  await user.click(await screen.findByRole('button', { name: /Menú de usuario/ }));
  await screen.findByRole('menuitem', { name: 'Iniciar sesión' });
  expect(screen.queryByRole('menuitem', { name: 'Atajos' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Buscar quién llama' })).toBeNull();
});
