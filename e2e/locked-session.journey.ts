import type { Page } from '@playwright/test';
import pg from 'pg';
import { ownerUrl } from '../packages/server/src/db/embedded/ensure-database.ts';
import { placeData } from '../packages/server/src/db/embedded/place-data.ts';
import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage, type Desk } from './calling-desk.ts';
import { enter, expect, FULL, OFFLINE, test } from './product.ts';

const SAVED = 'El contacto fue actualizado correctamente.';
const toast = (page: Page) => page.getByRole('region', { name: 'Avisos' }).getByText(SAVED);
const lock = (page: Page) => page.getByRole('dialog', { name: 'Sesión bloqueada' });

/** As if this person had done nothing for nine hours. The limit of their role is so long that nobody else reaches it. */
async function leaveAlone(userId: number): Promise<void> {
  const { socketDir } = await placeData(process.env['E2E_DATA_DIR']!);
  const client = new pg.Client({ connectionString: ownerUrl(socketDir) });
  await client.connect();
  await client.query(
    `insert into idle_limit (role_id, minutes, since) values (2, 480, now() - interval '1 day') on conflict do nothing`,
  );
  await client.query(
    `update session set created_at = now() - interval '9 hours', active_at = null where user_id = $1 and ended_at is null`,
    [userId],
  );
  await client.end();
}

const historyOf = ({ ask, campaignId }: Desk, callId: number) =>
  ask<{ observations: string | null }[]>('get', `/campaign/${campaignId}/call/${callId}`);

// Two tabs of one browser, and its network goes away.
test.use({ expectedFailures: [401, OFFLINE], fresh: true });

test(
  'a locked session keeps drafts and queued registrations, and one tab unlocks the other',
  FULL,
  async ({ page, context, request }) => {
    const desk = await aCallingDesk(request, { name: 'Bloqueo', people: ['Elisa'], prefix: '6327', contacts: 6 });
    const elisa = desk.operators[0]!;
    const nextAfter = async (callId: number) => {
      const address = `/campaign/${desk.campaignId}/call/${callId}/next`;
      const next = await desk.ask<{ callId: number; number: string }>('get', address, undefined, elisa);
      return { callId: next.callId, path: `/campaign/detail/${desk.campaignId}/contact/${next.callId}/${next.number}` };
    };
    const queued = await nextAfter(0);
    await enter(page, elisa.email, queued.path, DESK_PASSWORD);
    await waitForContactPage(page);
    await page.keyboard.press('Alt+l');
    await page.keyboard.press('1');
    await expect(panel(page).getByRole('option', { selected: true })).toContainText('No contesta');

    const draft = await nextAfter(queued.callId);
    const other = await context.newPage();
    await other.goto(draft.path);
    await waitForContactPage(other);
    await other.keyboard.press('Alt+l');
    await other.keyboard.press('4');
    await other.keyboard.press('Alt+o');
    await other.keyboard.type('Pide que la llamen a la tarde');
    await expect(panel(other).getByText('Borrador guardado')).toBeVisible();

    await page.bringToFront();
    await context.setOffline(true);
    await expect(async () => {
      await page.keyboard.press('Control+Shift+Enter');
      await expect(page.getByText(/1 llamado en espera de la conexión/)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await leaveAlone(elisa.id);
    await context.setOffline(false);

    // One finds out by the registration that it sends, the other by its live connection alone.
    await expect(lock(page)).toBeVisible({ timeout: 30_000 });
    await expect(lock(other)).toBeVisible({ timeout: 60_000 });
    expect(await historyOf(desk, queued.callId)).toHaveLength(0);

    await lock(page).getByLabel('Contraseña', { exact: true }).fill(DESK_PASSWORD);
    await lock(page).getByRole('button', { name: 'Desbloquear' }).click();
    await expect(lock(page)).toBeHidden();
    await expect(lock(other)).toBeHidden();
    await expect(toast(page).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/en espera de la conexión/)).toBeHidden();
    expect(await historyOf(desk, queued.callId)).toHaveLength(1);

    await other.bringToFront();
    await expect(panel(other).getByRole('textbox', { name: 'Observaciones' })).toHaveValue(
      'Pide que la llamen a la tarde',
    );
    await panel(other).getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(toast(other).first()).toBeVisible();
    expect((await historyOf(desk, draft.callId)).map(({ observations }) => observations)).toEqual([
      'Pide que la llamen a la tarde',
    ]);
  },
);
