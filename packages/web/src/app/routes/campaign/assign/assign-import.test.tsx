import { api } from '@campanero/contract';
import { dashboard } from '@campanero/contract/dashboard/endpoints';
import { loads } from '@campanero/contract/loads/endpoints';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const ACCEPTED = { id: 9, status: 'CARGANDO AUDIENCIA' as const };
const FORM = {
  id: '204',
  name: 'Inscripción a talleres',
  available: 320,
  createdAt: '2026-10-01T12:00:00.000Z',
  url: null,
  slots: 500,
  enrolled: 320,
  status: 'ABIERTO',
};
const AUDIENCE = { id: 'a-7', descripcion: 'Vecinos de Flores', total: 12_400, created_at: '2026-10-20T15:30:00.000Z' };

// The calendar comes with a chunk of its own, which takes its time on a busy machine.
beforeAll(async () => void (await import('../../../../components/fields/date-input.tsx')), 60_000);

let asked: string[];
let imported: string[];
beforeEach(() => {
  asked = [];
  imported = [];
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, aCampaign()),
    reply(api.campaigns.list, aCampaignPage([])),
    reply(loads.last, null),
    reply(dashboard.search, ({ query }) => {
      asked.push(query.toString());
      return { audiences: [{ id: AUDIENCE.id, descripcion: AUDIENCE.descripcion }] };
    }),
    reply(dashboard.detail, AUDIENCE),
    reply(api.forms.search, ({ query }) => {
      asked.push(query.toString());
      return { forms: [{ id: FORM.id, nombre: FORM.name }] };
    }),
    reply(api.forms.detail, FORM),
    reply(loads.importDashboard, ({ params, query }) => {
      imported.push(`dashboard ${params['audienceId']} ${query.toString()}`);
      return ACCEPTED;
    }),
    reply(loads.importForm, ({ params, query }) => {
      imported.push(`form ${params['formId']} ${query.toString()}`);
      return ACCEPTED;
    }),
  );
});

async function openTab(tab: 'dashboard' | 'form') {
  const page = renderPage(`/campaign/detail/31/assign?tab=${tab}`, { as: aSession(['Coordinador']) });
  const panel = await screen.findByRole('form', { name: tab === 'form' ? 'Formulario' : 'Dashboard' });
  const button = () => within(panel).getByRole('button', { name: 'Importar' });
  return { ...page, panel, button, isReady: () => button().getAttribute('aria-disabled') === 'false' };
}
type Tab = Awaited<ReturnType<typeof openTab>>;
/** Types, waits until that very text was asked for, and chooses. */
async function find({ user, panel }: Tab, field: string, text: string, option: string) {
  const input = await within(panel).findByRole('combobox', { name: field });
  await user.click(input);
  fireEvent.change(input, { target: { value: text } });
  await waitFor(() => expect(asked.at(-1)).toMatch(new RegExp(`=${text}$`)));
  await user.click(await screen.findByRole('option', { name: new RegExp(option) }));
}

describe('from the phone dashboard', () => {
  test('searched by date and description, looked at, then imported with the options', async () => {
    const tab = await openTab('dashboard');
    expect(tab.isReady()).toBe(false);
    const date = await within(tab.panel).findByRole('group', { name: 'Fecha' });
    // The whole date at once, as a paste does; typing it section by section is the field's own test.
    fireEvent.change(date.parentElement!.querySelector('input')!, { target: { value: '20/10/2026' } });
    await find(tab, 'Audiencia', 'flores', 'Vecinos de Flores');
    expect(asked.at(-1)).toBe('date=2026-10-20&description=flores');
    expect(await within(tab.panel).findByText('12.400')).toBeTruthy();
    expect(within(tab.panel).getByText('20-10-2026 ~ 12:30')).toBeTruthy();
    await waitFor(() => expect(tab.isReady()).toBe(true));
    await tab.user.click(within(tab.panel).getByRole('checkbox', { name: /otra campaña activa/ }));
    await tab.user.click(tab.button());
    expect(await screen.findByText('La audiencia está siendo validada')).toBeTruthy();
    expect(imported).toEqual(['dashboard a-7 excludeActive=1']);
    expect(tab.router.state.location.pathname).toBe('/campaigns');
  });

  test('details that cannot be had have the words of the catalogue, and nothing can be imported', async () => {
    server.use(refuse(dashboard.detail, 'DASHBOARD_UNAVAILABLE'));
    const tab = await openTab('dashboard');
    await find(tab, 'Audiencia', 'flores', 'Vecinos de Flores');
    expect(
      await within(tab.panel).findByText(
        'Hubo un fallo interno al cargar los detalles de la audiencia. Si el error persiste, contacte con el soporte.',
      ),
    ).toBeTruthy();
    expect(tab.isReady()).toBe(false);
  });

  test('an import that fails has the words of the catalogue', async () => {
    server.use(refuse(loads.importDashboard, 'DASHBOARD_UNAVAILABLE'));
    const tab = await openTab('dashboard');
    await find(tab, 'Audiencia', 'flores', 'Vecinos de Flores');
    await waitFor(() => expect(tab.isReady()).toBe(true));
    await tab.user.click(tab.button());
    const text = 'Hubo un fallo al importar la audiencia. Inténtelo de nuevo o contacte con el soporte.';
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});

describe('from the forms system', () => {
  test('searches names and ids, and offers each form once', async () => {
    server.use(
      reply(api.forms.search, ({ query }) => ({
        forms: query.has('id')
          ? [{ id: FORM.id, nombre: FORM.name }]
          : [
              { id: 'censo', nombre: 'Censo 2040' },
              { id: FORM.id, nombre: FORM.name },
            ],
      })),
    );
    const { panel, user } = await openTab('form');
    const input = await within(panel).findByRole('combobox', { name: 'Formulario' });
    await user.click(input);
    fireEvent.change(input, { target: { value: '204' } });
    await screen.findByRole('option', { name: /Censo 2040/ });
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      expect.stringContaining('Inscripción a talleres'),
      expect.stringContaining('Censo 2040'),
    ]);
  });

  test('searched by id, looked at, then imported', async () => {
    const tab = await openTab('form');
    expect(tab.isReady()).toBe(false);
    await find(tab, 'Formulario', '204', 'Inscripción a talleres');
    expect(asked.toSorted()).toEqual(['id=204', 'name=204']);
    expect(await within(tab.panel).findByText('320')).toBeTruthy();
    expect(within(tab.panel).getByText('01-10-2026 ~ 09:00')).toBeTruthy();
    await waitFor(() => expect(tab.isReady()).toBe(true));
    await tab.user.click(tab.button());
    expect(await screen.findByText('La audiencia está siendo validada')).toBeTruthy();
    expect(imported).toEqual(['form 204 ']);
  });

  test('a form without contacts says so and cannot be imported', async () => {
    server.use(reply(api.forms.detail, { ...FORM, available: 0 }));
    const tab = await openTab('form');
    await find(tab, 'Formulario', 'talleres', 'Inscripción a talleres');
    expect(
      (await within(tab.panel).findAllByText('El formulario no tiene contactos disponibles.')).length,
    ).toBeGreaterThan(0);
    expect(tab.isReady()).toBe(false);
  });
});
