import { expectAccessible } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

/** A red square of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('the city gets its name and logo, mail is tried, and a template fills in a campaign', async ({ page }) => {
  await enter(page, DEMO.admin, '/first-day');
  await expect(page.getByText(/de 6 pasos hechos/)).toBeVisible();
  await page.getByLabel('Nombre de la ciudad').fill('Municipalidad de Prueba');
  await page.getByTestId('logo-input').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByRole('figure')).toBeVisible();
  await page.getByRole('button', { name: 'Guardar ciudad' }).click();
  await expect(page.getByText('Ciudad guardada.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Quitar logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar correo de prueba' }).click();
  await expect(page.getByText(/No hay un servidor de correo configurado/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Ver La primera campaña' }).click();
  await page.getByRole('link', { name: 'Usar la plantilla Encuesta de satisfacción' }).click();
  await expect(page.getByText(/De la plantilla/)).toBeVisible();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Encuesta de satisfacción');

  // As it was, for the journeys that look at the frame.
  await page.goto('/first-day');
  await page.getByRole('button', { name: 'Ver La ciudad' }).click();
  await page.getByRole('button', { name: 'Quitar logo' }).click();
  await expect(page.getByRole('figure')).toHaveCount(0);
  await page.getByLabel('Nombre de la ciudad').fill('');
  await page.getByRole('button', { name: 'Guardar ciudad' }).click();
  await expect(page.getByText('Ciudad guardada.').last()).toBeVisible();
});
