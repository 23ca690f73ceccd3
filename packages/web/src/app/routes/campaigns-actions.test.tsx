import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aCampaignPage, aCampaignRow } from '../../test/campaigns.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { CampaignsPage } from './campaigns.tsx';

beforeEach(() =>
  server.use(
    reply(
      api.campaigns.list,
      aCampaignPage([
        aCampaignRow({ id: 31, name: 'Pendiente aún', status: 'PENDIENTE' }),
        aCampaignRow({ id: 32, name: 'En marcha', status: 'EN CURSO' }),
        aCampaignRow({ id: 33, name: 'Ya terminada', status: 'FINALIZADA' }),
      ]),
    ),
  ),
);

const openPage = (role: string) => renderPiece(<CampaignsPage />, { path: '/campaigns', as: aSession([role]) });

type User = ReturnType<typeof openPage>['user'];
async function entriesOf(user: User, campaign: string) {
  await user.click(await screen.findByRole('button', { name: `Acciones de ${campaign}` }));
  const menu = await screen.findByRole('menu', { name: `Acciones de ${campaign}` });
  const entries = within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return entries;
}

test('campaign.create gives the button and edits all but the finished ones', async () => {
  const { user } = openPage('Coordinador externo');
  expect((await screen.findByRole('link', { name: 'Crear Campaña' })).getAttribute('href')).toBe('/campaigns/create');
  expect(await entriesOf(user, 'Pendiente aún')).toEqual([
    'Ver audiencia',
    'Ver campaña',
    'Editar campaña',
    'Duplicar campaña',
  ]);
  expect(await entriesOf(user, 'En marcha')).toEqual([
    'Ver audiencia',
    'Ver campaña',
    'Ver Estadísticas',
    'Editar campaña',
    'Duplicar campaña',
  ]);
  expect(await entriesOf(user, 'Ya terminada')).toEqual([
    'Ver audiencia',
    'Ver campaña',
    'Ver Estadísticas',
    'Duplicar campaña',
  ]);
});

test('an operator neither creates nor edits', async () => {
  const { user } = openPage('Operador');
  expect(await entriesOf(user, 'En marcha')).toEqual(['Ver audiencia', 'Ver campaña', 'Ver Estadísticas']);
  expect(screen.queryByRole('link', { name: 'Crear Campaña' })).toBeNull();
});

test('the row menu works by keyboard alone and gives the focus back', async () => {
  const { user, router } = openPage('Administrador');
  const dots = await screen.findByRole('button', { name: 'Acciones de En marcha' });
  dots.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(dots));
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/32'));
});
