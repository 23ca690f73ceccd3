import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HELP } from '../features/help/help-texts.ts';
import { aCampaignPage } from '../test/campaigns.ts';
import { aSession } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { reply, server } from '../test/server.ts';
import { PAGES } from './pages.ts';

test('every page has its help, and no help is of a page that is gone', () => {
  expect(Object.keys(HELP).toSorted()).toEqual([...Object.keys(PAGES), 'signIn', 'recover', 'reset'].toSorted());
});

test.each(Object.entries(HELP))('the help of %s is short and whole', (_page, { purpose, tasks, rules }) => {
  expect(tasks.length).toBeGreaterThan(0);
  expect(rules.length).toBeGreaterThan(0);
  const sentences = [purpose, ...tasks, ...rules];
  for (const sentence of sentences) expect(sentence).toMatch(/^[«A-ZÁÉÍÓÚ].*\.$/);
  expect(sentences.join(' ').length).toBeLessThan(900);
});

test('the page’s own help opens beside it, Esc closes it and gives the focus back', async () => {
  server.use(reply(api.campaigns.list, aCampaignPage([])), reply(api.auth.sessions, []));
  const { user, router } = renderApp('/campaigns', { as: aSession(['Operador']) });
  const opener = await screen.findByRole('button', { name: 'Ayuda' });
  await user.click(opener);
  const sheet = await screen.findByRole('dialog', { name: 'Ayuda de esta página' });
  expect(within(sheet).getByText(/Es la lista de las campañas/)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);

  await router.navigate('/pages/profile');
  await screen.findByRole('heading', { name: 'Mi perfil' });
  await user.click(screen.getByRole('button', { name: 'Ayuda' }));
  const next = await screen.findByRole('dialog', { name: 'Ayuda de esta página' });
  expect(within(next).getByText(/Suba una foto/)).toBeTruthy();
});

test('it is there before the sign-in, too', async () => {
  const { user } = renderApp('/signin');
  await user.click(await screen.findByRole('button', { name: 'Cómo se usa' }));
  expect(within(await screen.findByRole('dialog')).getByText(/Aquí se ingresa/)).toBeTruthy();
});
