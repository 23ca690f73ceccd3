import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD } from './calling-desk.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, placeOf, test } from './product.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** A card's number and its share of the base. */
const figure = (page: Page, block: string, name: string) =>
  card(page, block).locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]/*');

test('a manager and an operator read the figures of a running campaign', async ({ page, request }) => {
  const desk = await aCallingDesk(request, {
    name: 'Campaña con cifras',
    people: ['Bautista'],
    prefix: '6201',
    contacts: 8,
  });
  const { campaignId, operators } = desk;
  const operator = operators[0]!;
  const states = await desk.ask<{ id: number; name: string }[]>('get', '/state');
  const register = async (name: string, affinity?: string) => {
    const stateId = states.find((state) => state.name === name)!.id;
    const next = await desk.ask<{ callId: number }>('get', `/campaign/${campaignId}/call/0/next`, undefined, operator);
    await desk.ask('post', `/campaign/${campaignId}/call/${next.callId}`, { stateId, affinity }, operator);
  };
  await register('Participa', 'Positivo');
  await register('No contesta');

  // From the campaign's own page, as the list's row menu would lead there too.
  await enter(page, DEMO.coordinator, `/campaign/${campaignId}`);
  await page.getByRole('button', { name: 'Más acciones' }).first().click();
  await page.getByRole('menuitem', { name: 'Ver Estadísticas' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaign/stats/${campaignId}$`));
  await expect(figure(page, 'Llamados', 'Llamados realizados')).toHaveText(['2', '25,0 %']);
  await expect(figure(page, 'Resultados', 'Efectivos')).toHaveText(['1', '12,5 %']);
  await expect(card(page, 'Del contacto al resultado').getByRole('img')).toHaveAccessibleName(/Contactados: 1, 12,5 %/);
  await expect(card(page, 'Comunicación')).toContainText('1 con afinidad');
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeVisible();

  // Somebody calls: the cards follow, and nothing moves from its place.
  const before = await placeOf(card(page, 'Comunicación'));
  await register('Contactado', 'Negativo');
  await expect(figure(page, 'Llamados', 'Llamados realizados')).toHaveText(['3', '37,5 %'], { timeout: 15_000 });
  await expect(card(page, 'Comunicación')).toContainText('2 con afinidad');
  expect(await placeOf(card(page, 'Comunicación'))).toEqual(before);
  await card(page, 'Llamados por día').getByRole('button', { name: 'Ver tabla' }).click();
  const today = card(page, 'Llamados por día').getByRole('row').last().locator('> *');
  await expect(today).toHaveText([/en curso/, '1', '1', '1', '3']);

  // Dates stand in the address: a reload keeps them.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await page.goto(`/campaign/stats/${campaignId}?todate=${yesterday}`);
  await expect(figure(page, 'Llamados', 'Llamados realizados')).toHaveText(['0', '0,0 %']);
  await expect(figure(page, 'Llamados', 'Base total')).toHaveText(['8', '100,0 %']);
  await expect(page.getByText(/la base total y los pendientes son los de hoy/)).toBeVisible();
  await page.getByRole('button', { name: 'Quitar fechas' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaign/stats/${campaignId}$`));
  await expect(figure(page, 'Llamados', 'Llamados realizados')).toHaveText(['3', '37,5 %']);
  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await enter(page, operator.email, `/campaign/stats/${campaignId}`, DESK_PASSWORD);
  await expect(figure(page, 'Mis llamados', 'Efectivos')).toHaveText(['1', '12,5 %']);
  await expect(card(page, 'Mis llamados').locator('dt')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Exportar' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
