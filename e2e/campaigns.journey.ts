import { expectAccessible, setColorScheme } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, test } from './product.ts';

const rows = 'tbody tr';

test('the list pages, sorts, searches and filters, and the address remembers it', async ({ page }) => {
  // Campaigns that have ended: other journeys create and finish campaigns meanwhile, but none of these.
  await enter(page, DEMO.admin, `/campaigns?endDate=${new Date().toISOString().slice(0, 10)}`);
  await expect(page.locator(rows)).toHaveCount(10);
  // Rows that are still to come stand there empty.
  await expect(page.locator(`${rows} td:first-child`).first()).toHaveText(/^\d+$/);
  const firstIds = await page.locator(`${rows} td:first-child`).allInnerTexts();
  expect(firstIds.map(Number)).toEqual(firstIds.map(Number).toSorted((a, b) => b - a));

  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/pageNumber=1/);
  await expect(page.locator(`${rows} td:first-child`).first()).not.toHaveText(firstIds[0]!);
  await page.goBack();
  await expect(page.locator(`${rows} td:first-child`).first()).toHaveText(firstIds[0]!);

  await page.getByRole('columnheader', { name: /^Id/ }).getByRole('button').click();
  await expect(page.locator(`${rows} td:first-child`).first()).not.toHaveText(firstIds[0]!);
  await expect(page.getByRole('columnheader', { name: /Id/ })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('searchbox').fill('ENCUESTA');
  await expect(page).toHaveURL(/ENCUESTA/);
  await expect(page.locator(rows).first()).toContainText(/encuesta/i);
  await page.getByRole('searchbox').fill('zzzz no hay nada así %');
  await expect(page.getByText('No se encontraron registros')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expect(page.locator(rows)).toHaveCount(10);
});

test('the tabs filter by phase, and running campaigns show how far they are', async ({ page }) => {
  await enter(page, DEMO.admin);
  const tabs = page.getByRole('group', { name: 'Campañas por etapa' });
  await expect(tabs.getByRole('button', { name: /^Todas \d+$/, pressed: true })).toBeVisible();
  await tabs.getByRole('button', { name: /^En curso \d+$/ }).click();
  await expect(page).toHaveURL(/phase=running/);
  await expect(page.getByText(/llamados hechos\./).first()).toBeAttached();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 900 });
  await expectNoSidewaysScroll(page);
});

test('the filter modal sends only what was filled in', async ({ page }) => {
  await enter(page, DEMO.admin);
  await page.getByRole('button', { name: /Filtros/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Estado').click();
  await page.getByRole('option', { name: 'FINALIZADA' }).click();
  const asked = page.waitForRequest(
    (request) => request.url().includes('/api/campaign?') && request.url().includes('status='),
  );
  await dialog.getByRole('button', { name: 'Aplicar' }).click();
  const sent = new URL((await asked).url()).searchParams;
  expect(sent.get('status')).toBe('FINALIZADA');
  expect([...sent.keys()].toSorted()).not.toContain('name');
  await expect(dialog).toBeHidden();
  await expect(page.locator(rows).first()).toContainText('FINALIZADA');
  await page.reload();
  await expect(page.locator(rows).first()).toContainText('FINALIZADA');
});

test('an external coordinator sees external campaigns only, with the type fixed', async ({ page }) => {
  await enter(page, DEMO.externalCoordinator);
  await expect(page.locator(rows).first()).toContainText('Externa');
  await expect(page.locator(rows).filter({ hasText: 'Interna' })).toHaveCount(0);
  await page.getByRole('button', { name: /Filtros/ }).click();
  for (const type of ['General', 'Interna', 'Externa'])
    await expect(page.getByRole('dialog').getByRole('button', { name: type })).toBeDisabled();
});

test('an operator’s list, with what can be called first, is accessible on a desk and on a telephone', async ({
  page,
}) => {
  // Tall enough for every row: one that the footer half covers has no whole button to press.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await enter(page, DEMO.operator);
  await expect(page.getByRole('rowheader').first()).toHaveText(/^Para llamar ahora/);
  await expect(page.getByRole('button', { name: /^Llamar en/ }).first()).toBeVisible();
  await expectAccessible(page);
  await setColorScheme(page, 'dark');
  // Names are cut, so that every row has the same height, and told whole in a tooltip.
  await page.setViewportSize({ width: 1160, height: 1400 });
  const heights = await page
    .locator('tbody tr:not([data-group])')
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))]);
  // Rows grow with the window's height.
  expect(heights).toEqual([64]);
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Convocatoria a audiencia pública de transporte' }).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Convocatoria a audiencia pública de transporte');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 2400 });
  await expect(page.getByRole('heading', { level: 2, name: /^Para llamar ahora/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test.describe('failing', () => {
  test.use({ expectedFailures: [500] });

  test('a failure says so in its place and can be retried', FULL, async ({ page }) => {
    await page.route('**/api/campaign?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'x', error: 'INTERNAL' } }),
    );
    await enter(page, DEMO.admin);
    await expect(
      page.getByText('Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.').first(),
    ).toBeVisible();
    await page.unroute('**/api/campaign?*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.locator(rows)).toHaveCount(10);
  });
});
