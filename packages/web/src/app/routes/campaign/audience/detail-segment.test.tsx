import { api } from '@campanero/contract';
import { audience } from '@campanero/contract/audience/endpoints';
import { loads } from '@campanero/contract/loads/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anAudiencePage, anAudienceRow } from '../../../../test/audience.ts';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(() =>
  Promise.all([
    import('../../../../features/audience/segment/segment-flow.tsx'),
    import('../../../../features/audience/segment/rebalance-dialog.tsx'),
  ]),
);

const OPERATORS = ['Lucas Ferreyra', 'Daniela Sosa', 'Camila Rojas'].map((name, place) => ({ id: 21 + place, name }));
const unassigned = aCampaign({ status: 'EN CURSO', assigned: false, validOperators: OPERATORS });
const assignedOf = (id: number, name: string, pending: number, parts = {}) => ({
  id,
  name,
  assigned: pending + 10,
  pending,
  disable: false,
  isMember: true,
  pace: null,
  perDay: null,
  ...parts,
});

let isAssigned = false;
beforeEach(() => {
  isAssigned = false;
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, () => ({ ...unassigned, assigned: isAssigned })),
    reply(api.campaigns.progress, { total: 9000, called: 0, pending: 9000, unassigned: 6240, reserve: 0, states: [] }),
    reply(audience.list, anAudiencePage([anAudienceRow()])),
    reply(audience.lastSegmentation, { segmentation: null }),
    reply(audience.assigned, {
      operators: [assignedOf(21, 'Lucas Ferreyra', 136), assignedOf(22, 'Daniela Sosa', 94)],
      workingWeekdays: [1, 2, 3, 4, 5],
    }),
    reply(audience.segmentable, { total: 6240 }),
    reply(loads.last, null),
  );
});
const openPage = (path = '/campaign/detail/31', role = 'Coordinador') => renderPage(path, { as: aSession([role]) });

/** One press: the step waits on the button that goes on. */
async function passFilters(user: ReturnType<typeof openPage>['user']) {
  await screen.findByText('Qué contactos segmentar');
  expect(document.activeElement?.textContent).toBe('Continuar');
  await user.keyboard('{Enter}');
}
async function openSegment(path?: string) {
  const view = openPage(path);
  fireEvent.click(await screen.findByRole('button', { name: 'Segmentar' }));
  await passFilters(view.user);
  return { ...view, dialog: await screen.findByRole('dialog', { name: 'Segmentar la audiencia (6.240)' }) };
}
const choose = (dialog: HTMLElement, name: RegExp) => fireEvent.click(within(dialog).getByRole('option', { name }));
const typeAmount = (dialog: HTMLElement, value: string) =>
  fireEvent.change(within(dialog).getByLabelText('Cantidad a repartir'), { target: { value } });

describe('Segmentar', () => {
  test('the filters show how many numbers match before continuing', async () => {
    server.use(reply(audience.segmentable, ({ query }) => ({ total: query.get('number') === '1155' ? 12 : 6240 })));
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Segmentar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Qué contactos segmentar' }));
    const says = (sentence: string) => waitFor(() => expect(dialog.getByRole('status').textContent).toBe(sentence));
    await says('Se reparten 6.240 números sin operador.');
    fireEvent.click(dialog.getByRole('radio', { name: 'Solo algunos contactos' }));
    fireEvent.change(dialog.getByLabelText(/^Número/), { target: { value: '1155' } });
    await says('Contando…');
    await says('Se reparten 12 números sin operador.');
    expect(dialog.getByRole('radio', { name: 'Solo algunos contactos (1 filtro)' })).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: 'Todos los contactos sin operador' }));
    await says('Se reparten 6.240 números sin operador.');
    fireEvent.click(dialog.getByRole('radio', { name: /^Solo algunos/ }));
    server.use(reply(audience.segmentable, { total: 0 }));
    fireEvent.change(dialog.getByLabelText(/^Número/), { target: { value: '11556' } });
    await says('No hay números sin operador para repartir.');
    server.use(refuse(audience.segmentable, 'BAD_REQUEST'));
    fireEvent.change(dialog.getByLabelText(/^Número/), { target: { value: '115567' } });
    await says('No fue posible contarlos. Puede continuar igual.');
  });

  test('opens by its address, once; closing leaves the plain address', async () => {
    const { user, router } = openPage('/campaign/detail/31?callsMax=0#segmentar');
    const dialog = await screen.findByRole('dialog', { name: 'Qué contactos segmentar' });
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location).toMatchObject({ search: '?callsMax=0', hash: '' });
  });

  test('shows who would get how many beside what they have, and sends filters, operators and amount', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(audience.segment, async ({ request, query }) => {
        sent.push(Object.fromEntries(query), await request.json());
        isAssigned = true;
        return { segmentationId: 4, total: 5000, operators: [] };
      }),
    );
    const { user, dialog } = await openSegment('/campaign/detail/31?callsMax=0&operatorId=21');
    expect(within(dialog).getByText('Llamados: hasta 0')).toBeTruthy();
    const submit = () => within(dialog).getByRole('button', { name: /^Segmentar/ });
    expect(submit().textContent).toBe('Segmentar 6.240');
    expect(within(dialog).getByText('3 de 3')).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBe('false');
    expect(await within(dialog).findByText('136 por llamar')).toBeTruthy();

    typeAmount(dialog, '5.000');
    const preview = within(dialog).getByRole('list', { name: 'Así queda el reparto' });
    expect(
      within(preview)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'Lucas Ferreyra+1 del resto+1.667 → , queda con 1.803',
      'Daniela Sosa+1 del resto+1.667 → , queda con 1.761',
      'Camila Rojas+1.666 → , queda con 1.666',
    ]);
    expect(within(dialog).getByText('5.000 números entre 3 operadores: 1.666 o 1.667 cada uno')).toBeTruthy();
    expect(within(dialog).getByText('1.240')).toBeTruthy();
    await user.click(submit());
    expect(await screen.findByText('Audiencia segmentada correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ callsMax: '0' }, { operators: [21, 22, 23], amount: 5000, split: 'equal' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // All of it has an operator now: the page offers to load more instead.
    expect((await screen.findByRole('link', { name: 'Asignar' })).getAttribute('href')).toBe(
      '/campaign/detail/31/assign',
    );
    expect(screen.queryByRole('button', { name: 'Segmentar' })).toBeNull();
  });

  test('without an amount everything is split; the search finds operators and the keyboard chooses them', async () => {
    let body: unknown;
    server.use(
      reply(audience.segment, async ({ request }) => {
        body = await request.json();
        return { segmentationId: 4, total: 6240, operators: [] };
      }),
    );
    const { user, dialog } = await openSegment();
    expect(within(dialog).getByText(/Todos los números sin operador/)).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('searchbox', { name: /Buscar operador/ }), {
      target: { value: 'rójas' },
    });
    expect(within(dialog).getAllByRole('option').length).toBe(1);
    const options = within(dialog).getByRole('listbox', { name: 'Operadores' });
    options.focus();
    await user.keyboard(' ');
    expect(within(dialog).getByText('2 de 3')).toBeTruthy();
    fireEvent.change(within(dialog).getByRole('searchbox', { name: /Buscar operador/ }), { target: { value: '' } });
    await user.click(within(dialog).getByRole('button', { name: 'Elegir todos' }));
    expect(within(dialog).getByText('3 de 3')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Segmentar 6.240' }));
    await waitFor(() => expect(body).toEqual({ operators: [21, 22, 23], amount: null, split: 'equal' }));
  });

  test('without operators it is refused with a message; going back to the filters keeps the input', async () => {
    const { user, dialog } = await openSegment();
    choose(dialog, /Lucas Ferreyra/);
    typeAmount(dialog, '300');
    await user.click(within(dialog).getByRole('button', { name: 'Cambiar filtros' }));
    await passFilters(user);
    const again = await screen.findByRole('dialog', { name: 'Segmentar la audiencia (6.240)' });
    expect(within(again).getByText('2 de 3')).toBeTruthy();
    expect(within(again).getByText('300 números entre 2 operadores: 150 cada uno')).toBeTruthy();
    choose(again, /Camila Rojas/);
    choose(again, /Daniela Sosa/);
    expect(within(again).getByRole('button', { name: 'Segmentar 300' }).getAttribute('aria-disabled')).toBe('true');
    expect(within(again).getAllByText('Los operadores son requeridos.').length).toBeGreaterThan(0);
  });
});

describe('offered actions', () => {
  const labelsOf = async (user: ReturnType<typeof openPage>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    return within(await screen.findByRole('menu'))
      .getAllByRole('menuitem')
      .map((item) => item.textContent);
  };

  test('an external coordinator segments and rebalances, and loads nothing', async () => {
    const { user } = openPage(undefined, 'Coordinador externo');
    expect(await screen.findByRole('button', { name: 'Segmentar' })).toBeTruthy();
    const labels = await labelsOf(user);
    expect(labels).toContain('Rebalancear');
    expect(labels).not.toContain('Cargar más audiencia');
  });

  test('with everything assigned: Asignar with audience.load, nothing without', async () => {
    isAssigned = true;
    const { unmount } = openPage(undefined, 'Coordinador externo');
    await screen.findByText('11 5550 2847');
    expect(screen.queryByRole('link', { name: 'Asignar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Segmentar' })).toBeNull();
    unmount();
    const { user } = openPage(undefined, 'Administrador');
    expect(await screen.findByRole('link', { name: 'Asignar' })).toBeTruthy();
    expect(await labelsOf(user)).toEqual(expect.arrayContaining(['Cargar más audiencia', 'Rebalancear']));
  });
});

describe('undoing', () => {
  const last = (undoable: boolean) => ({
    segmentation: {
      segmentationId: 4,
      total: 5000,
      operators: OPERATORS.map((operator) => ({ ...operator, amount: 1 })),
      createdAt: '2026-11-13T14:42:00.000Z',
      userName: 'Mariana Gutiérrez',
      undoable,
    },
  });

  test('is offered while no number was touched, asks with the campaign’s name and shows the result', async () => {
    let isUndone = false;
    server.use(
      reply(audience.lastSegmentation, () => (isUndone ? { segmentation: null } : last(true))),
      reply(audience.undoSegmentation, ({ params }) => {
        expect(params['segmentationId']).toBe('4');
        isUndone = true;
        return { segmentationId: 4, total: 5000 };
      }),
    );
    const { user } = openPage();
    const bar = await screen.findByRole('region', { name: 'Última segmentación' });
    expect(bar.textContent).toContain('5.000 números entre 3 operadoresSegmentó Mariana Gutiérrez, 13-11-2026');
    await user.click(within(bar).getByRole('button', { name: 'Deshacer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deshacer la segmentación' });
    expect(dialog.textContent).toContain('Veredas de Flores');
    await user.click(within(dialog).getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText('5.000 números volvieron a quedar sin operador.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Última segmentación' })).toBeNull());
  });

  test('is refused with a message once a call was worked on', async () => {
    server.use(reply(audience.lastSegmentation, last(true)), refuse(audience.undoSegmentation, 'SEGMENTATION_TOUCHED'));
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Deshacer' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      'La segmentación ya no se puede deshacer: alguno de sus contactos ya fue trabajado.',
    );
  });

  test('is not offered once a number was touched', async () => {
    server.use(reply(audience.lastSegmentation, last(false)));
    openPage();
    await screen.findByText('11 5550 2847');
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  });
});

describe('Rebalancear', () => {
  test('begins with operators who can no longer call, and shows what the others would get', async () => {
    let body: unknown;
    server.use(
      reply(audience.assigned, {
        operators: [
          assignedOf(21, 'Lucas Ferreyra', 136),
          assignedOf(22, 'Daniela Sosa', 0),
          assignedOf(40, 'Julián Medina', 7, { disable: true }),
          assignedOf(41, 'Romina Acosta', 4, { isMember: false }),
        ],
        workingWeekdays: [1, 2, 3, 4, 5],
      }),
      // Of the eleven that are pending by state one is blocked: it is not counted beforehand either.
      reply(audience.rebalanceable, ({ query }) => ({ total: query.get('from') === '40,41' ? 10 : 0 })),
      reply(audience.rebalance, async ({ request }) => {
        body = await request.json();
        return {
          total: 10,
          operators: [
            { id: 22, name: 'Daniela Sosa', amount: 5 },
            { id: 23, name: 'Camila Rojas', amount: 5 },
          ],
        };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rebalancear' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rebalancear' });
    const from = within(dialog).getByRole('listbox', { name: 'Salen de' });
    await within(from).findByRole('option', { name: /Julián Medina/ });
    expect(
      within(from)
        .getAllByRole('option')
        .map((option) => [option.textContent, option.getAttribute('aria-selected')]),
    ).toEqual([
      ['JMJulián MedinaDeshabilitado · 7 por llamar', 'true'],
      ['RARomina AcostaFuera de la campaña · 4 por llamar', 'true'],
      ['LFLucas Ferreyra136 por llamar', 'false'],
    ]);
    expect((await within(dialog).findAllByText('Elija qué operadores los reciben.')).length).toBeGreaterThan(0);
    const to = within(dialog).getByRole('listbox', { name: 'Pasan a' });
    fireEvent.click(within(to).getByRole('option', { name: /Daniela Sosa/ }));
    fireEvent.click(within(to).getByRole('option', { name: /Camila Rojas/ }));
    expect(within(dialog).getByText('10 llamados entre 2 operadores: 5 cada uno')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Rebalancear 10' }));
    expect(await screen.findByText('10 llamados rebalanceados entre 2 operadores.')).toBeTruthy();
    expect(body).toEqual({ from: [40, 41], to: [22, 23] });
  });

  test('is refused in words', async () => {
    server.use(refuse(audience.assigned, 'BAD_REQUEST'));
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rebalancear' }));
    const dialog = await screen.findByRole('dialog', { name: 'Rebalancear' });
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'No fue posible rebalancear los llamados. Por favor intente nuevamente.',
    );
  });
});
