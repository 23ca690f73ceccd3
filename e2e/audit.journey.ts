import { expectAccessible } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, test } from './product.ts';

test('a coordinator looks up who did what, and sees before and after', async ({ page }) => {
  await enter(page, DEMO.coordinator, '/audit');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.getByRole('button', { name: /Filtros/ }).click();
  await page.getByRole('dialog').getByLabel('Acción', { exact: true }).click();
  await page.getByRole('option', { name: 'CAMPAÑA' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/action=CAMPA/);
  await expect(page.locator('tbody tr').first()).toContainText('CAMPAÑA');
  await page
    .getByRole('button', { name: /^Ver detalle del registro/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an administrator has the chain verified and sees when that was', async ({ page }) => {
  await enter(page, DEMO.admin, '/audit');
  await page.getByRole('button', { name: 'Comprobar ahora' }).click();
  // A job recomputes every record: on a busy machine that takes its time.
  await expect(page.getByText(/^Íntegra, comprobada hoy ~ /)).toBeVisible({ timeout: 60_000 });
  // What the bar half covers after scrolling would count as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
});

test('an operator sees only their own records and cannot choose the action', FULL, async ({ page }) => {
  await enter(page, DEMO.operator, '/audit');
  await expect(page.locator('tbody tr').first()).toContainText('Lucía Fernández');
  await expect(page.locator('tbody tr').filter({ hasNotText: 'Lucía Fernández' })).toHaveCount(0);
  await page.getByRole('button', { name: /Filtros/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Acción', { exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
