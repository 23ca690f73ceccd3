import { api } from '@campanero/contract';
import type { Delivery, Subscription } from '@campanero/contract/outgoing-events/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { aCampaignPage, aCampaignRow } from '../../../test/campaigns.ts';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { fail, refuse, reply, replyVersioned, server } from '../../../test/server.ts';

const AT = '2026-11-11T12:00:00.000Z';
const aSubscription = (parts: Partial<Subscription> = {}): Subscription => ({
  id: 4,
  name: 'Mesa 147',
  url: 'https://mesa.ciudad.gob.ar/eventos',
  kinds: ['call.registered', 'call.callback'],
  campaigns: null,
  withPerson: false,
  pausedAt: null,
  pauseReason: null,
  probeAt: null,
  previousUntil: null,
  succeededAt: AT,
  failedAt: null,
  waiting: 0,
  parked: 0,
  createdBy: 'Ana Ledesma',
  createdAt: AT,
  version: 3,
  ...parts,
});
const aDelivery = (parts: Partial<Delivery> = {}): Delivery => ({
  eventId: 90,
  key: '3c0d0b52-61b4-4e36-9a2e-0d1c1e1f7a11',
  kind: 'call.registered',
  data: { campaignId: 7, callId: 31, entryId: 5 },
  status: 'DELIVERED',
  attempts: 2,
  createdAt: AT,
  settledAt: AT,
  nextAttemptAt: null,
  last: { attempt: 2, at: AT, ms: 35, status: 200, answer: 'gracias', failure: null },
  ...parts,
});
const deliveryPage = (deliveries: Delivery[]) => ({ deliveries, totalElementsCount: deliveries.length, page: 0 });
const admin = () => ({ as: aSession(['Administrador']) });
const SECRET = 'whsec_bm8gc2UgbXVlc3RyYSBvdHJhIHZleg==';

beforeEach(() => queryClient.clear());

describe('the list', () => {
  test('shows what each system gets, what waits and why nothing is sent', async () => {
    server.use(
      reply(api.outgoingEvents.list, [
        aSubscription(),
        aSubscription({
          id: 5,
          name: 'Tablero',
          pausedAt: AT,
          pauseReason: 'FAILURES',
          waiting: 1200,
          parked: 100_000,
          campaigns: [{ id: 7, name: 'Vacunación' }],
        }),
      ]),
    );
    renderPage('/events', admin());
    const table = await screen.findByRole('table', { name: 'Suscripciones' });
    const first = within(await within(table).findByRole('row', { name: /Mesa 147/ }));
    expect(first.getByRole('link').getAttribute('href')).toBe('/events/4');
    for (const words of [
      'mesa.ciudad.gob.ar',
      'Resultado registrado, Rellamado agendado',
      'Todas las campañas',
      'Activa',
    ])
      expect(first.getByText(words)).toBeTruthy();
    const second = within(within(table).getByRole('row', { name: /Tablero/ }));
    for (const words of ['Vacunación', 'El receptor falla', '1.200', '100.000 o más'])
      expect(second.getByText(words)).toBeTruthy();
  });

  test('without any it says what they are for; a failed one can be asked for again', async () => {
    server.use(fail(api.outgoingEvents.list));
    const { user } = renderPage('/events', admin());
    const again = await screen.findByRole('button', { name: 'Reintentar' });
    server.use(reply(api.outgoingEvents.list, []));
    await user.click(again);
    expect(await screen.findByText('Ningún sistema recibe eventos')).toBeTruthy();
  });

  test('is for administrators', async () => {
    server.use(reply(api.campaigns.list, aCampaignPage([])));
    const { router } = renderPage('/events', { as: aSession(['Coordinador']) });
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });
});

describe('a new subscription', () => {
  test('takes kinds and campaigns, and shows its secret once', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(api.outgoingEvents.list, []),
      reply(api.campaigns.list, aCampaignPage([aCampaignRow({ id: 7, name: 'Vacunación' })])),
      reply(api.outgoingEvents.create, async ({ request }) => {
        sent.push(await request.json());
        return { subscription: aSubscription(), secret: SECRET };
      }),
      reply(api.outgoingEvents.detail, aSubscription()),
      reply(api.outgoingEvents.deliveries, deliveryPage([])),
    );
    const { user, router } = renderPage('/events', admin());
    await user.click((await screen.findAllByRole('button', { name: 'Crear suscripción' }))[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva suscripción' }));
    await user.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Mesa 147');
    await user.type(dialog.getByRole('textbox', { name: 'Dirección' }), 'https://mesa.ciudad.gob.ar/eventos');
    await user.click(dialog.getByRole('checkbox', { name: 'Carga de audiencia terminada' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Resultado registrado' }));
    await user.click(dialog.getByRole('radio', { name: 'Algunas' }));
    await user.click(dialog.getByRole('combobox', { name: /^Cuáles/ }));
    await user.click(await screen.findByRole('option', { name: 'Vacunación' }));
    await user.click(dialog.getByRole('switch', { name: 'Con datos personales' }));
    await user.click(dialog.getByRole('button', { name: 'Crear y ver el secreto' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Secreto de Mesa 147' }));
    expect(shown.getByText(SECRET)).toBeTruthy();
    expect(sent).toEqual([
      {
        name: 'Mesa 147',
        url: 'https://mesa.ciudad.gob.ar/eventos',
        kinds: ['call.registered', 'load.finished'],
        campaignIds: [7],
        withPerson: true,
      },
    ]);
    await user.keyboard('{Escape}');
    expect(shown.getByText(SECRET)).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Ya lo guardé' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/events/4'));
    await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  });

  test('a refusal stands at its field', async () => {
    server.use(
      reply(api.outgoingEvents.list, []),
      refuse(api.outgoingEvents.create, 'VALIDATION', {
        errors: [{ field: 'url', message: 'La dirección es de una red privada, y esta instalación no las permite.' }],
      }),
    );
    const { user } = renderPage('/events', admin());
    await user.click((await screen.findAllByRole('button', { name: 'Crear suscripción' }))[0]!);
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva suscripción' }));
    await user.type(dialog.getByRole('textbox', { name: 'Nombre' }), 'Mesa');
    await user.type(dialog.getByRole('textbox', { name: 'Dirección' }), 'https://10.0.0.5/x');
    await user.click(dialog.getByRole('button', { name: 'Crear y ver el secreto' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Elija al menos un evento.');
    await user.click(dialog.getByRole('checkbox', { name: 'Resultado registrado' }));
    await user.click(dialog.getByRole('button', { name: 'Crear y ver el secreto' }));
    expect(await dialog.findByText(/La dirección es de una red privada/)).toBeTruthy();
  });
});

describe('a subscription', () => {
  let stored: Subscription;
  const open = (parts: Partial<Subscription> = {}, deliveries: Delivery[] = [aDelivery()]) => {
    stored = aSubscription(parts);
    server.use(
      reply(api.outgoingEvents.detail, () => stored),
      reply(api.outgoingEvents.deliveries, deliveryPage(deliveries)),
    );
    return renderPage('/events/4', admin());
  };

  test('shows each delivery with all its answers, and sends it again', async () => {
    const resent: string[] = [];
    server.use(
      reply(api.outgoingEvents.attempts, [
        { attempt: 1, at: AT, ms: 10_000, status: null, answer: null, failure: 'No respondió a tiempo.' },
        { attempt: 2, at: AT, ms: 35, status: 200, answer: 'gracias', failure: null },
      ]),
      reply(api.outgoingEvents.resend, ({ params }) => {
        resent.push(params['eventId']!);
        return undefined;
      }),
    );
    const { user } = open();
    const row = within(await screen.findByRole('row', { name: /Resultado registrado/ }));
    expect(row.getByText('Llamado 31, campaña 7')).toBeTruthy();
    expect(row.getByText('Respondió 200')).toBeTruthy();
    await user.click(row.getByRole('button', { name: 'Ver los intentos del evento 90' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resultado registrado' }));
    expect(await dialog.findByText('No respondió a tiempo.')).toBeTruthy();
    expect(dialog.getByText('gracias')).toBeTruthy();
    expect(dialog.getByText('3c0d0b52-61b4-4e36-9a2e-0d1c1e1f7a11')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Reenviar' }));
    await waitFor(() => expect(resent).toEqual(['90']));
    expect(await screen.findByText('El evento se envía de nuevo.')).toBeTruthy();
  });

  test('paused by failures says what comes next, and resumes', async () => {
    const paused: unknown[] = [];
    server.use(
      reply(api.outgoingEvents.pause, async ({ request }) => {
        paused.push(await request.json());
        return (stored = aSubscription());
      }),
    );
    const { user } = open({ pausedAt: AT, pauseReason: 'FAILURES', probeAt: AT, waiting: 30 });
    expect((await screen.findByRole('alert')).textContent).toContain('la próxima vez a las 09:00');
    await user.click(screen.getByRole('button', { name: 'Reanudar' }));
    expect(await screen.findByRole('button', { name: 'Pausar' })).toBeTruthy();
    expect(paused).toEqual([{ isPaused: false }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('all parked events are sent again at once; a test can be sent', async () => {
    const asked: string[] = [];
    server.use(
      reply(api.outgoingEvents.resendParked, () => {
        asked.push('parked');
        stored = aSubscription({ waiting: 3 });
        return { count: 3 };
      }),
      reply(api.outgoingEvents.sendTest, () => {
        asked.push('test');
        return { eventId: 91 };
      }),
    );
    const { user } = open({ parked: 3 });
    await user.click(await screen.findByRole('button', { name: 'Reenviar los apartados' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reenviar los apartados' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Probar' }));
    await waitFor(() => expect(asked).toEqual(['parked', 'test']));
  });

  test('a new secret is asked for, shown once and overlaps with the old one', async () => {
    server.use(
      reply(api.outgoingEvents.renewSecret, () => {
        stored = aSubscription({ previousUntil: '2026-11-12T12:00:00.000Z' });
        return { subscription: stored, secret: SECRET };
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cambiar el secreto' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('Durante 24 horas');
    await user.click(screen.getByRole('button', { name: 'Crear y ver el secreto' }));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ya lo guardé' }));
    expect(await screen.findByText('El anterior también firma hasta el 12-11-2026 ~ 09:00')).toBeTruthy();
  });

  test('what a colleague changed meanwhile is not overwritten', async () => {
    server.use(
      replyVersioned(
        api.outgoingEvents.update,
        () => stored.version,
        (body) => (stored = aSubscription({ name: String(body['name']), version: 5 })),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Editar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar suscripción' }));
    const name = dialog.getByRole('textbox', { name: 'Nombre' });
    await user.clear(name);
    await user.type(name, 'Mesa nueva');
    stored = aSubscription({ name: 'Mesa central', version: 4 });
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await dialog.findByText('Mesa central')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: /Lo que usted escribió/ }));
    await user.click(dialog.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Mesa nueva' })).toBeTruthy();
  });

  test('is removed with its name asked for; one that is gone says so', async () => {
    let isRemoved = false;
    server.use(
      reply(api.outgoingEvents.list, []),
      reply(api.outgoingEvents.remove, () => void (isRemoved = true)),
    );
    const { user, router } = open({ waiting: 1 });
    await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quitar la suscripción' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('tampoco el evento que espera');
    await user.click(screen.getByRole('button', { name: 'Quitar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/events'));
    expect(isRemoved).toBe(true);
    queryClient.clear();
    server.use(refuse(api.outgoingEvents.detail, 'NOT_FOUND'));
    await router.navigate('/events/4');
    expect(await screen.findByText('No se encontró la suscripción')).toBeTruthy();
  });
});
