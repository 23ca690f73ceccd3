import { api } from '@campanero/contract';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { CAMPAIGN_STATUSES } from '@campanero/contract/campaigns/status';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMAND_TEXTS, commandsIn } from '../../../../features/campaigns/campaign-menu.tsx';
import { endSession } from '../../../../lib/session.ts';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aState } from '../../../../test/catalogue.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';
import { aSurveyRow } from '../../../../test/surveys.ts';

// Whole pages with calendars and selectors: slow to draw on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => server.use(...campaignLookups()));

/** The server's own copy; a test may change it behind the page's back. */
let stored: CampaignDetail;
function keep(campaign: CampaignDetail) {
  stored = campaign;
  server.use(reply(api.campaigns.detail, () => stored));
}
const openPage = (path = '/campaign/edit/31', role = 'Coordinador') => renderPage(path, { as: aSession([role]) });
const named = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
async function retype(user: ReturnType<typeof openPage>['user'], label: string, text: string) {
  const input = await named(label);
  await user.clear(input);
  await user.type(input, text);
}

describe('before it has an audience', () => {
  test('everything may change, and only what changed is sent, with the version', async () => {
    keep(aCampaign());
    let sent: Record<string, unknown> = {};
    server.use(
      http.put('*/api/campaign/31', async ({ request }) => {
        sent = Object.fromEntries(await request.formData());
        stored = { ...stored, name: 'Veredas de Palermo', version: 5 };
        return HttpResponse.json(stored);
      }),
    );
    const { user } = openPage();
    await named('Nombre');
    expect(tabNames()).toEqual(['Información', 'Ubicación', 'Formulario', 'Estados', 'Script', 'Relevamiento']);
    expect(screen.getByRole('button', { name: 'Guardar' }).getAttribute('aria-disabled')).toBe('true');
    await retype(user, 'Nombre', 'Veredas de Palermo');
    expect(screen.getByRole('tab', { name: /Información.*sin guardar/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Campaña actualizada correctamente.')).toBeTruthy();
    expect(sent).toEqual({ name: 'Veredas de Palermo', version: '4' });
    expect(screen.getByRole('tab', { name: 'Información' })).toBeTruthy();
  });

  test('what the server refuses is said in its words and keeps the text', async () => {
    keep(aCampaign());
    server.use(refuse(api.campaigns.update, 'INTERNAL'));
    const { user } = openPage();
    await retype(user, 'Nombre', 'Otro nombre');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(
      await screen.findByText('No fue posible actualizar la campaña, inténtelo de nuevo o contacte con el soporte.'),
    ).toBeTruthy();
    server.use(refuse(api.campaigns.update, 'CAMPAIGN_RUNNING'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/^La campaña no se pudo actualizar: La campaña ya tiene audiencia/)).toBeTruthy();
    expect((await named('Nombre')).value).toBe('Otro nombre');
  });

  test('a colleague was faster: the changes can be seen and nothing typed is lost', async () => {
    keep(aCampaign());
    const versions: unknown[] = [];
    server.use(
      http.put('*/api/campaign/31', async ({ request }) => {
        versions.push((await request.formData()).get('version'));
        if (versions.length === 1) return HttpResponse.json({ message: 'x', error: 'CONFLICT' }, { status: 409 });
        return HttpResponse.json({ ...stored, name: 'Mi nombre', version: 10 });
      }),
    );
    const { user } = openPage();
    await retype(user, 'Nombre', 'Mi nombre');
    stored = aCampaign({ description: 'Cambiada por otra persona', retryOtherHours: false, version: 9 });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Cambiada por otra persona', { selector: 'b' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toMatch(/Reintentar en otro horario.*Sí.*No/);
    expect((await named('Nombre')).value).toBe('Mi nombre');
    await waitFor(async () => expect((await named('Descripción')).value).toBe('Cambiada por otra persona'));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(versions).toEqual(['4', '9']);
  });

  test('a cleared place is sent empty', async () => {
    keep(
      aCampaign({
        districtId: '02',
        sectionId: '02007',
        districtName: 'Ciudad Autónoma de Buenos Aires',
        sectionName: 'Comuna 7',
      }),
    );
    let sent = '';
    server.use(
      http.put('*/api/campaign/31', async ({ request }) => {
        sent = await request.text();
        return HttpResponse.json(aCampaign({ version: 5 }));
      }),
    );
    const { user } = openPage('/campaign/edit/31?tab=place');
    const district = await screen.findByRole('combobox', { name: 'Distrito' });
    await waitFor(() => expect((district as HTMLInputElement).value).toBe('Ciudad Autónoma de Buenos Aires'));
    await user.clear(district);
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    // The raw body: what parses forms here forgets empty fields.
    for (const name of ['districtId', 'sectionId', 'subsectionId'])
      expect(sent).toMatch(new RegExp(`name="${name}"(\r?\n){3}`));
  });
});

describe('what is asked', () => {
  const rows = [
    aSurveyRow(),
    aSurveyRow({ id: 9, name: 'Salud' }),
    aSurveyRow({ id: 10, name: 'Viejo', disable: true }),
  ];
  const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Relevamiento' });

  test('enabled questionnaires are offered; taking it away before it runs sends an empty one', async () => {
    keep(aCampaign({ survey: { id: 8, name: 'Satisfacción con el barrio' } }));
    let sent = '';
    server.use(
      reply(api.surveys.list, rows),
      http.put('*/api/campaign/31', async ({ request }) => {
        sent = await request.text();
        return HttpResponse.json(aCampaign({ version: 5 }));
      }),
    );
    const { user } = openPage('/campaign/edit/31?tab=survey');
    expect((await field()).value).toBe('Satisfacción con el barrio');
    await user.click(await field());
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual(['Satisfacción con el barrio', 'Salud']);
    await user.clear(await field());
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(sent).toMatch(/name="surveyId"(\r?\n){3}/);
  });

  test('the present one stays on offer though it was disabled', async () => {
    keep(aCampaign({ survey: { id: 10, name: 'Viejo' } }));
    server.use(reply(api.surveys.list, rows));
    const { user } = openPage('/campaign/edit/31?tab=survey');
    expect((await field()).value).toBe('Viejo');
    await user.click(await field());
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toContain('Viejo');
  });

  test('while it runs a number is sent, and with answers the field says why not', async () => {
    keep(aCampaign({ status: 'EN CURSO', survey: null }));
    let sent: unknown;
    server.use(
      reply(api.surveys.list, rows),
      reply(api.campaigns.ongoing, async ({ request }) => {
        sent = await request.json();
        return { ...stored, survey: { id: 9, name: 'Salud' }, version: 5 };
      }),
    );
    const { user } = openPage('/campaign/edit/31?tab=survey');
    await user.click(await field());
    await user.click(await screen.findByRole('option', { name: 'Salud' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(sent).toEqual({ surveyId: 9, version: 4 });

    const message = 'La campaña ya tiene respuestas: su relevamiento ya no se puede cambiar por otro.';
    server.use(refuse(api.campaigns.ongoing, 'SURVEY_ANSWERED', { errors: [{ field: 'surveyId', message }] }));
    await user.click(await field());
    await user.click(await screen.findByRole('option', { name: 'Satisfacción con el barrio' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
    expect((await screen.findAllByText(/La campaña ya tiene respuestas/)).length).toBeGreaterThan(0);
    expect((await field()).value).toBe('Satisfacción con el barrio');
  });
});

describe('while it runs', () => {
  test('place and form are hidden and six fields may change, by the endpoint for running campaigns', async () => {
    keep(aCampaign({ status: 'EN CURSO' }));
    let sent: unknown;
    server.use(
      reply(api.campaigns.ongoing, async ({ request }) => {
        sent = await request.json();
        return { ...stored, name: 'Nombre nuevo', version: 5 };
      }),
    );
    const { user } = openPage();
    await retype(user, 'Nombre', 'abc');
    await user.tab();
    expect(await screen.findByText('Nombre muy corto. Escriba al menos 5 caracteres')).toBeTruthy();
    expect(tabNames()).toEqual(['Información, sin guardar', 'Estados', 'Script', 'Relevamiento']);
    expect(screen.queryByRole('combobox', { name: 'Objetivo' })).toBeNull();
    await retype(user, 'Nombre', 'Nombre nuevo');
    await user.click(screen.getByRole('switch', { name: 'Reintentar en otro horario' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(sent).toEqual({ name: 'Nombre nuevo', retryOtherHours: false, version: 4 });
  });

  test('exempting it from the block lists asks why', async () => {
    keep(aCampaign({ status: 'EN CURSO', obeysLists: true }));
    let sent: unknown;
    server.use(
      reply(api.campaigns.ongoing, async ({ request }) => {
        sent = await request.json();
        return { ...stored, obeysLists: false, exemptReason: 'Corte de agua', version: 5 };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('switch', { name: 'Respetar las listas de bloqueo' }));
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Escriba por qué la campaña no respeta las listas de bloqueo.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Motivo de la exención' }), 'Corte de agua');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(sent).toEqual({ obeysLists: false, exemptReason: 'Corte de agua', version: 4 });
  });

  test('only name, description and end are required: it may be left without operators', async () => {
    keep(aCampaign({ status: 'EN CURSO' }));
    let sent: unknown;
    server.use(
      reply(api.campaigns.operatorLoad, { operators: [] }),
      reply(api.campaigns.ongoing, async ({ request }) => {
        sent = await request.json();
        return { ...stored, operators: [], version: 5 };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('combobox', { name: /Operadores/ }));
    for (const _operator of stored.operators) await user.keyboard('{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent).toMatchObject({ operators: [], version: 4 }));
  });

  test('removing an operator shows their open calls and hands them over', async () => {
    keep(aCampaign({ status: 'EN CURSO' }));
    let sent: unknown;
    const held = { untouched: 1200, touched: 1, pending: 1201, callbacks: 2, held: 0 };
    server.use(
      reply(api.campaigns.operatorLoad, ({ query }) => ({
        operators: query.get('operators') === '21' ? [{ id: 21, name: 'Lucas Ferreyra', ...held }] : [],
      })),
      reply(api.campaigns.ongoing, async ({ request }) => {
        sent = await request.json();
        return { ...stored, version: 5 };
      }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('combobox', { name: 'Operadores' }));
    await user.keyboard('{Backspace}');
    expect(await screen.findByText(/Lucas Ferreyra\. 1\.201 por llamar, 2 con rellamado agendado\./)).toBeTruthy();
    // There is no other operator: nobody to share them among.
    const to = screen.getByRole<HTMLInputElement>('combobox', { name: 'Entregar sus llamados a' });
    expect(to.value).toBe('Nadie: quedan libres para segmentar');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(sent).toMatchObject({ handover: 'free', version: 4 }));
  });

  test('Finalizar asks with the name, and the finished campaign is only looked at', async () => {
    keep(aCampaign({ status: 'EN CURSO' }));
    server.use(
      reply(api.campaigns.finish, () => {
        stored = { ...stored, status: 'FINALIZANDO' };
        return { status: 'FINALIZANDO' as const };
      }),
      reply(api.campaigns.progress, { total: 0, called: 0, pending: 0, unassigned: 0, reserve: 0, states: [] }),
      reply(api.campaigns.events, []),
    );
    const { user, router } = openPage();
    await named('Nombre');
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Finalizar campaña' }));
    const dialog = await screen.findByRole('dialog', { name: 'Finalizar campaña' });
    expect(within(dialog).getByText('Veredas de Flores').tagName).toBe('B');
    expect(document.activeElement?.textContent).toBe('Cancelar');
    await user.click(within(dialog).getByRole('button', { name: 'Finalizar campaña' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/31'));
  });

  test('a pause that fails says so in its dialog', async () => {
    keep(aCampaign({ status: 'EN CURSO' }));
    server.use(refuse(api.campaigns.ongoing, 'INTERNAL'));
    const { user } = openPage();
    await named('Nombre');
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pausar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pausar campaña' });
    await user.click(within(dialog).getByRole('button', { name: 'Pausar campaña' }));
    expect(await within(dialog).findByText('No fue posible pausar la campaña')).toBeTruthy();
  });
});

test.each(CAMPAIGN_STATUSES)('%s offers the commands that it allows', (status) => {
  const expected = {
    PENDIENTE: ['Finalizar campaña'],
    'CARGANDO AUDIENCIA': ['Finalizar campaña'],
    'AUDIENCIA PROCESADA': ['Pausar', 'Finalizar campaña'],
    'EN CURSO': ['Pausar', 'Finalizar campaña'],
    PAUSADA: ['Reanudar campaña', 'Finalizar campaña'],
    REVISANDO: ['Finalizar campaña'],
    FINALIZANDO: [],
    FINALIZADA: [],
  }[status];
  expect(commandsIn(status).map((command) => COMMAND_TEXTS[command].entry)).toEqual(expected);
});

describe('states', () => {
  test('at least one must stay', async () => {
    keep(aCampaign());
    server.use(reply(api.campaigns.unassociated, [aState({ id: 10, name: 'Participa', color: '#1F8A4C' })]));
    const { user } = openPage('/campaign/edit/31?tab=states');
    await user.dblClick(await screen.findByRole('option', { name: 'Contactado' }));
    expect((await screen.findAllByText('Seleccione al menos un estado para actualizar.')).length).toBeGreaterThan(0);
    await user.dblClick(screen.getByRole('option', { name: 'Participa' }));
    let sent: Record<string, unknown> = {};
    server.use(
      http.put('*/api/campaign/31', async ({ request }) => {
        sent = Object.fromEntries(await request.formData());
        return HttpResponse.json(aCampaign({ version: 5 }));
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText('Campaña actualizada correctamente.');
    expect(sent).toEqual({ states: '10', version: '4' });
  });
});

describe('scripts', () => {
  test('kept links and new files go together', async () => {
    const script = (id: number) => ({
      id,
      originalName: `guion${id}.pdf`,
      link: `/api/campaign/31/script/${id}`,
      contentType: 'application/pdf' as const,
      bytes: 900,
    });
    keep(aCampaign({ scripts: [script(5), script(6)] }));
    let sent: Record<string, unknown> = {};
    server.use(
      http.patch('*/api/campaign/31', async ({ request }) => {
        sent = Object.fromEntries(await request.formData());
        return HttpResponse.json({ scripts: [script(6), script(7)], version: 5 });
      }),
    );
    const { user } = openPage('/campaign/edit/31?tab=scripts');
    await user.click(await screen.findByRole('button', { name: 'Quitar guion5.pdf' }));
    await user.upload(
      screen.getByTestId('file-input'),
      new File(['%PDF-1.7'], 'guion7.pdf', { type: 'application/pdf' }),
    );
    await screen.findByText('guion7.pdf');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('Scripts actualizados correctamente.')).toBeTruthy();
    expect(sent).toMatchObject({ links: '/api/campaign/31/script/6', version: '4' });
    expect((sent['scripts[]'] as File).name).toBe('guion7.pdf');
  });
});

describe('leaving', () => {
  test('with something unsaved asks once, and staying keeps it', async () => {
    keep(aCampaign());
    const { user, router } = openPage();
    await retype(user, 'Nombre', 'Sin guardar');
    await user.click(screen.getByRole('link', { name: 'Ver campaña' }));
    const dialog = await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' });
    await user.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
    expect(router.state.location.pathname).toBe('/campaign/edit/31');
    expect((await named('Nombre')).value).toBe('Sin guardar');
  });

  test('a session that ends while typing costs nothing that was typed', async () => {
    keep(aCampaign());
    const first = openPage();
    await retype(first.user, 'Nombre', 'A medio escribir');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    act(() => endSession('expired'));
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/signin'));
    first.unmount();
    openPage();
    await waitFor(async () => expect((await named('Nombre')).value).toBe('A medio escribir'));
    expect(screen.getByRole('tab', { name: /Información.*sin guardar/ })).toBeTruthy();
  });

  test('a campaign out of reach is not found', async () => {
    server.use(refuse(api.campaigns.detail, 'NOT_FOUND'));
    openPage();
    expect(await screen.findByText('No se encontró la campaña')).toBeTruthy();
  });
});
