import pg from 'pg';
import { ownerUrl } from '../packages/server/src/db/embedded/ensure-database.ts';
import { placeData } from '../packages/server/src/db/embedded/place-data.ts';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

/** Jobs that were given up: what every other journey does succeeds. */
async function failJobs(...names: string[]): Promise<void> {
  const { socketDir } = await placeData(process.env['E2E_DATA_DIR']!);
  const client = new pg.Client({ connectionString: ownerUrl(socketDir) });
  await client.connect();
  await client.query(
    `insert into pgboss.job (name, data, state, policy, created_on, completed_on, output)
     select name, '{}', 'failed', policy, now(), now(), '{"message": "connect ECONNREFUSED 10.0.0.7:9000"}'
     from pgboss.queue where name = any($1)`,
    [names],
  );
  await client.end();
}

test('the administrator views the system status, checks again and resolves failed jobs', async ({ page }) => {
  await failJobs('audit.check-chain', 'statistics.refresh');
  await enter(page, DEMO.admin, '/admin/status');
  const nodes = page.getByRole('region', { name: 'Nodos' });
  // Other journeys start nodes of their own.
  await expect(nodes.getByText(/Todo · versión \d+\.\d+\.\d+/).first()).toBeVisible();
  await expect(nodes.getByText(/En marcha hace/).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Base de datos' }).getByText(/ MB$/)).toBeVisible();
  const around = page.getByRole('region', { name: 'En orden' });
  await expect(around.getByText('Carpeta de datos (DATA_DIR)')).toBeVisible();
  const toSee = page.getByRole('region', { name: 'Qué atender' });
  await expect(toSee.getByText(/^no hay ninguno registrado|el último es de/i)).toBeVisible();
  await expect(toSee.getByText('Cola «Verificar la auditoría»')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Comprobar ahora' }).click();
  await expect(page.getByRole('button', { name: 'Comprobando…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comprobar ahora' })).toBeVisible({ timeout: 60_000 });

  const queues = page.getByRole('region', { name: 'Colas de trabajos' });
  await expect(queues.getByText(/ECONNREFUSED 10\.0\.0\.7/).first()).toBeVisible();
  await queues.getByRole('button', { name: 'Reintentar los fallidos de Verificar la auditoría' }).click();
  await expect(page.getByText('Los trabajos fallidos de «Verificar la auditoría» vuelven a empezar.')).toBeVisible();
  await expect(toSee.getByText('Cola «Verificar la auditoría»')).toHaveCount(0);

  await queues.getByRole('button', { name: 'Descartar los fallidos de Contar estadísticas generales' }).click();
  const dialog = page.getByRole('dialog');
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(queues.getByRole('button', { name: /^Descartar los fallidos de Contar/ })).toBeVisible();
  await queues.getByRole('button', { name: /^Descartar los fallidos de Contar/ }).click();
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(queues.getByRole('button', { name: /^Descartar los fallidos de Contar/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
