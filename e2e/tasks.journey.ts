import type { Locator, Page } from '@playwright/test';
import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage } from './calling-desk.ts';
import { typeDate } from './campaign-form.ts';
import { DEMO, enter, expect, test, tokenOf } from './product.ts';

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

/** Clicks and fields; choosing from a list by typing is one field, and so is a date. */
function countActions(page: Page) {
  let actions = 0;
  const one =
    <A extends unknown[]>(act: (...input: A) => Promise<unknown>) =>
    async (...input: A) => {
      actions += 1;
      await act(...input);
    };
  return {
    total: () => actions,
    click: one((what: Locator) => what.click()),
    fill: one((what: Locator, text: string) => what.fill(text)),
    date: one((label: string, digits: string) => typeDate(page, label, digits)),
    pick: one(async (label: string, name: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).fill(name);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }),
  };
}

test('creating a campaign, loading 2.000 rows and splitting them among three takes 18 clicks and fields', async ({
  page,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const { internals } = (await (await request.get('/api/operator', { headers })).json()) as {
    internals: { name: string }[];
  };
  const people = internals.slice(0, 3).map(({ name }) => name);
  await enter(page, DEMO.coordinator, '/campaigns/create');
  const { total, click, fill, date, pick } = countActions(page);
  await fill(page.getByLabel('Nombre', { exact: true }), 'Dos mil vecinas entre tres');
  await fill(page.getByLabel('Descripción'), 'Estado de las veredas del barrio');
  await pick('Objetivo', 'Relevamiento');
  for (const name of people) await pick('Operadores', name);
  await page.keyboard.press('Escape');
  await date('Fecha de inicio', '010320270900');
  await date('Fecha de fin', '300420272000');
  for (let step = 0; step < 3; step += 1) await click(page.getByRole('button', { name: 'Siguiente' }));
  await click(page.getByRole('button', { name: /^Crear/ }));

  await click(page.getByRole('link', { name: 'Cargar audiencia' }));
  const rows = Array.from(
    { length: 2_000 },
    (_, row) => `Vecina ${row};${row % 50 === 0 ? '123' : 1_164_400_000 + row}`,
  );
  const buffer = Buffer.from(['Nombre;Celular', ...rows].join('\n'));
  const choosing = page.waitForEvent('filechooser');
  await click(page.getByRole('button', { name: 'Elegir archivos' }));
  await (await choosing).setFiles({ name: 'vecinas.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('40 de 2.000 filas del archivo se rechazarían; las demás se cargan:')).toBeVisible();
  await click(page.getByRole('button', { name: 'Cargar audiencia' }));

  const toasts = page.getByRole('region', { name: 'Avisos' });
  await expect(toasts.getByText('1.960 cargadas · 40 rechazadas')).toBeVisible({ timeout: 40_000 });
  await click(toasts.getByRole('link', { name: /^Segmentar/ }));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Continuar' }));
  await click(page.getByRole('button', { name: 'Segmentar 1.960' }));
  await expect(page.getByText('Audiencia segmentada correctamente.')).toBeVisible();
  expect(total()).toBe(18);
  await expect(page.getByRole('region', { name: 'Última segmentación' })).toContainText(
    '1.960 números entre 3 operadores',
  );
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
