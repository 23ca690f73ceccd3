import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk } from './calling-desk.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, placeOf, test } from './product.ts';

const NO_ANSWER = 3;

test('a coordinator sees calls arrive, and follows one operator day by day', async ({ page, request }) => {
  const name = 'Delfina';
  const desk = await aCallingDesk(request, { name: 'Monitoreo', people: [name], prefix: '4390', contacts: 3 });
  const [delfina] = desk.operators;
  const call = async () => {
    const [, callId] = /contact\/(\d+)\//.exec(await desk.contactPath(delfina!))!;
    await desk.ask('post', `/campaign/${desk.campaignId}/call/${callId}`, { stateId: NO_ANSWER }, delfina);
  };

  await call();
  await enter(page, DEMO.coordinator, '/monitor/general');
  await expect(page.getByText(/^Actualizado \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver tabla' }).click();
  const row = page.getByRole('row', { name: `${name} Contacto` });
  await expect(row).toHaveText(`${name} Contacto000101`);
  await call();
  await expect(row).toHaveText(`${name} Contacto000202`);
  await page.getByRole('button', { name: 'Ver gráfico' }).click();
  await page.getByRole('checkbox', { name: 'Porcentaje' }).click();
  await setColorScheme(page, 'dark');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Individual' }).click();
  await expect(page.getByText('Seleccione un Operador')).toBeVisible();
  await page.getByRole('combobox', { name: 'Selecciona un Operador' }).fill(name.toLowerCase());
  await page.getByRole('option', { name: `${name} Contacto` }).click();
  await expect(page.getByText('1 día con llamados')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tabla' }).click();
  const table = page.getByRole('table', { name: 'Llamados por día' });
  const today = table.getByRole('row').nth(1);
  await expect(today).toHaveText(/^\d\d-\d\d-\d{4}20,0 %0,0 %\d\d:\d\d\d\d:\d\d$/);
  // From 1280 px on bars and table stand beside each other; below, the table alone.
  await page.setViewportSize({ width: 1280, height: 720 });
  const bars = page.getByRole('img', { name: /^Llamados por resultado/ });
  const [left, right] = [await placeOf(bars), await placeOf(table)];
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  await expectAccessible(page);
  await page.reload();
  await expect(today).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bars).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Porcentaje' })).toBeDisabled();
  await expectNoSidewaysScroll(page);
  await setColorScheme(page, 'light');
  await expectAccessible(page);
});
