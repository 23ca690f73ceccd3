import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, mailTo, test, tokenOf } from './product.ts';

interface Listed {
  campaigns: { id: number; name: string; status: string }[];
}

async function save(page: Page): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('an audience is exported as it is on screen, from the button to the opened file', async ({ page, request }) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const { campaigns } = (await (
    await request.get('/api/campaign', { headers, params: { status: 'EN CURSO', pageSize: 50 } })
  ).json()) as Listed;
  const { id, name } = campaigns.at(-1)!;
  const shown = { gender: 'F', orderbytitle: 'number', orderbytype: 'desc' };
  const list = (await (
    await request.get(`/api/campaign/${id}/audience`, { headers, params: { ...shown, pageSize: 10 } })
  ).json()) as { totalElementsCount: number; calls: { number: string }[] };

  await enter(page, DEMO.coordinator, `/campaign/detail/${id}?${new URLSearchParams(shown)}`);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByText('Llega un enlace por mail y a la campana.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Audiencia CSV' }).click();
  await expect(page.getByText('Se está procesando su solicitud.')).toBeVisible();
  await expect(page.getByText('La audiencia fue exportada exitosamente, revise su casilla de correo.')).toBeVisible({
    timeout: 20_000,
  });

  // The mail's link leads to the page of the export.
  const [, exportId] = /\/export\/([0-9a-f-]{36})/.exec(await mailTo(DEMO.coordinator, /\/export\/[0-9a-f-]{36}/))!;
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  await page
    .getByRole('link', { name: /^La audiencia fue exportada/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/export/${exportId}$`));
  await expect(page.getByRole('heading', { name: `Audiencia de ${name}` })).toBeVisible();
  await expect(page.getByText(/^vence en 7[12] h$/)).toBeVisible();
  const { name: fileName, text } = await save(page);
  expect(fileName).toMatch(new RegExp(`^audiencia-${id}_\\d{2}-\\d{2}-\\d{4}\\.csv$`));
  // As a Spanish Excel opens it by a double click: its mark, semicolons, CRLF.
  expect(text.startsWith('\uFEFFTeléfono;Celular;Nombre;')).toBe(true);
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(list.totalElementsCount);
  const numbers = lines.slice(0, list.calls.length).map((line) => line.split(';').slice(0, 2).join(''));
  expect(numbers).toEqual(list.calls.map(({ number }) => number));

  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
