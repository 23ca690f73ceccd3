import { api } from '@campanero/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession } from '../../lib/session.ts';
import { aContactWorld, CONTACT_PATH } from '../../test/contact-world.ts';
import { aContact } from '../../test/contacts.ts';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { fail, refuse, reply, server } from '../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });
const operator = () => aSession(['Operador']);

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
afterEach(() => vi.restoreAllMocks());

const press = (key: string, code: string, modifiers: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code, ...modifiers });
/** Moves the page's clock on, so that a press counts as one that was meant. */
function letPass(ms: number) {
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ms);
}
const saveNext = () => press('Enter', 'Enter', { ctrlKey: true });
async function openRegister(as = operator()) {
  const view = renderPage(CONTACT_PATH, { as });
  const call = await screen.findByRole('button', { name: /^Llamado/ });
  await waitFor(() => expect(call.getAttribute('aria-disabled')).toBe('false'));
  await screen.findByRole('button', { name: 'Volver a llamar' });
  press('l', 'KeyL', { altKey: true });
  const dialog = await screen.findByRole('dialog', { name: 'Registrar llamado' });
  return { ...view, dialog, form: within(dialog) };
}
const chosen = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('option')
    .filter((option) => option.getAttribute('aria-selected') === 'true')
    .map((option) => option.textContent);

describe('the form', () => {
  test('focuses the state, hides the system’s states, and chooses by key', async () => {
    const { dialog, form } = await openRegister();
    const field = form.getByRole('combobox', { name: 'Estado' });
    expect(document.activeElement).toBe(field);
    expect(form.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'No contesta1',
      'Volver a llamar2',
      'Contactado3',
      'Participa4',
    ]);
    press('2', 'Digit2');
    expect(chosen(dialog)).toEqual(['Volver a llamar2']);
    fireEvent.change(field, { target: { value: 'particip' } });
    expect(form.getAllByRole('option').map((option) => option.textContent)).toEqual(['Participa↵']);
    expect(form.getByText('Intro elige Participa')).toBeTruthy();
    press('Enter', 'Enter');
    expect(chosen(dialog)).toEqual(['Participa4']);
    expect(world.registered).toEqual([]);
  });

  test('asks for a substate and a date only with a state that has them, and clears them with another', async () => {
    const { form, user } = await openRegister();
    press('4', 'Digit4');
    expect(form.queryByRole('group', { name: 'Subestado' })).toBeNull();
    expect(form.queryByRole('group', { name: 'Volver a llamar el' })).toBeNull();
    press('2', 'Digit2');
    await user.click(form.getByRole('button', { name: 'Más tarde' }));
    await user.click(form.getByRole('button', { name: 'Mañana 10:00' }));
    expect(form.getByRole('button', { name: 'Más tarde' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(form.getByRole('option', { name: /Contactado/ }));
    await user.click(form.getByRole('option', { name: /Volver a llamar/ }));
    expect(form.getByRole('button', { name: 'Más tarde' }).getAttribute('aria-pressed')).toBe('false');
    expect(form.getByRole('button', { name: 'Mañana 10:00' }).getAttribute('aria-pressed')).toBe('false');
  });

  test('cannot be saved without a state, and says so', async () => {
    const { form } = await openRegister();
    const save = form.getByRole('button', { name: /^Guardar y siguiente/ });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    saveNext();
    expect(form.getByRole('combobox').getAttribute('aria-invalid')).toBe('true');
    expect(form.getAllByText('Seleccionar un estado es requerido.').length).toBeGreaterThan(0);
    press('1', 'Digit1');
    expect(save.getAttribute('aria-disabled')).toBe('false');
    expect(world.registered).toEqual([]);
  });

  test('asks whom one spoke to where several live', async () => {
    begin({ detail: { contacts: [aContact({ id: 61 }), aContact({ id: 62, firstName: 'Ramiro', lead: true })] } });
    const { form, user } = await openRegister();
    press('3', 'Digit3');
    await user.click(within(form.getByRole('group', { name: 'Habló con' })).getByRole('button', { name: /^Ramiro/ }));
    await user.click(form.getByRole('button', { name: 'Positivo' }));
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(world.registered).toHaveLength(1));
    expect(world.registered[0]!.body).toEqual({ stateId: 2, personId: 62, affinity: 'Positivo' });
  });
});

describe('saving', () => {
  test('sends once what was filled in, and shows the first tab with the new state', async () => {
    const { form, user } = await openRegister();
    press('2', 'Digit2');
    await user.click(form.getByRole('button', { name: 'Pidió otro horario' }));
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), '  Llamar después de las 15  ');
    const save = form.getByRole('button', { name: 'Guardar' });
    fireEvent.click(save);
    fireEvent.click(save);
    expect((await screen.findAllByText('El contacto fue actualizado correctamente.')).length).toBe(1);
    // What was recorded, and the way back to it.
    expect(screen.getByText('Volver a llamar · 11 5550 2847')).toBeTruthy();
    const seen = screen.getByRole('link', { name: 'Ver Volver a llamar · 11 5550 2847' });
    expect(seen.getAttribute('href')).toBe(CONTACT_PATH);
    expect(world.registered).toEqual([
      {
        callId: 901,
        body: { stateId: 6, substateId: 82, observations: 'Llamar después de las 15' },
        key: expect.stringMatching(/.{16}/),
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Contactos1');
    expect(await screen.findByText('5 llamados previos')).toBeTruthy();
    expect(sessionStorage.getItem('draft:7:outcome:901')).toBeNull();
  });

  test('and going to the next contact takes three keys', async () => {
    const { router } = await openRegister();
    press('1', 'Digit1');
    saveNext();
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaign/detail/31/contact/902/1155509134'));
    expect(await screen.findByRole('heading', { level: 1, name: '11 5550 9134' })).toBeTruthy();
    expect(world.registered.map(({ body }) => body)).toEqual([{ stateId: 3 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['INVALID_OPERATOR' as const, 'No es posible registrar un llamado a un contacto que no está asignado a tu usuario'],
    [
      'CAMPAIGN_NOT_OPEN' as const,
      'No fue posible registrar el llamado, la campaña aún no comenzó o ya fue finalizada.',
    ],
    ['CALL_HELD' as const, 'Otra persona tiene abierto este contacto en este momento.'],
    ['INTERNAL' as const, 'Hubo un problema al registrar el llamado, inténtelo de nuevo o contacte con el soporte.'],
  ])('a refusal %s leaves everything in the form, with its sentence', async (code, sentence) => {
    server.use(refuse(api.calls.register, code));
    const { form, user } = await openRegister();
    press('1', 'Digit1');
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), 'No se pierde');
    saveNext();
    expect((await form.findByRole('alert')).textContent).toBe(sentence);
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Observaciones' }).value).toBe('No se pierde');
  });
});

describe('the draft', () => {
  test('survives leaving the page and a reload, and keeps its idempotency key', async () => {
    server.use(refuse(api.calls.register, 'UNAVAILABLE'));
    const keys: (string | null)[] = [];
    const watch = ({ request }: { request: Request }) => {
      if (request.method === 'POST' && request.url.endsWith('/call/901'))
        keys.push(request.headers.get('idempotency-key'));
    };
    server.events.on('request:start', watch);
    const { form, user, unmount } = await openRegister();
    press('1', 'Digit1');
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), 'A medio escribir');
    saveNext();
    await form.findByRole('alert');
    unmount();
    server.use(...aContactWorld().handlers);
    renderPage(CONTACT_PATH, { as: operator() });
    const again = within(await screen.findByRole('dialog', { name: 'Registrar llamado' }));
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Observaciones' }).value).toBe('A medio escribir');
    await again.findByRole('option', { selected: true, name: /No contesta/ });
    letPass(600);
    saveNext();
    await screen.findByText('El contacto fue actualizado correctamente.');
    server.events.removeListener('request:start', watch);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('is not registered by a double click: not before 600 ms have passed', async () => {
    await openRegister();
    press('1', 'Digit1');
    press('Escape', 'Escape');
    const call = screen.getByRole('button', { name: /^Llamado/ });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const opened = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(opened);
    fireEvent.click(call);
    const form = within(await screen.findByRole('dialog'));
    const save = form.getByRole('button', { name: /^Guardar y siguiente/ });
    expect(save.getAttribute('aria-disabled')).toBe('false');
    clock.mockReturnValue(opened + 599);
    fireEvent.click(save);
    saveNext();
    // Had one of them counted, this would come too late for it.
    fireEvent.click(form.getByRole('option', { name: /Participa/ }));
    clock.mockReturnValue(opened + 600);
    fireEvent.click(save);
    await screen.findByText('El contacto fue actualizado correctamente.');
    expect(world.registered.map(({ body }) => body)).toEqual([{ stateId: 10 }]);
  });

  test('survives an expired session, and not a sign-out', async () => {
    const { form, user, router } = await openRegister();
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), 'A medio escribir');
    act(() => endSession('expired'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(sessionStorage.getItem('draft:7:outcome:901')).toContain('A medio escribir');
    act(() => endSession('signed-out'));
    expect(sessionStorage.getItem('draft:7:outcome:901')).toBeNull();
  });

  test('Escape closes the form and keeps it', async () => {
    const { form, user } = await openRegister();
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), 'Sigue ahí');
    press('Escape', 'Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Llamado/ }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Observaciones' }).value).toBe('Sigue ahí');
  });
});

describe('needs a coordinator', () => {
  const ask = async ({ form, user }: Awaited<ReturnType<typeof openRegister>>, question: string) => {
    press('1', 'Digit1');
    await user.click(form.getByRole('checkbox', { name: 'Necesita coordinador' }));
    if (question) {
      await user.click(form.getByRole('textbox', { name: 'Qué necesita del coordinador' }));
      await user.paste(question);
    }
    fireEvent.click(form.getByRole('button', { name: 'Guardar' }));
  };

  test('sends its sentence with the outcome; unticked, nothing', async () => {
    const view = await openRegister();
    await ask(view, ' Quiere cambiar el día ');
    await waitFor(() => expect(world.registered).toHaveLength(1));
    expect(world.registered[0]!.body).toEqual({ stateId: 3, question: 'Quiere cambiar el día' });
  });

  test('asks for the sentence', async () => {
    const view = await openRegister();
    await ask(view, '');
    expect(await view.form.findByText('Escriba qué necesita del coordinador.')).toBeTruthy();
    expect(world.registered).toEqual([]);
    await view.user.click(view.form.getByRole('checkbox', { name: 'Necesita coordinador' }));
    fireEvent.click(view.form.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(world.registered.map(({ body }) => body)).toEqual([{ stateId: 3 }]));
  });

  test('waits in the queue and is sent with the same key', async () => {
    const keys: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST' && /\/call\/\d+$/.test(request.url))
        keys.push(request.headers.get('idempotency-key'));
    });
    server.use(fail(api.calls.register));
    await ask(await openRegister(), 'Quiere cambiar el día');
    await screen.findByText(/1 llamado en espera de la conexión/);
    begin();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(world.registered).toHaveLength(1));
    expect(world.registered[0]).toMatchObject({ body: { stateId: 3, question: 'Quiere cambiar el día' } });
    expect(new Set(keys.filter((key) => key !== null))).toEqual(new Set([world.registered[0]!.key]));
    server.events.removeAllListeners();
  });
});

describe('without a connection', () => {
  test('the registration is queued visibly and sent once with the same key when it returns', async () => {
    server.use(fail(api.calls.register));
    const { user } = await openRegister();
    press('1', 'Digit1');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const waiting = await screen.findByText(/1 llamado en espera de la conexión/);
    expect(waiting.textContent).toContain('11 5550 2847 · No contesta');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: /^Llamado/ }).getAttribute('aria-disabled')).toBe('true');

    begin();
    act(() => void window.dispatchEvent(new Event('online')));
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText('El contacto fue actualizado correctamente.');
    expect(screen.getByRole('link', { name: 'Ver No contesta · 11 5550 2847' })).toBeTruthy();
    expect(screen.queryByText(/en espera de la conexión/)).toBeNull();
    expect(world.registered.map(({ body }) => body)).toEqual([{ stateId: 3 }]);
    expect(sessionStorage.getItem('draft:7:outcome:901')).toBeNull();
  });

  test('shows a later refusal with a link to the contact', async () => {
    server.use(fail(api.calls.register));
    const { user } = await openRegister();
    press('1', 'Digit1');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText(/1 llamado en espera/);
    server.use(refuse(api.calls.register, 'CAMPAIGN_NOT_OPEN'));
    await user.click(screen.getByRole('button', { name: 'Enviar ahora' }));
    const link = await screen.findByRole('link', { name: 'Ver contacto' });
    expect(link.getAttribute('href')).toBe(CONTACT_PATH);
    expect(link.closest('[role="alert"]')!.textContent).toContain('la campaña aún no comenzó o ya fue finalizada.');
    await user.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(screen.queryByRole('link', { name: 'Ver contacto' })).toBeNull();
  });
});

describe('while the session is locked', () => {
  const unlock = async (user: Awaited<ReturnType<typeof openRegister>>['user']) => {
    const lock = within(await screen.findByRole('dialog', { name: 'Sesión bloqueada' }));
    begin();
    server.use(reply(api.identity.confirm, undefined));
    await user.type(await lock.findByLabelText('Contraseña'), 'siete perros amarillos');
    await user.click(lock.getByRole('button', { name: 'Desbloquear' }));
  };

  test('queued registrations are sent once it is unlocked', async () => {
    server.use(fail(api.calls.register));
    const { user } = await openRegister();
    press('1', 'Digit1');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await screen.findByText(/1 llamado en espera de la conexión/);
    const kept = sessionStorage.getItem('draft:7:registrations');
    expect(kept).toContain('"callId":901');

    server.use(refuse(api.calls.register, 'SESSION_LOCKED'));
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByRole('dialog', { name: 'Sesión bloqueada' });
    expect(sessionStorage.getItem('draft:7:registrations')).toBe(kept);
    expect(world.registered).toEqual([]);

    await unlock(user);
    await screen.findByText('El contacto fue actualizado correctamente.');
    const { key } = (JSON.parse(kept!) as { key: string }[])[0]!;
    expect(world.registered).toEqual([{ callId: 901, body: { stateId: 3 }, key }]);
    expect(sessionStorage.getItem('draft:7:registrations')).toBeNull();
  });

  test('the draft stays, and is registered once it is unlocked', async () => {
    server.use(refuse(api.calls.register, 'SESSION_LOCKED'));
    const { form, user } = await openRegister();
    press('1', 'Digit1');
    await user.type(form.getByRole('textbox', { name: 'Observaciones' }), 'A medio escribir');
    await user.click(form.getByRole('button', { name: 'Guardar' }));
    await screen.findByRole('dialog', { name: 'Sesión bloqueada' });
    expect(sessionStorage.getItem('draft:7:outcome:901')).toContain('A medio escribir');
    expect(world.registered).toEqual([]);

    await unlock(user);
    await screen.findByText('El contacto fue actualizado correctamente.');
    expect(world.registered.map(({ body }) => body)).toEqual([{ stateId: 3, observations: 'A medio escribir' }]);
    expect(sessionStorage.getItem('draft:7:outcome:901')).toBeNull();
  });
});
