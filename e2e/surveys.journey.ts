import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { aPendingCampaign } from './campaign-form.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

const focused = (page: Page) => page.locator(':focus');

/** Opens the menu of types with Enter, goes down to one, and writes the question. */
async function ask(page: Page, kind: string, words: string) {
  await page.getByRole('button', { name: 'Agregar pregunta' }).focus();
  await page.keyboard.press('Enter');
  const names = page.getByRole('menu', { name: 'Agregar pregunta' }).getByRole('menuitem');
  await expect(names.first()).toBeFocused();
  for (let left = (await names.allTextContents()).indexOf(kind); left > 0; left -= 1)
    await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: kind, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Pregunta', { exact: true })).toBeFocused();
  await page.keyboard.type(words);
}
const row = (page: Page, words: string) => page.getByRole('button', { name: words, expanded: false });

test('a questionnaire of five questions is built by keyboard, tried, and chosen for a campaign', async ({
  page,
  request,
}) => {
  const campaign = await aPendingCampaign(request, 'Veredas con preguntas');
  await enter(page, DEMO.coordinator, '/config/surveys');
  await page.getByRole('link', { name: 'Crear relevamiento' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Nombre', { exact: true }).focus();
  await page.keyboard.type('Veredas de mi cuadra');

  await ask(page, 'Sí o no', 'Hola {nombre}, ¿camina por su cuadra?');
  await ask(page, 'Una opción', '¿Cómo está la vereda?');
  for (const [place, words] of ['Sana', 'Rota', 'No hay'].entries()) {
    if (place === 0) await page.getByRole('textbox', { name: 'Opción 1' }).focus();
    else if (place === 1) await page.getByRole('textbox', { name: 'Opción 2' }).focus();
    else await page.keyboard.press('Enter');
    await page.keyboard.type(words);
  }
  await expect(page.getByRole('textbox', { name: 'Opción 3' })).toHaveValue('No hay');
  await page.getByRole('button', { name: 'Agregar condición' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Valor' }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key);
  await ask(page, 'Escala', '¿Qué nota le pone al barrio?');
  await ask(page, 'Número', '¿Cuántos años hace que vive aquí?');
  await ask(page, 'Texto largo', '¿Algo más?');
  await expectAccessible(page);

  // Moved up beyond what it depends on, it says so; moved back, it is right again.
  await row(page, '¿Cómo está la vereda?').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(focused(page)).toContainText('¿Cómo está la vereda?');
  await expect(page.getByText(/Una condición mira una pregunta que ya no está antes/)).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText(/Una condición mira/)).toHaveCount(0);

  await page.getByRole('button', { name: 'Crear', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Relevamiento guardado.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Veredas de mi cuadra');
  await expect(page.getByRole('list', { name: 'Preguntas' }).getByRole('listitem')).toHaveCount(5);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Probar' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Veredas de mi cuadra' });
  await expect(dialog.getByText('Graciela Noemí')).toBeVisible();
  await expectAccessible(page);
  // "No" hides the question about the pavement.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('2');
  await expect(dialog.getByText('¿Qué nota le pone al barrio?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.goto(`/campaign/edit/${campaign}?tab=survey`);
  await page.getByRole('combobox', { name: 'Relevamiento' }).fill('Veredas de mi');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Campaña actualizada correctamente.').first()).toBeVisible();
  await page.goto(`/campaign/${campaign}`);
  await expect(page.getByText('Veredas de mi cuadra')).toBeVisible();

  await page.goto('/config/surveys');
  await expect(page.getByRole('link', { name: 'Veredas de mi cuadra' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByText('Veredas de mi cuadra').click();
  await page
    .getByRole('button', { name: /¿Cómo está la vereda/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Opción 3' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
