import { expectAccessible } from './accessible.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, test } from './product.ts';

test.use({ expectedFailures: [422] });

test('a substate, a state with it and an objective with that are created and changed', async ({ page }) => {
  await enter(page, DEMO.coordinator, '/config/general');
  await expect(page.getByRole('tab', { name: 'Objetivos' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Subestados' }).click();
  await page.getByRole('link', { name: 'Crear Subestado' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Crear Subestado' })).toBeVisible();
  await page.getByLabel('Nombre', { exact: true }).fill('Prefiere la tarde');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(page.getByText('Subestado creado correctamente.')).toBeVisible();
  // Creating leads back to its list.
  await expect(page.getByRole('tab', { name: 'Subestados' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('tab', { name: 'Estados', exact: true }).click();
  await page.getByRole('link', { name: 'Crear Estado' }).click();
  await page.getByLabel('Nombre', { exact: true }).fill('pendiente');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(
    page.getByText('No es posible crear un estado con ese nombre. Por favor intente nuevamente.').first(),
  ).toBeVisible();
  await page.getByLabel('Nombre', { exact: true }).fill('Pide otro horario');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(page.getByText('Estado creado correctamente.', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('the actions of the states are one table of ticks, used by keyboard', async ({ page }) => {
  await enter(page, DEMO.admin, '/config/actions');
  const tick = page.getByRole('checkbox', { name: 'Ocupado: Efectividad' });
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(tick).toBeChecked();
  await expect(page.getByText('1 cambio sin guardar')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).press('Enter');
  await expect(page.getByText('Estados actualizados correctamente.')).toBeVisible();
  await page.reload();
  await expect(tick).toBeChecked();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('without the permission, configuration leads to the campaigns', FULL, async ({ page }) => {
  await enter(page, DEMO.operator, '/config/general');
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(page.getByRole('link', { name: 'Acciones' })).toHaveCount(0);
});
