import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { aColleague, enter, expect, expectNoSidewaysScroll, FULL, OWN_PASSWORD, test } from './product.ts';

const tool = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });
const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

test('search by keyboard; shortcuts, font size and language survive a reload', async ({ page, request }) => {
  const { email } = await aColleague(request, 'Elena');
  await enter(page, email, '/campaigns', OWN_PASSWORD);

  await tool(page, 'Search').waitFor();
  // The field's code is late: what is typed meanwhile is not lost.
  let deliver = () => {};
  const delivery = new Promise<void>((resolve) => (deliver = resolve));
  await page.route('**/assets/search-box-*.js', async (route) => {
    await delivery;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('moni');
  deliver();
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('toreo');
  await expect(page.getByRole('option')).toHaveText(['Monitoreo']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/monitor\/general$/);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('transporte');
  const found = page.getByRole('group', { name: 'Campañas' }).getByRole('option').first();
  await expect(found).toContainText('transporte');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campaign\/\d+$/);
  await expect(field).toBeHidden();

  await tool(page, 'Elegir accesos directos').click();
  await page.getByRole('searchbox', { name: 'Search for an app or page' }).fill('auditoria');
  await page.getByRole('button', { name: 'Agregar a los accesos directos: Auditoría' }).click();
  await expect(page.getByText('User data saved to')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await tool(page, 'Tamaño de letra').click();
  await page.getByRole('button', { name: 'Letra más grande' }).click();
  await page.getByRole('slider', { name: 'Tamaño de letra' }).press('End');
  expect(await rootSize(page)).toBe('20.8px');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Accesos directos' }).getByRole('link')).toHaveCount(2);
  expect(await rootSize(page)).toBe('20.8px');
  await expectNoSidewaysScroll(page);

  await tool(page, /^Idioma: Español/).click();
  const turkish = page.getByRole('menuitemradio', { name: 'Türkçe' });
  await turkish.waitFor();
  await expectAccessible(page);
  await turkish.click();
  await expect(tool(page, 'Yazı boyutu')).toBeVisible();
  await page.reload();
  await expect(tool(page, /^Dil: Türkçe/)).toBeVisible();
});

test('notes and the tools of a phone', FULL, async ({ page, request }) => {
  const { email } = await aColleague(request, 'Bruno');
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  await page.setViewportSize({ width: 390, height: 844 });
  await setColorScheme(page, 'dark');

  await tool(page, 'Panel rápido').click();
  const panel = page.getByRole('dialog', { name: 'Panel rápido' });
  await panel.getByRole('button', { name: 'Agregar nota' }).click();
  await panel.getByRole('textbox', { name: 'Texto de la nota' }).fill('Pedir el listado\nde la Comuna 4');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('button', { name: 'Borrar la nota: Pedir el listado' })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await tool(page, 'Panel rápido').click();
  await panel.getByRole('button', { name: 'Editar la nota: Pedir el listado' }).click();
  await panel.getByRole('textbox', { name: 'Texto de la nota' }).fill('Listado pedido');
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await panel.getByRole('button', { name: 'Borrar la nota: Listado pedido' }).click();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(panel.getByText('Listado pedido')).toBeVisible();
  // The way back went with its button's focus: the keyboard is at the next one, and Esc closes the panel.
  await expect(panel.getByRole('button', { name: 'Agregar nota' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await expectNoSidewaysScroll(page);
  await tool(page, 'Más herramientas').click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Tamaño de letra' }).click();
  await page.getByRole('slider', { name: 'Tamaño de letra' }).press('End');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScroll(page);
});
