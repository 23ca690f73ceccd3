import { api } from '@campanero/contract';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { campaignLookups } from '../test/campaign-world.ts';
import { aContactWorld, CONTACT_PATH, inDays } from '../test/contact-world.ts';
import { aContact, anEntry } from '../test/contacts.ts';
import { aSession } from '../test/people.ts';
import { renderPage } from '../test/render.tsx';
import { refuse, reply, server } from '../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

let world: ReturnType<typeof aContactWorld>['world'];
function begin(parts: Parameters<typeof aContactWorld>[0] = {}) {
  const made = aContactWorld(parts);
  world = made.world;
  server.use(...made.handlers);
}
beforeEach(() => {
  sessionStorage.clear();
  begin();
});
const open = (role = 'Operador', path = CONTACT_PATH) => renderPage(path, { as: aSession([role]) });
/** From a narrow window, which the tests have, to a desk's. */
function widen() {
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({ width: 1440 });
}
afterEach(() =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({ width: 1024 }),
);
const callButton = () => screen.findByRole('button', { name: /^Llamado/ });

describe('the header', () => {
  test('shows the number as 2-4-4, the person, age, place, state and the way back', async () => {
    const now = new Date();
    begin({
      detail: {
        contacts: [aContact({ id: 61, birthday: `${now.getFullYear() - 64}-01-01` })],
        callbackAt: new Date(now.getTime() + 60_000).toISOString(),
      },
    });
    open();
    const heading = await screen.findByRole('heading', { level: 1, name: '11 5550 2847' });
    expect((await within(heading).findByRole('link')).getAttribute('href')).toBe('tel:1155502847');
    expect(await screen.findByText('64 años · Parque Patricios, CABA')).toBeTruthy();
    expect(screen.getAllByText('Volver a llamar').length).toBeGreaterThan(0);
    expect(screen.getByText(/^pactado para (hoy|mañana) \d\d:\d\d$/)).toBeTruthy();
    expect(screen.getByText('4 llamados previos')).toBeTruthy();
    expect(screen.queryByText(/^Reintento/)).toBeNull();
    const trail = within(screen.getByRole('navigation', { name: 'Ruta' }));
    expect(trail.getByRole('link', { name: '31 · Veredas de Flores' }).getAttribute('href')).toBe(
      '/campaign/detail/31',
    );
    expect(document.title).toBe('Contacto 11 5550 2847 · Campanero');
  });

  test('shows the reason of a retry, and only for a retry', async () => {
    begin({ detail: { retryAfter: ['morning', 'midday'] } });
    open();
    expect(await screen.findByText('Reintento: antes se llamó a la mañana y al mediodía')).toBeTruthy();
  });

  test.each([true, false])('shows the own day in the footer, or under the header without one: %s', async (display) => {
    const settings = { layout: { config: { footer: { display } } } };
    renderPage(CONTACT_PATH, { as: aSession(['Operador'], { settings }) });
    const day = await screen.findByRole('region', { name: 'Mi día' });
    const place = display ? screen.getByRole('contentinfo') : screen.getByRole('main');
    expect(place.contains(day)).toBe(true);
    expect(screen.getAllByRole('region', { name: 'Mi día' })).toHaveLength(1);
  });

  test('copies the plain digits and says so', async () => {
    const { user } = open();
    await screen.findByText(/años/);
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copiar el número' }));
    expect(written).toHaveBeenCalledWith('1155502847');
    expect((await screen.findAllByText('Copiado')).length).toBeGreaterThan(0);
    fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC', altKey: true });
    await waitFor(() => expect(written).toHaveBeenCalledTimes(2));
  });

  test('shows the form’s places, its status and the link to it', async () => {
    const formUrl = 'https://formularios.example/7';
    begin({ campaign: { formId: '7', formName: 'Taller', formUrl }, detail: { formUrl } });
    server.use(reply(api.forms.campaignCapacity, { slots: 500, enrolled: 342, status: 'ABIERTO' }));
    const { unmount } = open();
    const places = await screen.findByRole('link', { name: '158 cupos libres · Abierto' });
    expect(places.getAttribute('href')).toBe('https://formularios.example/7');
    unmount();
    widen();
    open();
    expect((await screen.findByText('158')).parentElement!.textContent).toBe('158libres de 500');
    expect(screen.getByText('Abierto')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Cupos del formulario' }).getAttribute('href')).toBe(
      'https://formularios.example/7',
    );
  });
});

describe('Llamado', () => {
  test.each([
    ['FINALIZADA' as const, {}, 'La campaña está finalizada: ya no se registran llamados.'],
    [
      'REVISANDO' as const,
      { endDate: inDays(-1) },
      'La fecha de fin de la campaña ya pasó: no se registran más llamados.',
    ],
  ])('is not there in %s, nor are the quick outcomes', async (status, dates, note) => {
    begin({ campaign: { status, ...dates } });
    open();
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Llamado/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Resultado' })).toBeNull();
    expect(world.holds).toEqual([]);
  });

  test.each([
    [
      'paused',
      { campaign: { status: 'PAUSADA' as const, paused: true } },
      'La campaña está en pausa: no se registran llamados hasta que se reanude.',
    ],
    [
      'a colleague’s',
      { detail: { operator: { id: 8, name: 'Luis Paz' }, mayRegister: false } },
      'No es posible registrar un llamado a un contacto que no está asignado a tu usuario',
    ],
    [
      'open elsewhere',
      { detail: { heldBy: { id: 9, name: 'Daniela Sosa' } } },
      'Daniela Sosa tiene abierto este contacto en este momento.',
    ],
    [
      'invalid',
      { detail: { invalid: 1 as const } },
      'El número está marcado como inválido: no se puede registrar un llamado.',
    ],
  ])('is disabled with its reason when %s, and takes no hold', async (_what, parts, reason) => {
    begin(parts);
    open();
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
    const button = await callButton();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(world.holds).toEqual([]);
  });

  test('a colleague’s callback that is open to all is opened like an own one, also after a reload', async () => {
    begin({ detail: { operator: { id: 8, name: 'Luis Paz' }, mayRegister: true } });
    open();
    const button = await callButton();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    await waitFor(() => expect(world.holds.length).toBeGreaterThan(0));
    expect(screen.queryByRole('button', { name: 'Tomar el contacto' })).toBeNull();
  });

  test('Llamado is disabled while the contact is loading', async () => {
    const arrival = Promise.withResolvers<void>();
    server.use(reply(api.contacts.detail, () => arrival.promise.then(() => world.detail)));
    open();
    const button = await callButton();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    arrival.resolve();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.keyDown(window, { code: 'KeyL', key: 'l', altKey: true });
    expect(await screen.findByRole('dialog', { name: 'Registrar llamado' })).toBeTruthy();
  });

  test('a blocked number says so at the top', async () => {
    begin({ detail: { blocked: 'Una persona de este número pidió que no la llamen.' } });
    open();
    const note = await screen.findByText('No se debe llamar a este número.');
    expect(note.closest('[role="alert"]')!.textContent).toContain('pidió que no la llamen.');
    expect((await callButton()).getAttribute('aria-disabled')).toBe('true');
  });

  test('a number blocked during the call: its outcome can still be registered', async () => {
    const { user } = open();
    await screen.findByText(/años/);
    server.use(
      reply(api.contacts.savePerson, () => {
        const { wrong: _wrong, ...person } = aContact({ id: 61, doNotCall: true });
        world.detail = { ...world.detail, blocked: 'Una persona de este número pidió que no la llamen.' };
        return person;
      }),
    );
    await user.click(screen.getByRole('button', { name: /^No llamar/ }));
    await screen.findByText('No se debe llamar a este número.');
    expect((await callButton()).getAttribute('aria-disabled')).toBe('false');
  });

  test('a quick outcome opens the registration with that state', async () => {
    const { user } = open();
    const row = within(await screen.findByRole('region', { name: 'Resultado' }));
    await user.click(await row.findByRole('button', { name: 'Participa' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Registrar llamado' }));
    expect(dialog.getByRole('option', { selected: true }).textContent).toContain('Participa');
  });
});

describe('the persons', () => {
  const household = [
    aContact({ id: 61, interested: true }),
    aContact({ id: 62, firstName: 'Ramiro Ezequiel', lead: true, document: '38456120', birthday: '1994-08-27' }),
  ];

  test('of a household are told apart, and their flags change with the server’s answer', async () => {
    begin({ detail: { contacts: household } });
    let tell: () => void = () => undefined;
    server.use(
      reply(api.contacts.savePerson, async ({ params, query, request }) => {
        expect([params['personId'], query.get('lead')]).toEqual(['62', '1']);
        expect(await request.json()).toEqual({ dead: true });
        await new Promise<void>((resolve) => (tell = resolve));
        const { wrong: _wrong, ...person } = { ...household[1]!, dead: true };
        world.detail = { ...world.detail, contacts: [household[0]!, { ...household[1]!, dead: true }] };
        return person;
      }),
    );
    const { user } = open();
    const rows = within(await screen.findByRole('list', { name: 'Personas de este número' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p')!.textContent)).toEqual([
      'DNI 14.872.305 · 12-03-1962 · Comuna 4',
      'DNI 38.456.120 · 27-08-1994 · Comuna 4',
    ]);
    expect(within(rows[0]!).getByText('Contacto · del llamado')).toBeTruthy();
    expect(within(rows[1]!).getByText('Lead')).toBeTruthy();
    expect(within(rows[0]!).getByRole('button', { pressed: true }).textContent).toBe('Participa');
    const dead = within(rows[1]!).getByRole('button', { name: /^Fallecido/ });
    await user.click(dead);
    expect([dead.getAttribute('aria-busy'), dead.getAttribute('aria-pressed')]).toEqual(['true', 'false']);
    await waitFor(() => {
      tell();
      expect(dead.getAttribute('aria-pressed')).toBe('true');
    });
  });

  test('a flag that cannot be saved is said in the catalogue’s words', async () => {
    server.use(refuse(api.contacts.markWrong, 'INTERNAL'));
    const { user } = open();
    const wrong = await screen.findByRole('button', { name: /^Número equivocado/ });
    await user.click(wrong);
    expect(
      await screen.findByText('No fue posible actualizar el contacto, inténtelo de nuevo o contacte con el soporte.'),
    ).toBeTruthy();
    expect(wrong.getAttribute('aria-pressed')).toBe('false');
  });
});

describe('the history', () => {
  test('says so when it is empty', async () => {
    open();
    expect(await screen.findByText('No se registró ningún llamado')).toBeTruthy();
  });

  test('shows state, substate, note, affinity and user, and a button for those who may correct', async () => {
    begin({ detail: { mayCorrect: true } });
    server.use(
      reply(api.calls.history, [
        anEntry({
          state: { name: 'Volver a llamar', color: '#E08A1E' },
          substate: { name: 'Pidió otro horario' },
          observations: 'Estaba saliendo al médico.',
          affinity: 'Neutro',
          createdAt: '2026-11-09T20:05:00.000Z',
        }),
        ...Array.from({ length: 25 }, () => anEntry()),
      ]),
    );
    open('Coordinador');
    const history = within(await screen.findByRole('region', { name: 'Historial de llamados' }));
    const [first] = await history.findAllByRole('listitem');
    expect(first!.textContent).toBe(
      '09-11-2026 ~ 17:05Volver a llamarPidió otro horarioEstaba saliendo al médico.Lucas FerreyraNeutroCorregir',
    );
    expect(history.getByText('26 registros')).toBeTruthy();
    expect(history.getAllByRole('listitem')).toHaveLength(25);
    expect(history.getByText('1–25 de 26')).toBeTruthy();
    // A manager who only looks takes no hold.
    expect(world.holds).toEqual([]);
  });

  test('shows the question to a coordinator and its answer to whoever calls next', async () => {
    const question = { text: 'Quiere cambiar el día', answer: null, closedAt: null, closedBy: null };
    const answered = { answer: 'Puede ir el jueves.', closedAt: '2026-11-09T21:00:00.000Z', closedBy: 'Ana Paz' };
    server.use(reply(api.calls.history, [anEntry({ question }), anEntry({ question: { ...question, ...answered } })]));
    open();
    const history = within(await screen.findByRole('region', { name: 'Historial de llamados' }));
    const [waiting, closed] = await history.findAllByRole('listitem');
    expect(waiting!.textContent).toContain('Consulta: Quiere cambiar el díaEspera la respuesta de un coordinador.');
    expect(closed!.textContent).toContain('Respuesta: Puede ir el jueves.Ana Paz · 09-11-2026 ~ 18:00');
  });

  test('offers no correction to those who may not', async () => {
    server.use(reply(api.calls.history, [anEntry()]));
    open('Coordinador');
    const history = within(await screen.findByRole('region', { name: 'Historial de llamados' }));
    await history.findByRole('listitem');
    expect(history.queryByRole('button', { name: /Corregir/ })).toBeNull();
  });
});

describe('the other tabs', () => {
  test('Observación keeps a note and marks the number invalid', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(api.contacts.saveDetail, async ({ request }) => {
        const body = (await request.json()) as { observations: string };
        sent.push(body);
        return {
          observations: body.observations,
          invalid: 1 as const,
          operatorCallData: { stateId: 17, stateName: 'Inválido', operator: { id: 7, name: 'Ana Ledesma' } },
          version: 6,
        };
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: /^Observación/ }));
    const save = await screen.findByRole('button', { name: 'Guardar' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.type(screen.getByRole('textbox', { name: 'Observación del número' }), 'Suena a fax');
    await user.click(screen.getByRole('switch', { name: 'Número inválido' }));
    await user.click(save);
    expect(await screen.findByText('La observación fue actualizada correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ observations: 'Suena a fax', invalid: 1, version: 5 }]);
  });

  test('Información sends only what changed, in the contract’s words where it is wrong', async () => {
    server.use(...campaignLookups());
    const sent: unknown[] = [];
    server.use(
      reply(api.contacts.savePerson, async ({ request }) => {
        sent.push(await request.json());
        const { wrong: _wrong, ...person } = aContact({ id: 61, email: 'graciela@ejemplo.com' });
        return person;
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: 'Información' }));
    const email = await screen.findByRole('textbox', { name: 'Correo' });
    await user.type(email, 'graciela@');
    expect(await screen.findByText('Ingrese un correo válido.')).toBeTruthy();
    await user.type(email, 'ejemplo.com');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText('El contacto fue actualizado correctamente.')).toBeTruthy();
    expect(sent).toEqual([{ email: 'graciela@ejemplo.com', version: 3 }]);
  });

  test('Campañas opens the same number elsewhere in a tab of its own, and `redirected` leads there', async () => {
    const elsewhere = {
      id: 44,
      name: 'Otra campaña',
      objectiveName: 'Encuesta',
      status: 'FINALIZADA' as const,
      startDate: '2026-01-05T12:00:00.000Z',
      endDate: '2026-02-05T12:00:00.000Z',
    };
    begin({ detail: { campaigns: [elsewhere] } });
    server.use(reply(api.contacts.inCampaign, { campaignId: 44, callId: 77 }));
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open('Operador', `${CONTACT_PATH}?redirected=true`);
    await user.click(await screen.findByRole('button', { name: /Otra campaña/ }));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Campañas1');
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(
        '/campaign/detail/44/contact/77/1155502847?redirected=true',
        '_blank',
        'noopener',
      ),
    );
  });

  describe('Operador', () => {
    const given: string[] = [];
    const openTab = async (role: string, detail: Partial<CallDetail>) => {
      begin({ detail });
      given.length = 0;
      server.use(
        reply(api.calls.reassign, ({ params }) => {
          given.push(params['operatorId']!);
          return { operator: { id: 7, name: 'Ana Ledesma' } };
        }),
      );
      const { user } = open(role);
      await user.click(await screen.findByRole('tab', { name: 'Operador' }));
      return user;
    };
    const OF_A_COLLEAGUE = { operator: { id: 8, name: 'Luis Paz' }, mayRegister: false };

    test('lets a manager give the call to any operator', async () => {
      const user = await openTab('Coordinador', { ...OF_A_COLLEAGUE, mayReassignTo: 'operators' });
      const update = await screen.findByRole('button', { name: 'Actualizar' });
      await user.click(update);
      expect((await screen.findAllByText('Es requerido editar para actualizar')).length).toBeGreaterThan(0);
      await user.click(screen.getByRole('combobox', { name: 'Operador' }));
      const options = await screen.findAllByRole('option');
      expect(options.map((option) => option.textContent)).toEqual(['Ana Ledesma', 'Lucas Ferreyra']);
      await user.click(options[0]!);
      await user.click(update);
      expect(await screen.findByText('El operador fue actualizado correctamente.')).toBeTruthy();
      expect(given).toEqual(['7']);
    });

    test('lets an operator take the call of a colleague', async () => {
      const user = await openTab('Operador', { ...OF_A_COLLEAGUE, mayReassignTo: 'self' });
      const panel = within(await screen.findByRole('tabpanel'));
      await panel.findByText('Luis Paz');
      await user.click(panel.getByRole('button', { name: 'Tomar el contacto' }));
      expect(await screen.findByText('El operador fue actualizado correctamente.')).toBeTruthy();
      expect(given).toEqual(['7']);
    });

    test.each([
      ['Es suyo.', { operator: { id: 7, name: 'Ana Ledesma' }, mayReassignTo: 'self' }],
      ['Luis Paz', { ...OF_A_COLLEAGUE, mayReassignTo: null }],
    ] as const)('has nothing to press if it reads %s', async (text, detail) => {
      await openTab('Operador', detail);
      const panel = within(await screen.findByRole('tabpanel'));
      await panel.findByText(text);
      expect(panel.queryByRole('button')).toBeNull();
      expect(panel.queryByRole('combobox')).toBeNull();
    });
  });

  test('Operador is disabled if the call cannot be reassigned', async () => {
    begin({ campaign: { status: 'FINALIZADA' }, detail: { mayReassignTo: null } });
    const { user } = open('Coordinador');
    await user.click(await screen.findByRole('tab', { name: 'Operador' }));
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Operador' })).disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Actualizar' }).getAttribute('aria-disabled')).toBe('true');
  });
});

test('a contact that cannot be loaded can be retried; one without access is not found', async () => {
  server.use(refuse(api.contacts.detail, 'BAD_REQUEST'));
  server.use(refuse(api.contacts.detail, 'FORBIDDEN'));
  const { unmount } = open();
  expect((await screen.findByRole('alert')).textContent).toContain('Su rol no permite esta acción.');
  unmount();
  server.use(refuse(api.contacts.detail, 'NOT_FOUND'));
  open();
  expect(await screen.findByText('No se encontró el contacto')).toBeTruthy();
});

test.each([
  ['NOT_FOUND', true],
  ['CALL_ERASED', false],
] as const)('%s: what was typed and what waits to be sent is kept: %s', async (refusal, isKept) => {
  const waiting = { campaignId: 1, callId: 901, number: '1155502847', stateName: 'Ocupado', body: { stateId: 4 } };
  const kept = {
    'draft:7:observation:901': '{"version":5,"base":{},"values":{},"conflicts":[]}',
    'draft:7:correction:901:4': '{"reason":"x"}',
    'draft:7:registrations': JSON.stringify([{ ...waiting, key: 'k', refusal: 'No' }]),
  };
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  server.use(refuse(api.contacts.detail, refusal));
  open();
  expect(
    await screen.findByText(
      isKept ? 'No existe o no está a su alcance.' : 'Los datos de este contacto fueron borrados.',
    ),
  ).toBeTruthy();
  await waitFor(() =>
    expect(Object.keys(kept).map((key) => sessionStorage.getItem(key) !== null)).toEqual([isKept, isKept, isKept]),
  );
});
