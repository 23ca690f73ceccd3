import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aCampaign, campaignLookups, leaveWizardDraft } from '../../../../test/campaign-world.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage, renderPiece } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';
import { aSurveyRow } from '../../../../test/surveys.ts';
import { CampaignCreatePage } from './create.tsx';

// Whole pages with calendars and selectors: slow to draw on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

const coordinator = () => aSession(['Coordinador']);
const openPage = (path = '/campaigns/create', as = coordinator()) => renderPiece(<CampaignCreatePage />, { path, as });
type User = ReturnType<typeof openPage>['user'];

beforeEach(() => server.use(...campaignLookups()));

async function choose(user: User, label: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}
/** Types dd/MM/yyyy HH:mm into the sections of a date field. */
async function typeDate(user: User, label: string, digits: string) {
  const field = await screen.findByRole('group', { name: label });
  await user.click(within(field).getAllByRole('spinbutton')[0]!);
  await user.keyboard(digits);
}
async function fillInformation(user: User) {
  await user.type(screen.getByLabelText('Nombre'), 'Veredas de Flores');
  await user.type(screen.getByLabelText('Descripción'), 'Estado de las veredas');
  await choose(user, 'Objetivo', 'Relevamiento');
  await choose(user, 'Coordinador', 'Carolina Ibáñez');
  await choose(user, 'Operadores', 'Lucas Ferreyra');
  await user.keyboard('{Escape}');
  await typeDate(user, 'Fecha de inicio', '231120260900');
  await typeDate(user, 'Fecha de fin', '201220261800');
}
const next = (user: User) => user.click(screen.getByRole('button', { name: 'Siguiente' }));
const atStep = (name: string) => screen.findByRole('form', { name: `Crear campaña: ${name}` });

test('a questionnaire is chosen beside the scripts and sent; a refused one is laid at its field', async () => {
  leaveWizardDraft(coordinator().id, 'Script');
  server.use(
    reply(api.surveys.list, [aSurveyRow(), aSurveyRow({ id: 10, name: 'Viejo', disable: true })]),
    refuse(api.campaigns.create, 'SURVEY_UNKNOWN', {
      errors: [{ field: 'surveyId', message: 'El relevamiento elegido no existe o está desactivado.' }],
    }),
  );
  const { user } = openPage();
  await choose(user, 'Relevamiento', 'Satisfacción con el barrio');
  const summary = screen.getByRole('complementary', { name: 'Resumen' });
  expect(within(summary).getByText('Satisfacción con el barrio')).toBeTruthy();
  await next(user);
  await user.click(await screen.findByRole('button', { name: 'Crear campaña' }));
  await atStep('Script');
  expect(await screen.findByText('El relevamiento elegido no existe o está desactivado.')).toBeTruthy();
  let sent: unknown;
  server.use(
    http.post('*/api/campaign', async ({ request }) => {
      sent = (await request.formData()).get('surveyId');
      return HttpResponse.json({ data: { id: 31 } }, { status: 201 });
    }),
  );
  await next(user);
  await user.click(await screen.findByRole('button', { name: 'Crear campaña' }));
  await waitFor(() => expect(sent).toBe('8'));
});

describe('the first step', () => {
  test('says what is missing and does not move on', async () => {
    const { user } = openPage();
    await next(user);
    for (const text of [
      'Nombre es requerido',
      'Descripción es requerida',
      'Objetivo es requerido.',
      'Coordinador es requerido',
      'Los operadores son requeridos.',
      'Fecha de inicio es requerida',
      'Fecha de fin es requerida',
    ]) {
      const sentence = await screen.findByText(text);
      // With a full stop or without, they look alike on the screen.
      expect(sentence.parentElement!.textContent).toMatch(/[^.]\.$/);
    }
    expect(screen.getByText('Faltan 7 datos')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Nombre'));
    await user.type(screen.getByLabelText('Nombre'), 'Ver');
    expect(await screen.findByText('Escriba un nombre de al menos 5 caracteres')).toBeTruthy();
    await atStep('Información');
  });

  test('wants an end after the beginning', async () => {
    const { user } = openPage();
    await typeDate(user, 'Fecha de inicio', '231120260900');
    await typeDate(user, 'Fecha de fin', '201120261800');
    await next(user);
    expect(await screen.findByText('Debe ser posterior a la fecha de inicio')).toBeTruthy();
  });

  test('toggling the type empties the team and offers the other side', async () => {
    const { user } = openPage();
    await choose(user, 'Coordinador', 'Carolina Ibáñez');
    await choose(user, 'Operadores', 'Lucas Ferreyra');
    await user.keyboard('{Escape}');
    expect(screen.getByText('Si lo cambia, se quitan el coordinador y los operadores elegidos.')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Externa' }));
    expect(screen.queryByText(/^Si lo cambia/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Coordinador' }).value).toBe('');
    expect(screen.queryByText('Lucas Ferreyra')).toBeNull();
    await choose(user, 'Coordinador', 'Ezequiel Prado');
    await choose(user, 'Operadores', 'Romina Acosta');
    expect(screen.getByText('1 de 1 elegidos')).toBeTruthy();
  });

  test('whoever may coordinate is proposed, again after the type was changed back', async () => {
    const { user } = openPage('/campaigns/create', aSession(['Coordinador'], { id: 2 }));
    const person = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Coordinador' }).value;
    await waitFor(() => expect(person()).toBe('Carolina Ibáñez'));
    // Nothing was typed yet: there is nothing to keep.
    expect(Object.keys(sessionStorage).filter((key) => key.includes('campaign-create'))).toEqual([]);
    const summary = within(screen.getByRole('complementary', { name: 'Resumen' }));
    expect(summary.getByText('Las del sistema')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Externa' }));
    await waitFor(() => expect(person()).toBe(''));
    await user.click(screen.getByRole('radio', { name: 'Interna' }));
    await waitFor(() => expect(person()).toBe('Carolina Ibáñez'));
  });

  test('an external coordinator makes external campaigns only', async () => {
    openPage('/campaigns/create', aSession(['Coordinador externo']));
    const type = await screen.findByRole<HTMLInputElement>('radio', { name: 'Externa' });
    expect([type.checked, type.disabled]).toEqual([true, true]);
    expect(screen.getByText('Su rol crea solo campañas externas.')).toBeTruthy();
  });
});

describe('the whole way', () => {
  test('four steps, one request, and the campaign opens', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      reply(api.forms.search, ({ query }) => ({
        forms: query.get('name') ? [{ id: '7', nombre: 'Taller de huerta' }] : [],
      })),
      reply(api.forms.capacity, { slots: 500, enrolled: 450, status: 'ABIERTO' }),
      http.post('*/api/campaign', async ({ request }) => {
        const form = await request.formData();
        sent = Object.fromEntries(form);
        return HttpResponse.json({ data: { id: 77 } }, { status: 201 });
      }),
    );
    const { user, router } = openPage();
    await fillInformation(user);
    const retry = screen.getByRole<HTMLInputElement>('switch', { name: 'Reintentar en otro horario' });
    expect(retry.checked).toBe(true);
    await user.click(retry);
    await next(user);

    await atStep('Ubicación');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sección' }).disabled).toBe(true);
    await choose(user, 'Distrito', 'Ciudad Autónoma de Buenos Aires');
    await choose(user, 'Sección', 'Comuna 7');
    await choose(user, 'Subsección', 'Flores');
    await choose(user, 'Distrito', 'Buenos Aires');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sección' }).value).toBe('');
    await next(user);

    await atStep('Script');
    const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], 'guion.png', {
      type: 'image/png',
    });
    await user.upload(screen.getByTestId('file-input'), png);
    await screen.findByText('guion.png');
    await next(user);

    await atStep('Formulario');
    await user.type(screen.getByRole('combobox', { name: 'Formulario' }), 'huerta');
    await user.click(await screen.findByRole('option', { name: /Taller de huerta/ }));
    expect(await screen.findByText('libres de 500')).toBeTruthy();
    // Back keeps everything.
    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await screen.findByText('guion.png');
    await next(user);
    await user.click(await screen.findByRole('button', { name: 'Crear campaña' }));

    await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/77'));
    expect(sent).toMatchObject({
      name: 'Veredas de Flores',
      objectiveId: '1',
      coordinatedBy: '2',
      operators: '21',
      external: '0',
      retryOtherHours: '0',
      obeysLists: '1',
      startDate: '2026-11-23T12:00:00.000Z',
      endDate: '2026-12-20T21:00:00.000Z',
      districtId: '06',
      formId: '7',
    });
    expect(Object.keys(sent)).not.toContain('sectionId');
    expect(Object.keys(sent)).toContain('scripts[]');
    expect(sessionStorage.length).toBe(0);
  });

  test('a new campaign obeys the block lists; exempting it asks why', async () => {
    leaveWizardDraft(coordinator().id, 'Información');
    const { user } = openPage();
    const obeys = await screen.findByRole<HTMLInputElement>('switch', { name: 'Respetar las listas de bloqueo' });
    expect(obeys.checked).toBe(true);
    expect(screen.queryByRole('textbox', { name: 'Motivo de la exención' })).toBeNull();
    await user.click(obeys);
    await next(user);
    expect(await screen.findByText('Escriba por qué la campaña no respeta las listas de bloqueo.')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Motivo de la exención' }), 'Corte de agua');
    await next(user);
    await atStep('Ubicación');
  });

  test('a refusal keeps everything and leads to the step it belongs to', async () => {
    server.use(
      refuse(api.campaigns.create, 'VALIDATION', {
        errors: [{ field: 'name', message: 'Ese nombre no se puede usar.' }],
      }),
    );
    leaveWizardDraft(coordinator().id, 'Formulario');
    const { user } = openPage();
    await atStep('Formulario');
    await user.click(screen.getByRole('button', { name: 'Crear campaña' }));
    expect(
      await screen.findByText(
        'No fue posible crear la campaña, por favor inténtelo de nuevo o contacte con el soporte',
      ),
    ).toBeTruthy();
    await atStep('Información');
    expect(screen.getByText('Ese nombre no se puede usar.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Veredas de Flores');
    expect(screen.getAllByText('Lucas Ferreyra').length).toBeGreaterThan(0);
  });
});

describe('the scripts', () => {
  test('are refused by content, size and number, each in a sentence', async () => {
    leaveWizardDraft(coordinator().id, 'Script');
    const { user } = openPage();
    await atStep('Script');
    const picker = screen.getByTestId('file-input');
    const jpeg = (name: string) =>
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0])], name, { type: 'image/jpeg' });
    await user.upload(picker, [new File(['<html>'], 'guion.png', { type: 'image/png' }), new File([], 'vacio.pdf')]);
    expect(await screen.findByText('«guion.png» no es un archivo JPG, PNG o PDF.')).toBeTruthy();
    expect(screen.getByText('«vacio.pdf» está vacío.')).toBeTruthy();
    const heavy = new Uint8Array(5_242_881);
    heavy.set([0xff, 0xd8, 0xff]);
    await user.upload(picker, [new File([heavy], 'pesado.jpg', { type: 'image/jpeg' })]);
    expect(await screen.findByText('«pesado.jpg» pesa más de 5 MB.')).toBeTruthy();
    await user.upload(
      picker,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => jpeg(`${name}.jpg`)),
    );
    expect(await screen.findByText('Puede adjuntar hasta 5 archivos.')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Archivos' })).getAllByRole('listitem')).toHaveLength(5);
  });
});

describe('the draft', () => {
  test('survives a reload, says that files do not, and can be thrown away', async () => {
    const first = openPage();
    await first.user.type(screen.getByLabelText('Nombre'), 'Borrador largo');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    first.unmount();
    const { user } = openPage();
    expect(await screen.findByText(/Se recuperó el borrador/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Borrador largo');
    await user.click(screen.getByRole('button', { name: 'Descartar borrador' }));
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('');
  });
});

describe('Cancelar', () => {
  const cancelWith = async (name: string, answer: string) => {
    const { user, router, unmount } = openPage();
    await user.type(screen.getByLabelText('Nombre'), name);
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Salir sin crear la campaña' });
    await user.click(within(dialog).getByRole('button', { name: answer }));
    return { router, unmount };
  };

  test('asks whether to keep the draft, and keeps it', async () => {
    const { router, unmount } = await cancelWith('Borrador', 'Conservar borrador');
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    unmount();
    openPage();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Borrador');
  });

  test('throws the draft away when asked to, or goes on', async () => {
    const { router, unmount } = await cancelWith('Borrador', 'Descartar');
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
    expect(sessionStorage.length).toBe(0);
    unmount();
    const again = await cancelWith('Otro', 'Seguir cargando');
    expect(again.router.state.location.pathname).toBe('/campaigns/create');
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Otro');
  });

  test('with nothing typed there is nothing to ask', async () => {
    const { user, router } = openPage();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });
});

describe('a draft with files', () => {
  test('comes back at the step where they must be chosen again', async () => {
    leaveWizardDraft(coordinator().id, 'Script');
    const first = openPage();
    await atStep('Script');
    await first.user.upload(
      screen.getByTestId('file-input'),
      new File(['%PDF-1.7'], 'guion.pdf', { type: 'application/pdf' }),
    );
    await screen.findByText('guion.pdf');
    await next(first.user);
    await atStep('Formulario');
    await waitFor(() => expect(Object.values(sessionStorage).join()).toContain('"step":3'));
    first.unmount();
    openPage();
    await atStep('Script');
    expect(screen.getByText(/Los archivos no se conservan al recargar la página.*guion\.pdf/)).toBeTruthy();
  });
});

describe('a copy', () => {
  test('brings everything but audience and dates', async () => {
    server.use(
      reply(
        api.campaigns.detail,
        aCampaign({
          retryOtherHours: false,
          formId: '7',
          formName: 'Taller de huerta',
          scripts: [
            {
              id: 5,
              originalName: 'guion.pdf',
              link: '/api/campaign/31/script/5',
              contentType: 'application/pdf',
              bytes: 9,
            },
          ],
        }),
      ),
      http.get('*/api/campaign/31/script/5', () =>
        HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-1.7 x').buffer),
      ),
    );
    openPage('/campaigns/create?from=31');
    expect(await screen.findByText(/sin su audiencia y con las fechas por elegir/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Veredas de Flores (copia)');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Reintentar en otro horario' }).checked).toBe(false);
    const summary = screen.getByRole('complementary', { name: 'Resumen' });
    await waitFor(() => expect(summary.textContent).toContain('1 archivo'));
    expect(summary.textContent).toContain('Taller de huerta');
  });
});

describe('with people of another campaign', () => {
  beforeEach(() =>
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'FINALIZADA', objectiveId: 1 })),
      reply(api.campaigns.progress, {
        total: 900,
        called: 900,
        pending: 0,
        unassigned: 0,
        reserve: 0,
        states: [{ id: 3, name: 'No contesta', color: '#2F80C2', count: 120 }],
      }),
    ),
  );
  const path = '/campaigns/create?from=31&people=1&stateId=3&gender=F';

  test('says whom, proposes a name, and sends filters and exclusions with the campaign', async () => {
    const counted: string[] = [];
    let sent: FormData | undefined;
    server.use(
      reply(api.audience.count, ({ query }) => {
        counted.push(query.toString());
        return { totalElementsCount: 120 };
      }),
      http.post('*/api/campaign', async ({ request }) => {
        sent = await request.formData();
        return HttpResponse.json({ data: { id: 77 } }, { status: 201 });
      }),
    );
    const { user, router } = openPage(path);
    const note = await screen.findByText('120 contactos');
    expect(note.closest('[role="alert"]')?.textContent).toBe(
      'Con 120 contactos de Veredas de Flores: Estado: No contesta · Género: femenino. Se cargan al crear la campaña, según como estén en ese momento.',
    );
    expect(counted).toEqual(['stateId=3&gender=F']);
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Veredas de Flores: No contesta');
    await user.click(screen.getByRole('checkbox', { name: /fueron llamados en los últimos/ }));
    const days = screen.getByRole('textbox', { name: 'Días sin llamados' });
    await user.clear(days);
    await typeDate(user, 'Fecha de inicio', '231120260900');
    await typeDate(user, 'Fecha de fin', '201220261800');
    for (const step of ['Ubicación', 'Script', 'Formulario']) {
      await next(user);
      await atStep(step);
    }
    // Not without a number of days.
    await user.click(screen.getByRole('button', { name: 'Crear campaña' }));
    expect(screen.getAllByText('Ingrese una cantidad de días entre 1 y 3650.')).toHaveLength(2);
    expect(sent).toBeUndefined();
    await user.type(days, '15');
    await user.click(screen.getByRole('button', { name: 'Crear campaña' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/detail/77/assign'));
    expect(JSON.parse(sent!.get('people') as string)).toEqual({
      campaignId: 31,
      filters: { stateId: 3, gender: 'F' },
      excludeCalledDays: 15,
    });
    expect(sent!.get('objectiveId')).toBe('1');
  });

  test('does not take everybody if the address is not understood', async () => {
    openPage('/campaigns/create?from=31&people=1&stateId=todos');
    expect(await screen.findByText(/Los filtros de la dirección no se entienden/)).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });
});

test('a role that may not create is led to the list', async () => {
  server.use(reply(api.campaigns.list, aCampaignPage([])));
  const { router } = renderPage('/campaigns/create', { as: aSession(['Operador']) });
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
});
