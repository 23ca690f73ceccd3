import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import { ROLES } from '@campanero/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { HELP } from 'virtual:manual-help';
import { expect, test } from 'vitest';
import { aCampaignPage } from '../test/campaigns.ts';
import { aSession } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { reply, server } from '../test/server.ts';
import { PAGES } from './pages.ts';

const MANUAL = join(import.meta.dirname, '../../../../docs/manual');

test('every page has its help, and no help is of a page that is gone', () => {
  expect(Object.keys(HELP).toSorted()).toEqual([...Object.keys(PAGES), 'signIn', 'recover', 'reset'].toSorted());
});

test.each(Object.entries(HELP))('the help of %s is short and whole', (_page, { purpose, tasks, rules, manualPage }) => {
  expect(tasks.length).toBeGreaterThan(0);
  expect(rules.length).toBeGreaterThan(0);
  const items = [...tasks, ...rules];
  const known = ROLES.map(({ name }) => name.toLowerCase());
  for (const { roles = [] } of items) expect(known).toEqual(expect.arrayContaining([...roles]));
  const sentences = [purpose, ...items.map(({ text }) => text)];
  for (const sentence of sentences) {
    expect(sentence).toMatch(/^\*?[«¿A-ZÁÉÍÓÚ].*\.$/);
    expect(sentence.split('*').length % 2, sentence).toBe(1);
    // Shown as they stand: neither links nor bold.
    expect(sentence).not.toMatch(/\]\(|\*\*|`/);
  }
  expect(sentences.join(' ').length).toBeLessThan(1000);
  expect(existsSync(join(MANUAL, `${manualPage}.md`))).toBe(true);
});

test('the page’s own help opens beside it, Esc closes it and gives the focus back', async () => {
  server.use(reply(api.campaigns.list, aCampaignPage([])), reply(api.auth.sessions, []));
  const { user, router } = renderApp('/campaigns', { as: aSession(['Operador']) });
  const opener = await screen.findByRole('button', { name: 'Ayuda' });
  await user.click(opener);
  const sheet = await screen.findByRole('dialog', { name: 'Ayuda de esta página' });
  expect(within(sheet).getByText(/Es la lista de las campañas/)).toBeTruthy();
  expect(within(sheet).getByText('Filtros').closest('li')!.textContent).toMatch(/^Busque por nombre o use Filtros;/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);

  await router.navigate('/pages/profile');
  await screen.findByRole('heading', { name: 'Mi perfil' });
  await user.click(screen.getByRole('button', { name: 'Ayuda' }));
  const next = await screen.findByRole('dialog', { name: 'Ayuda de esta página' });
  expect(within(next).getByText(/Suba una foto/)).toBeTruthy();
});

test.each([
  ['Operador', /se abre su próximo contacto/, /editarla o duplicarla/],
  ['Coordinador', /editarla o duplicarla/, /se abre su próximo contacto/],
] as const)('a role sees only what it can do: %s', async (role, own, other) => {
  server.use(reply(api.campaigns.list, aCampaignPage([])));
  const { user } = renderApp('/campaigns', { as: aSession([role]) });
  await user.click(await screen.findByRole('button', { name: 'Ayuda' }));
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toMatch(own);
  expect(sheet.textContent).not.toMatch(other);
});

test('it leads on to the manual’s page of this screen, in another tab', async () => {
  server.use(reply(api.auth.sessions, []));
  const { user } = renderApp('/pages/profile', { as: aSession(['Operador']) });
  await user.click(await screen.findByRole('button', { name: 'Ayuda' }));
  const link = await screen.findByRole('link', { name: 'Abrir en el manual' });
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    '/manual/mi-perfil',
    '_blank',
    'noopener',
  ]);
});

test('it is there before the sign-in, too', async () => {
  const { user } = renderApp('/signin');
  await user.click(await screen.findByRole('button', { name: 'Cómo se usa' }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByText(/Aquí se ingresa/)).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'Abrir en el manual' }).getAttribute('href')).toBe('/manual/ingresar');
});
