import { expectAccessible } from './accessible.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { CUT_OFF_STATUS, holdConnection } from './held-connection.ts';
import { aColleague, enter, expect, expectNoSidewaysScroll, FULL, OWN_PASSWORD, test, tokenOf } from './product.ts';

test.use({ expectedFailures: [CUT_OFF_STATUS], fresh: true });

const bell = (page: Page) => page.getByRole('button', { name: /^Notificaciones/ });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Notificaciones' });
const toast = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Avisos' }).getByText(text);
/** The socket pauses up to ten seconds before it tries again. */
const connected = (page: Page) => expect(page.getByText('Conectado', { exact: true })).toBeVisible({ timeout: 30_000 });

const LOADED = 'La audiencia fue subida correctamente.';
const REFUSED = 'Los campos del csv son inválidos';

/** Loads files into a campaign of their own, from outside the browser: what the page shows, it heard of. */
async function aDesk(request: APIRequestContext, { email, id }: { email: string; id: number }, name: string) {
  const headers = { Authorization: `Bearer ${await tokenOf(request, email, OWN_PASSWORD)}` };
  const ask = async <T>(path: string) => (await (await request.get(path, { headers })).json()) as T;
  const { internals } = await ask<{ internals: { id: number }[] }>('/api/operator');
  const [objective] = await ask<{ id: number }[]>('/api/objective');
  const created = await request.post('/api/campaign', {
    headers,
    multipart: {
      name,
      description: 'Una campaña para escuchar la campana',
      objectiveId: String(objective!.id),
      coordinatedBy: String(id),
      operators: String(internals[0]!.id),
      startDate: new Date(Date.now() + 86_400_000).toISOString(),
      endDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      external: '0',
    },
  });
  expect(created.status()).toBe(201);
  const campaignId = ((await created.json()) as { data: { id: number } }).data.id;
  const unread = async () => (await ask<{ notifications: unknown[] }>('/api/notification')).notifications.length;
  return {
    campaignId,
    unread,
    /** Until the server has finished with it: the row of the bell is there. */
    async load(content: string) {
      const before = await unread();
      const sent = await request.post(`/api/campaign/${campaignId}/audience`, {
        headers,
        multipart: { 'audience[]': { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(content) } },
      });
      expect(sent.status()).toBe(202);
      await expect.poll(unread, { timeout: 30_000, intervals: [200] }).toBe(before + 1);
    },
  };
}
const GOOD = 'telefono;nombre\n1143218801;Ana\n1143218802;Luis\n';
const BAD = 'nombre;apellido\nAna;Díaz\n';

test(
  'two tabs ring together, are read together, and lead to the campaign',
  FULL,
  async ({ page, context, request }) => {
    const colleague = await aColleague(request, 'Marta');
    const desk = await aDesk(request, colleague, 'Campana de dos pestañas');
    await enter(page, colleague.email, '/campaigns', OWN_PASSWORD);
    const other = await context.newPage();
    await other.goto('/pages/profile');
    for (const tab of [page, other]) await connected(tab);
    await expect(bell(page)).toHaveAccessibleName('Notificaciones');

    await desk.load(BAD);
    for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notificaciones, 1 sin leer');
    await expect(toast(page, REFUSED)).toHaveCount(1);
    await desk.load(GOOD);
    for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notificaciones, 2 sin leer');

    await bell(page).click();
    await expect(drawer(page).getByRole('listitem').filter({ hasText: 'Campana de dos pestañas' })).toHaveCount(2);
    await expect(drawer(page).getByRole('list', { name: 'Avisos de la última hora' }).getByText(REFUSED)).toBeVisible();
    await expectAccessible(page);
    await drawer(page)
      .getByRole('button', { name: `Quitar: ${REFUSED}` })
      .click();
    await expect(bell(other)).toHaveAccessibleName('Notificaciones, 1 sin leer');
    await drawer(page).getByRole('link', { name: LOADED }).click();
    await expect(page).toHaveURL(new RegExp(`/campaign/detail/${desk.campaignId}$`));
    for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Notificaciones');
    expect(await desk.unread()).toBe(0);
  },
);

test(
  'what happens while the connection is cut is told once it stands again',
  FULL,
  async ({ page, context, request }) => {
    const colleague = await aColleague(request, 'Olga');
    const name = `Campana sin conexión de ${colleague.email}`;
    const desk = await aDesk(request, colleague, name);
    const connection = await holdConnection(context);
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, colleague.email, `/campaigns?${new URLSearchParams({ name })}`, OWN_PASSWORD);
    await connected(page);
    await expect(page.getByText('PENDIENTE')).toBeVisible();

    await connection.cut();
    await expect(page.getByText('Sin conexión. Lo escrito se conserva; reintentando…')).toBeVisible();
    await desk.load(GOOD);
    await expect(bell(page)).toHaveAccessibleName('Notificaciones');
    await expect(page.getByText('PENDIENTE')).toBeVisible();

    connection.mend();
    await connected(page);
    await expect(toast(page, LOADED)).toHaveCount(1, { timeout: 3000 });
    await expect(page.getByText('PROCESADA')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notificaciones, 1 sin leer');

    await bell(page).click();
    await drawer(page).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await drawer(page).getByRole('button', { name: 'Limpiar todo' }).click();
    await expect(drawer(page).getByText('No hay notificaciones nuevas.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName('Notificaciones');
    await page.reload();
    await connected(page);
    await expect(bell(page)).toHaveAccessibleName('Notificaciones');
    await expect(toast(page, LOADED)).toHaveCount(0);
  },
);
