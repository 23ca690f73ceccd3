import { readFileSync } from 'node:fs';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test, tokenOf } from './product.ts';

test('the register is loaded, applied to a campaign, inspected and removed', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const ask = async <T>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as T;
  const { campaigns } = await ask<{ campaigns: { id: number }[] }>('/campaign?status=EN+CURSO&pageSize=50');
  const campaign = campaigns.at(-1)!.id;
  // The last of its calls: nobody comes to it by "next".
  const { calls } = await ask<{ calls: { id: number; number: string }[] }>(
    `/campaign/${campaign}/audience?pageSize=10&orderbytitle=id&orderbytype=desc`,
  );
  const { id: callId, number } = calls[0]!;
  const area = number.slice(0, 2);

  await enter(page, DEMO.admin, '/block-lists');
  await page.getByRole('button', { name: 'Cargar lista' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Registro de prueba');
  await dialog.getByRole('textbox', { name: 'Origen' }).fill('AAIP');
  // Two columns of numbers: the one that is meant is chosen by hand.
  await dialog
    .locator('input[type=file]')
    .setInputFiles({
      name: 'dos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('telefono;celular\r\n1145551234;1155551234\r\n'),
    });
  await expect(dialog.getByText(/más de una columna de números \(«telefono», «celular»\)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Columna de los números Elegir' }).click();
  await page.getByRole('menuitemradio', { name: '«celular»' }).click();
  await expect(dialog.getByText('Los números se leen de «celular».')).toBeVisible();
  await expect(dialog.getByText('11 5555 1234')).toBeVisible();
  const file = {
    name: 'registro.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`area;numero\r\n${area};${number.slice(2)}\r\n11;60009001\r\nletras;\r\n11;60009001\r\n`),
  };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('Los números se leen de «area» y «numero».')).toBeVisible();
  await expect(dialog.getByText(/1 de 4 líneas del archivo se rechazarían/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Cargar lista' }).click();
  await expect(page.getByText('La lista se está cargando.', { exact: false })).toBeVisible();
  const row = page.getByRole('row', { name: /Registro de prueba/ });
  await expect(row.getByRole('cell').nth(2)).toContainText('2 números', { timeout: 30_000 });

  // The report, and the line that could not be read.
  const menu = async (name: string) => {
    await row.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await menu('Ver cargas');
  await expect(dialog.getByRole('definition')).toHaveText(['4', '2', '0', '1', '1', '0']);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar las líneas rechazadas' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(saved).toContain('4;La línea no tiene número.;letras;');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cerrar' }).click();

  // A campaign that obeys does not ring it, and says why.
  const obey = (data: { obeysLists: boolean; exemptReason?: string }) =>
    request.patch(`/api/campaign/${campaign}/ongoing`, { headers, data });
  expect((await obey({ obeysLists: true })).status()).toBe(200);
  await page.goto(`/campaign/detail/${campaign}/contact/${callId}/${number}`);
  const why = page.getByRole('alert').getByText(/Está en la lista de bloqueo «Registro de prueba», que cargó/);
  await expect(why).toBeVisible();
  // An exemption asks why, and the campaign's page says it.
  expect((await obey({ obeysLists: false })).status()).toBe(400);
  await page.goto(`/campaign/edit/${campaign}`);
  await page.getByRole('switch', { name: 'Respetar las listas de bloqueo' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Escriba por qué la campaña no respeta las listas de bloqueo.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Motivo de la exención' }).fill('Aviso de un corte de agua');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Escriba por qué')).toHaveCount(0);
  await page.goto(`/campaign/${campaign}`);
  await expect(page.getByText('Exenta: Aviso de un corte de agua')).toBeVisible();
  await page.goto(`/campaign/detail/${campaign}/contact/${callId}/${number}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(why).toHaveCount(0);

  // Replaced by an old one: marked, and the number is looked up and taken out with its reason.
  const { lists } = await ask<{ lists: { id: number; name: string }[] }>('/block-list');
  const list = lists.find(({ name }) => name === 'Registro de prueba')!;
  const replaced = await request.post('/api/block-list', {
    headers,
    multipart: {
      listId: String(list.id),
      replaces: '1',
      origin: 'AAIP',
      dated: '2026-01-02',
      'list[]': { name: 'viejo.txt', mimeType: 'text/plain', buffer: Buffer.from(`${number}\n1160009002\n`) },
    },
  });
  expect(replaced.status()).toBe(202);
  await page.goto('/block-lists');
  await expect(row.getByText('Más de 30 días')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Buscar un número' }).fill('4555');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByText('Ingrese un número de teléfono con su código de área.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Buscar un número' }).fill(`0${number}`);
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page.getByText(/Desde el .*, por una carga de/)).toBeVisible();
  await expectAccessible(page);
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Quitar de la lista' }).click();
  await dialog.getByRole('button', { name: 'Quitar número' }).click();
  await expect(dialog.getByText('El motivo es requerido.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lo pidió su titular');
  await dialog.getByRole('button', { name: 'Quitar número' }).click();
  await expect(page.getByText('No está en ninguna lista de bloqueo', { exact: false })).toBeVisible();

  await menu('Quitar la lista');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Era una prueba');
  await dialog.getByRole('button', { name: 'Quitar lista' }).click();
  await expect(page.getByText('La lista se quitó: ya no bloquea a nadie.')).toBeVisible();
  await expect(row).toHaveCount(0);
});
