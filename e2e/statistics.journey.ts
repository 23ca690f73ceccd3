import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const refresh = (page: Page) => page.getByRole('button', { name: 'Actualizar Estadísticas' });

/** What "Guardar imagen" of a card hands to the browser. */
async function savePicture(page: Page, name: string, kind: 'PNG' | 'SVG') {
  await card(page, name).getByRole('button', { name: 'Más acciones' }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Guardar imagen (${kind})` }).click();
  const download = await arriving;
  return { file: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('a coordinator reads eight months, saves a picture and requests new figures', async ({ page }) => {
  await enter(page, DEMO.coordinator, '/campaigns');
  await page.getByRole('link', { name: 'Estadísticas', exact: true }).click();
  await expect(page).toHaveURL(/\/statistics$/);
  await expect(card(page, 'Llamados por mes').getByRole('img')).toBeVisible();
  await expect(page.getByText('Campañas por estado')).toBeVisible();

  // The same numbers, one click away; the running month says so.
  await card(page, 'Contactabilidad').getByRole('button', { name: 'Ver tabla' }).click();
  const rows = card(page, 'Contactabilidad').getByRole('row');
  await expect(rows).toHaveCount(9);
  await expect(rows.last()).toContainText(/· en curso.*%/);
  const calls = card(page, 'Llamados por mes').getByRole('group', { name: /flechas/ });
  await calls.focus();
  await page.keyboard.press('End');
  await expect(calls.getByRole('status')).toContainText(/en curso: Internas [\d.]+, Externas [\d.]+/);
  await card(page, 'Llamados por mes').getByRole('button', { name: 'Externas' }).click();
  await expect(calls.getByRole('img', { name: /Internas/ })).not.toHaveAccessibleName(/Externas/);

  const png = await savePicture(page, 'Campañas iniciadas por mes', 'PNG');
  expect(png.file).toBe('campañas-iniciadas-por-mes.png');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.length).toBeGreaterThan(5_000);
  const svg = await savePicture(page, 'Campañas iniciadas por mes', 'SVG');
  expect(svg.bytes.toString()).toContain('Campañas iniciadas por mes');

  await page.getByRole('button', { name: 'Tipo Generales' }).click();
  await page.getByRole('menuitemradio', { name: 'Externas' }).click();
  await expect(page).toHaveURL(/\?type=external$/);
  await expect(page.getByText(/^de \d+ en total$/)).toHaveCount(2);
  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // On paper: light, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await expect(refresh(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(18, 24, 30)');
  await expect(page.getByRole('img', { name: /^Campañas iniciadas por mes/ })).toHaveAttribute('viewBox', /^0 0 840 /);
  await page.emulateMedia({ media: null });

  // Last, because for the next ten minutes nobody can: the job counts, the event comes, and the page has fetched what is new.
  const before = Date.now();
  const fetched = page.waitForResponse(async (answer) => {
    if (answer.request().method() !== 'GET' || !answer.url().endsWith('/api/statistics')) return false;
    const { updatedAt } = (await answer.json()) as { updatedAt: string };
    return Date.parse(updatedAt) >= before;
  });
  await refresh(page).click();
  await fetched;
  await expect(page.getByText(/^Última actualización: /)).toBeVisible();
  await expect(refresh(page)).toHaveAttribute('aria-disabled', 'true');
  // The click left pointer and focus on the button: neither comes to it anew by itself.
  await page.mouse.move(0, 0);
  await refresh(page).hover();
  await expect(page.getByRole('tooltip')).toContainText(/^Se podrá actualizar a las \d\d-\d\d-\d{4} ~ \d\d:\d\d$/);
  await expectAccessible(page);
});
