import { api } from '@campanero/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aCampaignPage } from '../../../test/campaigns.ts';
import { anObjective, aState, aSubstate } from '../../../test/catalogue.ts';
import { aSession } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';

const { objectives, states, substates, objective } = api.configuration;
const open = (path = '/config/general', as = aSession(['Coordinador'])) => renderApp(path, { as });
const cells = async (row: number) =>
  within((await screen.findAllByRole('row'))[row]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

beforeEach(() => {
  server.use(
    reply(objectives, [
      anObjective({ id: 7, name: 'Encuesta', disable: true, states: [] }),
      anObjective({
        id: 2,
        name: 'Invitación',
        states: [
          { id: 10, name: 'Participa' },
          { id: 3, name: 'No contesta' },
        ],
      }),
    ]),
    reply(states, [
      aState({
        id: 3,
        name: 'No contesta',
        callback: true,
        contactability: true,
        effectiveness: false,
        substates: [{ id: 9, name: 'Por la mañana' }],
      }),
    ]),
    reply(substates, [aSubstate({ id: 9, name: 'Por la mañana' })]),
  );
});

describe('the tables', () => {
  test('show id, name and whether it is in use, by id, and nothing to search or sort with', async () => {
    open();
    expect(await screen.findByText('Invitación')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Configuración', level: 1 })).toBeTruthy();
    expect(heads()).toEqual(['Id', 'Nombre', 'Empieza con', 'Estado']);
    expect((await cells(1)).slice(0, 4)).toEqual(['2', 'Invitación', '2 · Participa, No contesta', 'Activado']);
    expect((await cells(2)).slice(0, 4)).toEqual(['7', 'Encuesta', '—', 'Desactivado']);
    // What is in use is the rule and said quietly; only what is not has a chip with its icon.
    expect(screen.getByText('Activado').querySelector('svg')).toBeNull();
    expect(screen.getByText('Desactivado').querySelector('svg')).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('searchbox')).toBeNull();
    expect(main.queryByRole('combobox')).toBeNull();
    expect(main.getByText('25')).toBeTruthy();
    expect(main.getByText('1–2 de 2')).toBeTruthy();
  });

  test('states say what they do and which substates they have, substates who offers them', async () => {
    open('/config/general?tab=estados');
    await screen.findByText('No contesta');
    expect(heads()).toEqual(['Id', 'Nombre', 'Acciones', 'Subestados', 'Estado']);
    expect((await cells(1)).slice(0, 5)).toEqual([
      '3',
      'No contesta',
      'Volver a llamar · Contactabilidad',
      '1 · Por la mañana',
      'Activado',
    ]);
    cleanup();
    open('/config/general?tab=subestados');
    await screen.findByText('Por la mañana');
    expect((await cells(1)).slice(0, 3)).toEqual(['9', 'Por la mañana', '1 · No contesta']);
  });

  test('the tab lives in the address and names the button', async () => {
    const { router, user } = open();
    expect(await screen.findByRole('link', { name: 'Crear Objetivo' })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Estados' }));
    expect(await screen.findByText('No contesta')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=estados');
    expect(screen.getByRole('link', { name: 'Crear Estado' })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Subestados' }));
    expect(await screen.findByText('Por la mañana')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Crear Subestado' })).toBeTruthy();
    await router.navigate(-1);
    expect(await screen.findByText('No contesta')).toBeTruthy();
  });

  test('25 rows a page', async () => {
    server.use(
      reply(
        states,
        Array.from({ length: 30 }, (_, place) => aState({ id: place + 1, name: `E${place + 1}` })),
      ),
    );
    const { router, user } = open('/config/general?tab=estados');
    expect(await screen.findByText('1–25 de 30')).toBeTruthy();
    expect(screen.queryByText('E26')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await screen.findByText('E26')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=estados&pageNumber=1');
  });

  test('an empty one says its sentence, a failed one offers to try again', async () => {
    server.use(reply(objectives, []), refuse(states, 'FORBIDDEN'));
    const { user } = open();
    expect(await screen.findByText('No se registró ningún llamado')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Estados' }));
    expect(
      await screen.findByText('Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.'),
    ).toBeTruthy();
    server.use(reply(states, [aState({ name: 'Al fin' })]));
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Al fin')).toBeTruthy();
  });

  test('a row leads to its editor, with type and id as route state', async () => {
    server.use(reply(objective, anObjective({ id: 7, name: 'Encuesta' })));
    const { router, user } = open();
    await user.click(await screen.findByRole('link', { name: 'Encuesta' }));
    expect(await screen.findByRole('heading', { name: 'Editar Objetivo' })).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/config/general/edit', state: { type: 0, id: 7 } });
  });
});

describe('who', () => {
  test('a coordinator finds both entries in the navigation', async () => {
    open();
    const group = within(await screen.findByRole('list', { name: 'Configuración' }));
    expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Configuración',
      'Acciones',
      'Relevamientos',
    ]);
  });

  test.each([['Coordinador externo'], ['Operador']])('%s is led to the campaigns', async (role) => {
    server.use(reply(api.campaigns.list, aCampaignPage([])));
    const { router } = open('/config/general', aSession([role]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect(screen.queryByRole('link', { name: 'Acciones' })).toBeNull();
  });
});
