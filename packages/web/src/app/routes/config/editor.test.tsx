import { api } from '@campanero/contract';
import type { ErrorCode } from '@campanero/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { anObjective, aState, aSubstate } from '../../../test/catalogue.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';

const { configuration } = api;
const STATES = [
  aState({ id: 2, name: 'Contactado' }),
  aState({ id: 17, name: 'Inválido' }),
  aState({ id: 4, name: 'Ocupado' }),
  aState({ id: 1, name: 'Pendiente' }),
];
const SUBSTATES = [aSubstate({ id: 8, name: 'Mañana' }), aSubstate({ id: 9, name: 'Tarde' })];
const PLACE = { create: '/config/general/create', edit: '/config/general/edit' };

beforeEach(() => {
  server.use(
    reply(configuration.objectives, []),
    reply(configuration.states, STATES),
    reply(configuration.substates, SUBSTATES),
  );
});

/** Arrives with route state, as from the list. */
async function arrive(place: keyof typeof PLACE, state: object) {
  const view = renderPage('/config/general', { as: aSession(['Coordinador']) });
  await screen.findByText('No se registró ningún llamado');
  await view.router.navigate(PLACE[place], { state });
  return view;
}
const submit = (name: 'Crear' | 'Guardar') => screen.getByRole('button', { name });
const isBlocked = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
const bodies: unknown[] = [];
const recording =
  <T,>(answer: T) =>
  async ({ request }: { request: Request }) => {
    bodies.push(await request.json());
    return answer;
  };
beforeEach(() => {
  bodies.length = 0;
});

describe('creating', () => {
  test('an objective: button only when valid and changed, states by choice, back to its list', async () => {
    server.use(reply(configuration.createObjective, recording(anObjective())));
    const { router, user } = await arrive('create', { type: 0 });
    expect(await screen.findByRole('heading', { name: 'Crear Objetivo' })).toBeTruthy();
    expect(document.title).toBe('Crear Objetivo · Campanero');
    const name = await screen.findByLabelText('Nombre');
    expect(isBlocked(submit('Crear'))).toBe(true);
    // What only the system sets is nothing to choose.
    const available = within(screen.getByRole('listbox', { name: 'Disponibles' }));
    expect(available.getAllByRole('option').map((option) => option.textContent)).toEqual(['Contactado', 'Ocupado']);
    await user.dblClick(available.getByRole('option', { name: 'Contactado' }));
    await user.dblClick(available.getByRole('option', { name: 'Ocupado' }));
    expect(screen.getByText('No hay estados para agregar.')).toBeTruthy();

    await user.click(submit('Crear'));
    expect(await screen.findByText('Ingrese un nombre.')).toBeTruthy();
    expect(document.activeElement).toBe(name);
    await user.type(name, '  Censo ');
    await waitFor(() => expect(isBlocked(submit('Crear'))).toBe(false));
    await user.click(submit('Crear'));
    expect(await screen.findByText('Objetivo creado correctamente')).toBeTruthy();
    expect(bodies).toEqual([{ name: 'Censo', states: [2, 4] }]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/general'));
  });

  test('a state: colour, actions and substates', async () => {
    server.use(reply(configuration.createState, recording(aState())));
    const { router, user } = await arrive('create', { type: 1 });
    await user.type(await screen.findByLabelText('Nombre'), 'Pide turno');
    const color = screen.getByLabelText<HTMLInputElement>('Color');
    expect(color.value).toBe('#e0e0e0');
    await user.click(screen.getByRole('radio', { name: 'Verde' }));
    expect(color.value).toBe('#1f8a4c');
    await user.clear(color);
    await user.type(color, '#12345');
    await user.tab();
    expect(await screen.findByText('El color debe tener la forma #rrggbb.')).toBeTruthy();
    await user.clear(color);
    await user.type(color, '123456');
    await user.tab();
    expect(color.value).toBe('#123456');
    await user.click(screen.getByRole('switch', { name: 'Volver a llamar' }));
    await user.click(screen.getByRole('switch', { name: 'Contactabilidad' }));
    await user.dblClick(screen.getByRole('option', { name: 'Tarde' }));
    await waitFor(() => expect(isBlocked(submit('Crear'))).toBe(false));
    await user.click(submit('Crear'));
    expect(await screen.findByText('Estado creado correctamente.')).toBeTruthy();
    expect(bodies).toEqual([
      {
        name: 'Pide turno',
        color: '#123456',
        callback: true,
        contactability: true,
        effectiveness: false,
        substates: [9],
      },
    ]);
    await waitFor(() => expect(router.state.location.search).toBe('?tab=estados'));
  });

  test.each([
    [0, configuration.createObjective, 'No es posible crear un objetivo con ese nombre. Inténtelo de nuevo.'],
    [1, configuration.createState, 'No es posible crear un estado con ese nombre. Por favor intente nuevamente.'],
    [2, configuration.createSubstate, 'No es posible crear un subestado con ese nombre. Por favor intente nuevamente.'],
  ] as const)('a refused one of type %d says so and keeps what was typed', async (type, endpoint, sentence) => {
    server.use(refuse(endpoint, 'NAME_TAKEN'));
    const { user } = await arrive('create', { type });
    const name = await screen.findByLabelText<HTMLInputElement>('Nombre');
    await user.type(name, 'Repetido');
    await waitFor(() => expect(isBlocked(submit('Crear'))).toBe(false));
    await user.click(submit('Crear'));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText('Ya existe otro con ese nombre.')).toBeTruthy();
    expect(name.value).toBe('Repetido');
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });

  test('an objective without its states is not offered', async () => {
    server.use(refuse(configuration.states, 'FORBIDDEN'));
    await arrive('create', { type: 0 });
    expect(await screen.findByText('No es posible crear un objetivo por el momento. Inténtelo de nuevo.')).toBeTruthy();
  });
});

describe('editing', () => {
  const stored = anObjective({ id: 7, name: 'Encuesta', version: 4, states: [{ id: 4, name: 'Ocupado' }] });

  test('waits for a change; the same list again is none', async () => {
    server.use(
      reply(configuration.objective, stored),
      reply(configuration.updateObjective, recording(anObjective({ id: 7 }))),
    );
    const { router, user } = await arrive('edit', { type: 0, id: 7 });
    expect(await screen.findByRole('heading', { name: 'Editar Objetivo' })).toBeTruthy();
    await screen.findByDisplayValue('Encuesta');
    expect(isBlocked(submit('Guardar'))).toBe(true);
    await user.dblClick(screen.getByRole('option', { name: 'Ocupado' }));
    await waitFor(() => expect(isBlocked(submit('Guardar'))).toBe(false));
    await user.dblClick(screen.getByRole('option', { name: 'Ocupado' }));
    await waitFor(() => expect(isBlocked(submit('Guardar'))).toBe(true));
    await user.dblClick(screen.getByRole('option', { name: 'Contactado' }));
    await user.click(submit('Guardar'));
    expect(await screen.findByText('El objetivo fue actualizado correctamente.')).toBeTruthy();
    expect(bodies).toEqual([{ states: [2, 4], version: 4 }]);
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/general'));
  });

  const refusals: [number, ErrorCode, string][] = [
    [0, 'INTERNAL', 'No es posible actualizar un objetivo con ese nombre. Por favor intente nuevamente.'],
    [1, 'NAME_TAKEN', 'No fue posible actualizar el estado. Por favor intente nuevamente o contacte con el soporte.'],
    [2, 'NAME_TAKEN', 'No es posible actualizar un subestado con ese nombre. Por favor intente nuevamente.'],
  ];
  test.each(refusals)('a refused update of type %d (%s) says so', async (type, code, sentence) => {
    server.use(
      reply(configuration.objective, stored),
      reply(configuration.state, aState({ id: 7, name: 'Encuesta' })),
      reply(configuration.substate, aSubstate({ id: 7, name: 'Encuesta' })),
      refuse(configuration.updateObjective, code),
      refuse(configuration.updateState, code),
      refuse(configuration.updateSubstate, code),
    );
    const { user } = await arrive('edit', { type, id: 7 });
    await user.type(await screen.findByDisplayValue('Encuesta'), ' nueva');
    await waitFor(() => expect(isBlocked(submit('Guardar'))).toBe(false));
    await user.click(submit('Guardar'));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByDisplayValue('Encuesta nueva')).toBeTruthy();
  });

  test.each([
    [1, configuration.updateState, 'Estado actualizado correctamente.', '?tab=estados'],
    [2, configuration.updateSubstate, 'Subestado actualizado correctamente.', '?tab=subestados'],
  ] as const)(
    'an accepted update of type %d says so and returns to its tab',
    async (type, endpoint, sentence, search) => {
      server.use(
        reply(configuration.state, aState({ id: 7, name: 'Encuesta' })),
        reply(configuration.substate, aSubstate({ id: 7, name: 'Encuesta' })),
        reply(endpoint, aState({ id: 7 })),
      );
      const { router, user } = await arrive('edit', { type, id: 7 });
      await user.type(await screen.findByDisplayValue('Encuesta'), ' nueva');
      await waitFor(() => expect(isBlocked(submit('Guardar'))).toBe(false));
      await user.click(submit('Guardar'));
      expect(await screen.findByText(sentence)).toBeTruthy();
      await waitFor(() => expect(router.state.location.search).toBe(search));
    },
  );

  test('of two editors the second sees the other’s change and keeps their own', async () => {
    server.use(reply(configuration.objective, stored), refuse(configuration.updateObjective, 'CONFLICT'));
    const { user } = await arrive('edit', { type: 0, id: 7 });
    await user.type(await screen.findByDisplayValue('Encuesta'), ' mía');
    server.use(
      reply(configuration.objective, {
        ...stored,
        name: 'Encuesta ajena',
        states: [{ id: 2, name: 'Contactado' }],
        version: 5,
      }),
    );
    await user.click(submit('Guardar'));
    expect((await screen.findByRole('alert')).textContent).toContain('Otra persona cambió estos datos');
    server.use(refuse(configuration.updateObjective, 'UNAVAILABLE'));
    const chosen = within(screen.getByRole('listbox', { name: 'Del objetivo' }));
    expect(await chosen.findByText('Contactado')).toBeTruthy();
    expect(screen.getByDisplayValue('Encuesta mía')).toBeTruthy();
    expect(isBlocked(submit('Guardar'))).toBe(true);
    await user.click(screen.getByRole('radio', { name: /Encuesta ajena/ }));
    await user.click(screen.getByRole('radio', { name: /Encuesta mía/ }));
    await user.click(submit('Guardar'));
    expect(await screen.findByText(/El servicio no está disponible/)).toBeTruthy();
    server.use(reply(configuration.updateObjective, recording(stored)));
    await user.click(submit('Guardar'));
    await waitFor(() => expect(bodies).toEqual([{ name: 'Encuesta mía', version: 5 }]));
  });

  test('the system’s own states keep name and actions', async () => {
    server.use(reply(configuration.state, aState({ id: 17, name: 'Inválido' })));
    await arrive('edit', { type: 1, id: 17 });
    const name = await screen.findByDisplayValue<HTMLInputElement>('Inválido');
    expect(name.readOnly).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Efectividad' }).disabled).toBe(true);
    expect(screen.getByText('Este estado lo maneja el sistema: su nombre y sus acciones no se cambian.')).toBeTruthy();
  });

  test('without route state there is only the list; something gone says so', async () => {
    const { router } = renderPage('/config/general/edit', { as: aSession(['Coordinador']) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/general'));
    server.use(refuse(configuration.substate, 'NOT_FOUND'));
    await router.navigate('/config/general/edit', { state: { type: 2, id: 99 } });
    expect(await screen.findByText('No se encontró lo que busca.')).toBeTruthy();
  });
});

describe('leaving', () => {
  test('Cancelar returns to the tab; with something typed it asks first', async () => {
    const { router, user } = await arrive('create', { type: 2 });
    await user.type(await screen.findByLabelText('Nombre'), 'A medias');
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' }));
    await user.click(dialog.getByRole('button', { name: 'Seguir editando' }));
    expect(screen.getByDisplayValue('A medias')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=subestados'));
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('what was typed survives a reload', async () => {
    const first = await arrive('create', { type: 2 });
    await first.user.type(await screen.findByLabelText('Nombre'), 'Sigue aquí');
    const kept = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
    first.unmount();
    // A real reload runs no clean-up.
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
    renderPage('/config/general/create', { as: aSession(['Coordinador']) });
    expect(await screen.findByRole('heading', { name: 'Crear Subestado' })).toBeTruthy();
    expect(await screen.findByDisplayValue('Sigue aquí')).toBeTruthy();
    expect(isBlocked(submit('Crear'))).toBe(false);
    sessionStorage.clear();
  });
});
