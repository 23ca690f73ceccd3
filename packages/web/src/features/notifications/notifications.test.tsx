import { api } from '@campanero/contract';
import type { Notification } from '@campanero/contract/notifications/endpoints';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { notify } from '../../lib/snackbar.ts';
import { aCampaignPage, aCampaignRow } from '../../test/campaigns.ts';
import { aBell, aNotification } from '../../test/notifications.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fail, refuse, reply, server } from '../../test/server.ts';
import { fakeSocket } from '../../test/socket.ts';

// Loaded once here: the first test to open it should not wait for its code.
beforeAll(() => Promise.all([import('./notification-bell.tsx'), import('./notification-drawer.tsx')]));
beforeEach(() => server.use(reply(api.campaigns.list, aCampaignPage([aCampaignRow({ name: 'La única' })]))));
afterEach(() => {
  vi.useRealTimers();
  fakeSocket.isLetThrough = true;
});

function open(...rows: Notification[]) {
  const { bell, handlers } = aBell(...rows);
  server.use(...handlers);
  return { bell, ...renderApp('/campaigns', { as: aSession(['Coordinador']) }) };
}
const theBell = (name: string | RegExp = /^Notificaciones/) => screen.findByRole('button', { name });
async function openDrawer(user: ReturnType<typeof renderApp>['user']) {
  await user.click(await theBell());
  const drawer = await screen.findByRole('dialog', { name: 'Notificaciones' });
  await within(drawer).findByText(/^(?:Limpiar todo|No hay notificaciones nuevas\.|Reintentar)$/);
  return drawer;
}
const connected = () => waitFor(() => expect(fakeSocket.isOpen()).toBe(true));
/** Until the bell has its first list: what comes later is news. */
const settled = (bell: { asked: number }) => waitFor(() => expect(bell.asked).toBeGreaterThan(0));

describe('the bell', () => {
  test('says how many wait, and nothing when none do', async () => {
    const { bell } = open(aNotification(), aNotification());
    expect((await theBell('Notificaciones, 2 sin leer')).textContent).toBe('2');
    bell.rows = [];
    await connected();
    act(() => fakeSocket.fire('notification', { id: 1 }));
    expect((await theBell('Notificaciones')).textContent).toBe('');
  });

  test('counts all of them, also those that the list does not show', async () => {
    const { user } = open(...Array.from({ length: 104 }, () => aNotification()));
    expect((await theBell('Notificaciones, 104 sin leer')).textContent).toBe('104');
    const drawer = await openDrawer(user);
    expect(within(drawer).getByText(/^100 de 104: las más recientes\./)).toBeTruthy();
  });

  test('does not mention other rows where there are none', async () => {
    const { user } = open(aNotification());
    const drawer = await openDrawer(user);
    await within(drawer).findByRole('listitem');
    expect(within(drawer).queryByText(/más recientes/)).toBeNull();
  });

  test('where no connection stands it is asked for after a moment, and again once one does', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeSocket.isLetThrough = false;
    const { bell } = open(aNotification());
    await theBell('Notificaciones, 1 sin leer');
    expect(bell.asked).toBe(1);
    // No event was received in between.
    bell.rows = [aNotification(), ...bell.rows];
    await connected();
    act(() => fakeSocket.fire('connect'));
    await theBell('Notificaciones, 2 sin leer');
    expect(bell.asked).toBe(2);
  });

  test('is not there for a guest', async () => {
    server.use(reply(api.auth.sessions, []));
    renderApp('/pages/profile', { as: aSession([]) });
    await screen.findByRole('heading', { name: 'Mi perfil' });
    expect(screen.queryByRole('button', { name: /Notificaciones/ })).toBeNull();
  });

  test('asks nothing before a given password is changed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { bell, handlers } = aBell(aNotification());
    server.use(...handlers);
    renderApp('/pages/profile', { as: aSession(['Operador']), mustChangePassword: true });
    await theBell('Notificaciones');
    await screen.findByText(/Antes de continuar/);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(bell.asked).toBe(0);
    // The server would refuse the socket as well.
    expect(fakeSocket.isOpen()).toBe(false);
  });
});

describe('the drawer', () => {
  test('shows the result of each', async () => {
    const cases: [string, Partial<Notification>][] = [
      ['Se le asignaron 1.240 contactos en Veredas de Flores.', { action: 'ASSIGNAMENT', amount: 1240 }],
      ['Se le asignó 1 contacto en Veredas de Flores.', { action: 'ASSIGNAMENT', amount: 1 }],
      ['Se le asignaron 3 contactos.', { action: 'ASSIGNAMENT', amount: 3, campaignId: null, campaignName: null }],
      ['La audiencia fue subida correctamente.', { action: 'BULK AUDIENCE' }],
      ['Los campos del csv son inválidos', { action: 'BULK AUDIENCE', status: { status: 'ERROR' } }],
      [
        'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.',
        {
          action: 'BULK AUDIENCE',
          status: { status: 'ERROR' },
          reason: 'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.',
        },
      ],
      ['La carga de la audiencia fue cancelada.', { action: 'BULK AUDIENCE', status: { status: 'CANCELLED' } }],
      ['La audiencia fue exportada exitosamente, revise su casilla de correo.', { action: 'EXPORT AUDIENCE' }],
      [
        'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte',
        { action: 'EXPORT AUDIENCE', status: { status: 'ERROR' } },
      ],
      ['Los llamados fueron exportados exitosamente, revise su casilla de correo.', { action: 'EXPORT CALLS' }],
      [
        'No fue posible exportar los llamados, por favor inténtelo de nuevo o contacte con el soporte',
        { action: 'EXPORT CALLS', status: { status: 'ERROR' } },
      ],
      [
        'Las estadísticas fueron exportadas exitosamente, revise su casilla de correo.',
        { action: 'EXPORT STATISTICS' },
      ],
      [
        'No fue posible exportar las estadísticas, por favor inténtelo de nuevo o contacte con el soporte',
        { action: 'EXPORT STATISTICS', status: { status: 'ERROR' } },
      ],
      ['Es hora de volver a llamar.', { action: 'CALLBACK', status: { status: 'DUE' } }],
      ['Se corrigió el resultado de un llamado suyo.', { action: 'CORRECTION' }],
      ['Un operador necesita un coordinador.', { action: 'QUESTION' }],
      ['Respuesta a su consulta: Puede ir el jueves.', { action: 'ANSWER', reason: 'Puede ir el jueves.' }],
      [
        'Luis Paz vio 312 contactos distintos en una hora.',
        {
          action: 'BULK READING',
          amount: 312,
          about: { userId: 7, name: 'Luis Paz' },
          reason: '300 en listas, 12 en su página. Campañas: Veredas (290), Poda (22).',
        },
      ],
      [
        'La auditoría fue alterada: la comprobación de su cadena encontró diferencias.',
        { action: 'AUDIT CHAIN', status: { status: 'ERROR' } },
      ],
    ];
    const { user } = open(...cases.map(([, parts]) => aNotification(parts)));
    const items = within(await openDrawer(user)).getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('a, div > span')?.textContent)).toEqual(
      cases.map(([sentence]) => sentence),
    );
    expect(screen.queryByText('300 en listas, 12 en su página. Campañas: Veredas (290), Poda (22).')).not.toBeNull();
  });

  test('groups by day of UTC-3, with number, campaign and hour', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-17T02:00:00Z'), shouldAdvanceTime: true });
    const { user } = open(
      aNotification({
        createdAt: '2026-11-17T01:30:00.000Z',
        action: 'CALLBACK',
        status: { status: 'DUE' },
        callId: 9,
        number: '1155509134',
      }),
      aNotification({ createdAt: '2026-11-16T02:59:00.000Z' }),
      aNotification({ createdAt: '2026-11-10T15:00:00.000Z', campaignId: null, campaignName: null }),
    );
    const drawer = await openDrawer(user);
    expect(
      within(drawer)
        .getAllByRole('heading', { level: 3 })
        .map((title) => title.textContent),
    ).toEqual(['Hoy', 'Ayer', '10-11-2026']);
    expect(within(drawer).getByRole('list', { name: 'Hoy' }).textContent).toBe(
      'Es hora de volver a llamar.11 5550 9134 · Veredas de Flores · 22:30',
    );
    expect(within(drawer).getByRole('list', { name: 'Ayer' }).textContent).toContain('Veredas de Flores · 23:59');
    expect(within(drawer).getByRole('list', { name: '10-11-2026' }).textContent).toBe(
      'La audiencia fue subida correctamente.12:00',
    );
  });

  test('the × marks one as read and hands the keyboard to the next', async () => {
    const [first, second] = [aNotification({ action: 'ASSIGNAMENT', amount: 7 }), aNotification()];
    const { user, bell } = open(first, second);
    const drawer = await openDrawer(user);
    await user.click(
      within(drawer).getByRole('button', { name: 'Quitar: Se le asignaron 7 contactos en Veredas de Flores.' }),
    );
    await waitFor(() => expect(within(drawer).getAllByRole('listitem')).toHaveLength(1));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Quitar: La audiencia fue subida correctamente.');
    expect(bell.rows.map(({ id }) => id)).toEqual([second.id]);
    await user.keyboard('{Enter}');
    expect(await within(drawer).findByText('No hay notificaciones nuevas.')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await theBell('Notificaciones'));
  });

  test('a refusal changes nothing and is shown', async () => {
    const { user } = open(aNotification());
    server.use(fail(api.notifications.read));
    const drawer = await openDrawer(user);
    await user.click(within(drawer).getByRole('button', { name: /^Quitar/ }));
    // The open sheet hides everything else from assistive technology, the message's host included.
    const said = await screen.findByText('No hay conexión con el servidor. Revise su red e inténtelo de nuevo.', {
      selector: '[role=alert] *',
    });
    expect(said).toBeTruthy();
    expect(within(drawer).getAllByText('La audiencia fue subida correctamente.')).toHaveLength(1);
  });

  test('Limpiar todo clears exactly what is shown, and the recent messages with it', async () => {
    const rows = [aNotification(), aNotification()];
    const { user, bell } = open(...rows);
    await screen.findByText('La única');
    act(() => notify.info('Se está procesando su solicitud.'));
    const drawer = await openDrawer(user);
    expect(
      within(within(drawer).getByRole('list', { name: 'Avisos de la última hora' })).getByText(
        'Se está procesando su solicitud.',
      ),
    ).toBeTruthy();
    await user.click(within(drawer).getByRole('button', { name: 'Limpiar todo' }));
    expect(await within(drawer).findByText('No hay notificaciones nuevas.')).toBeTruthy();
    expect(bell.cleared).toEqual([rows.map(({ id }) => id)]);
    expect(within(drawer).queryByRole('heading', { name: 'Avisos de la última hora' })).toBeNull();
    expect(within(drawer).queryByRole('button', { name: 'Limpiar todo' })).toBeNull();
  });

  test('Limpiar todo leaves nothing of what a full list did not show', async () => {
    const { user, bell } = open(...Array.from({ length: 140 }, () => aNotification()).toReversed());
    const drawer = await openDrawer(user);
    await user.click(within(drawer).getByText('Limpiar todo'));
    expect(await within(drawer).findByText('No hay notificaciones nuevas.')).toBeTruthy();
    expect(bell.rows).toEqual([]);
  });

  test('says why there is no list, and asks again', async () => {
    server.use(refuse(api.notifications.list, 'FORBIDDEN'));
    const { user } = renderApp('/campaigns', { as: aSession() });
    const drawer = await openDrawer(user);
    const retry = await within(drawer).findByRole('button', { name: 'Reintentar' });
    server.use(...aBell(aNotification()).handlers);
    await user.click(retry);
    expect(await within(drawer).findByText('La audiencia fue subida correctamente.')).toBeTruthy();
  });
});

describe('news', () => {
  const load = (parts: Partial<Notification> = {}) => aNotification({ action: 'BULK AUDIENCE', ...parts });

  test('what was there before is no news; what arrives is told once, and the list of campaigns follows', async () => {
    let status: 'CARGANDO AUDIENCIA' | 'AUDIENCIA PROCESADA' = 'CARGANDO AUDIENCIA';
    server.use(reply(api.campaigns.list, () => aCampaignPage([aCampaignRow({ id: 31, status })])));
    const { bell } = open(load({ status: { status: 'ERROR' } }));
    await screen.findByText('PROCESANDO');
    await theBell('Notificaciones, 1 sin leer');
    await connected();
    expect(screen.queryByRole('alert')).toBeNull();
    status = 'AUDIENCIA PROCESADA';
    bell.rows = [load(), ...bell.rows];
    act(() => {
      fakeSocket.fire('audience', { userId: 7, campaignId: 31, status: { status: 'COMPLETED' } });
      fakeSocket.fire('notification', { id: bell.rows[0]?.id });
    });
    expect((await screen.findByText('La audiencia fue subida correctamente.')).closest('[role=status]')).toBeTruthy();
    expect(await screen.findByText('PROCESADA')).toBeTruthy();
    await theBell('Notificaciones, 2 sin leer');
    const asked = bell.asked;
    act(() => fakeSocket.fire('notification', { id: 1 }));
    await waitFor(() => expect(bell.asked).toBeGreaterThan(asked));
    expect(screen.getAllByText('La audiencia fue subida correctamente.')).toHaveLength(1);
  });

  test('the end of a load says its counts in toast and drawer, with links, and is not repeated below', async () => {
    const { user, bell } = open();
    await settled(bell);
    await connected();
    bell.rows = [load({ load: { loaded: 1_920, rejected: 1 } }), load({ load: { loaded: 1, rejected: 0 } })];
    act(() => fakeSocket.fire('notification', { id: 1 }));
    const toasts = await screen.findByRole('region', { name: 'Avisos' });
    const toast = (await within(toasts).findByText('1.920 cargadas · 1 rechazada')).closest<HTMLElement>(
      '[role=status]',
    )!;
    const linksIn = (place: HTMLElement) =>
      within(place)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]);
    const links = [
      ['Ver informe', '/campaign/detail/31/assign'],
      ['Segmentar', '/campaign/detail/31#segmentar'],
    ];
    expect(linksIn(toast)).toEqual(links);
    fireEvent.click(within(toast).getByRole('button', { name: 'Cerrar aviso' }));
    expect(within(toasts).getByText('1 cargada')).toBeTruthy();
    const drawer = await openDrawer(user);
    const row = within(drawer).getByText('1.920 cargadas · 1 rechazada').closest('li')!;
    expect(linksIn(row).slice(1)).toEqual(links);
    expect(within(drawer).queryByRole('list', { name: 'Avisos de la última hora' })).toBeNull();
  });

  test('failures are alerts, in the catalogue’s words', async () => {
    const { bell } = open();
    await settled(bell);
    await connected();
    const actions = ['BULK AUDIENCE', 'EXPORT AUDIENCE', 'EXPORT CALLS', 'EXPORT STATISTICS'] as const;
    const failed = { status: { status: 'ERROR' as const } };
    const reason = 'Hubo un fallo al importar la audiencia. Inténtelo de nuevo o contacte con el soporte.';
    bell.rows = [
      ...actions.map((action) => aNotification({ action, ...failed })),
      aNotification({ ...failed, reason }),
    ];
    act(() => fakeSocket.fire('export calls', {}));
    const told: (string | null)[] = [];
    for (let n = 0; n < 5; n += 1) {
      told.push((await screen.findByRole('alert')).textContent);
      fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }));
    }
    expect(told).toEqual([
      'Los campos del csv son inválidosVer informe',
      'No se pudo exportar la audiencia, por favor inténtelo de nuevo o contacte con el soporte',
      'No fue posible exportar los llamados, por favor inténtelo de nuevo o contacte con el soporte',
      'No fue posible exportar las estadísticas, por favor inténtelo de nuevo o contacte con el soporte',
      `${reason}Ver informe`,
    ]);
  });

  test('what was missed while the connection was away is told after it stands again', async () => {
    const { bell } = open();
    await settled(bell);
    await connected();
    act(() => fakeSocket.fire('connect'));
    act(() => fakeSocket.fire('disconnect', 'transport close'));
    bell.rows = [load()];
    act(() => fakeSocket.fire('connect'));
    expect(await screen.findByText('La audiencia fue subida correctamente.')).toBeTruthy();
  });

  test('without any connection the minute’s question brings it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { bell } = open();
    await settled(bell);
    bell.rows = [load()];
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByText('La audiencia fue subida correctamente.')).toBeTruthy();
  });

  test('calls handed out ring without a toast, and screen readers hear of it', async () => {
    const { bell } = open();
    await settled(bell);
    await connected();
    bell.rows = [aNotification({ action: 'ASSIGNAMENT', amount: 12 })];
    act(() => fakeSocket.fire('notification', { id: 1 }));
    await theBell('Notificaciones, 1 sin leer');
    const said = await screen.findByText('Notificación nueva: Se le asignaron 12 contactos en Veredas de Flores.');
    expect(said.getAttribute('role')).toBe('status');
    expect(within(screen.getByRole('region', { name: 'Avisos' })).queryByText(/asignaron/)).toBeNull();
  });
});
