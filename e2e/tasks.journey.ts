import type { Page } from '@playwright/test';
import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage } from './calling-desk.ts';
import { enter, expect, test } from './product.ts';

// What everyday tasks cost: keys, clicks and fields.

/** Counts the keys that are pressed from now on, a shortcut as one, whatever page they are pressed on. */
const countKeys = (page: Page) =>
  page.addInitScript(() =>
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (['Alt', 'Control', 'Shift', 'Meta'].includes(key)) return;
        sessionStorage.setItem('keys', String(Number(sessionStorage.getItem('keys')) + 1));
      },
      { capture: true },
    ),
  );
const keysOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('keys')));

test('ten calls by keyboard take at most 34 keys', async ({ page, request }) => {
  const desk = await aCallingDesk(request, { name: 'Diez llamados', people: ['Delia'], prefix: '6340', contacts: 11 });
  const [delia] = desk.operators;
  await countKeys(page);
  await enter(page, delia!.email, await desk.contactPath(delia!), DESK_PASSWORD);
  const number = page.getByRole('heading', { level: 1 });
  // A state that has no digit in a new campaign is typed; the substate is the first stop after the state.
  const refuses = ['d', 'e', 's'];
  const later = ['4', 'Tab', 'Space'];
  const calls = [['1'], ['1'], later, ['2'], ['7'], ['1'], refuses, ['1'], ['3'], ['9']];
  for (const keys of calls) {
    await waitForContactPage(page);
    const shown = await number.innerText();
    await page.keyboard.press('Alt+l');
    await expect(panel(page).getByRole('combobox', { name: 'Estado' })).toBeFocused();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('Control+Enter');
    await expect(number).not.toHaveText(shown);
  }
  expect(await keysOf(page)).toBeLessThanOrEqual(34);

  type Row = { stateName: string; substateName: string | null };
  const { calls: rows } = await desk.ask<{ calls: Row[] }>(
    'get',
    `/campaign/${desk.campaignId}/audience?pageNumber=0&pageSize=25&callsMin=1`,
  );
  expect(rows).toHaveLength(10);
  expect(rows.filter(({ stateName }) => stateName === 'No contesta')).toHaveLength(4);
  expect(rows.filter(({ stateName }) => stateName === 'No desea participar')).toHaveLength(1);
  expect(rows.filter(({ substateName }) => substateName !== null)).toHaveLength(1);
});

/** Counts clicks and filled fields. */
function countedActions() {
  let count = 0;
  return {
    click: (target: Locator) => ((count += 1), target.click()),
    fill: (target: Locator, text: string) => ((count += 1), target.fill(text)),
    count: () => count,
  };
}

test('whoever wants no more calls and to be erased takes at most 9 clicks and fields', async ({ page, request }) => {
  const desk = await aCallingDesk(request, { name: 'Nueve pasos', people: ['Iris'], prefix: '6341', contacts: 2 });
  const found = await desk.ask<{ persons: { id: number }[] }>('post', '/personal-data/search', { text: '63411001' });
  const { id } = found.persons[0]!;
  const { person } = await desk.ask<{ person: { version: number } }>('get', `/personal-data/person/${id}`);
  const lastName = 'Yacarandé';
  const given = { version: person.version, lastName, reason: 'Faltaba el apellido' };
  await desk.ask('put', `/personal-data/person/${id}`, given);

  await enter(page, DEMO.admin);
  const { click, fill, count } = countedActions();
  const dialog = page.getByRole('dialog');
  await click(page.getByRole('link', { name: 'Datos personales' }));
  await fill(page.getByRole('textbox', { name: 'Número, documento, correo o nombre' }), '63411001');
  await click(page.getByRole('button', { name: 'Buscar', exact: true }));
  await click(page.getByRole('link', { name: new RegExp(lastName) }));
  await click(page.getByRole('button', { name: 'Borrar datos' }));
  const erase = dialog.getByRole('button', { name: 'Borrar los datos' });
  await expect(erase).toHaveAccessibleDescription('Indique cómo se identificó la persona.');
  await click(dialog.getByRole('radio', { name: 'Mostró su DNI' }));
  await click(dialog.getByRole('switch', { name: /^La persona pidió que tampoco se la llame/ }));
  await expect(erase).toHaveAccessibleDescription('Escriba el apellido de la persona.');
  await fill(dialog.getByRole('textbox', { name: 'Escriba el apellido de la persona' }), lastName);
  await click(erase);
  expect(count()).toBeLessThanOrEqual(9);

  // The job may have to wait for a load of another journey.
  await expect(page.getByText(/^Los datos de esta persona se borraron el /)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('quedaron como «No llamar»')).toBeVisible();
  await expect(page.getByRole('link', { name: /· Oposición y supresión$/ })).toBeVisible();
  await expect(page.getByText('Cumplido', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Responder y cerrar' })).toHaveCount(0);
});
