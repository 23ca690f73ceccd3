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

test('the actions move states between two lists by keyboard', async ({ page }) => {
  await enter(page, DEMO.admin, '/config/actions');
  await expect(page.getByRole('tab', { name: 'Volver a llamar' })).toBeVisible();
  await page.getByRole('tab', { name: 'Efectividad' }).click();
  const available = page.getByRole('listbox', { name: 'No la tienen' });
  // Only on this tab: the lists of the one before have gone then.
  await expect(available.getByRole('option', { name: 'Ocupado' })).toBeVisible();
  await page.getByRole('searchbox', { name: /No la tienen/ }).fill('Ocupado');
  await expect(available.getByRole('option')).toHaveCount(1);
  await available.focus();
  await page.keyboard.press('Space');
  await expect(available.getByRole('option', { name: 'Ocupado' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: /^Agregar los marcados/ }).press('Enter');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Estados actualizados correctamente.')).toBeVisible();
});

test('without the permission, configuration leads to the campaigns', FULL, async ({ page }) => {
  await enter(page, DEMO.operator, '/config/general');
  await expect(page).toHaveURL(/\/campaigns$/);
  await expect(page.getByRole('link', { name: 'Acciones' })).toHaveCount(0);
});
