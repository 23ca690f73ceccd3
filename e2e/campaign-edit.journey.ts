import { expectAccessible } from './accessible.ts';
import type { Page } from '@playwright/test';
import { aPendingCampaign, choose, findCampaignNamed, next, PNG, typeDate } from './campaign-form.ts';
import { DEMO, enter, expect, FULL, PASSWORD, placeOf, test } from './product.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

async function save(page: Page, success = 'Campaña actualizada correctamente.') {
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(success).first()).toBeVisible();
  // That may still be the message of the save before: the dot goes only with the server's word.
  await expect(page.getByRole('tab', { name: /sin guardar/ })).toHaveCount(0);
}

test('a pending campaign is edited through its tabs', async ({ page, request }) => {
  const id = await aPendingCampaign(request, 'Veredas por editar');
  await enter(page, DEMO.coordinator, `/campaign/edit/${id}`);
  await page.getByLabel('Nombre', { exact: true }).fill('Veredas editadas');
  await save(page);

  await tab(page, 'Ubicación').click();
  await choose(page, 'Distrito', 'Ciudad Autónoma de Buenos Aires');
  await choose(page, 'Sección', 'Comuna 7');
  await choose(page, 'Subsección', 'Flores');
  await save(page);

  await tab(page, 'Formulario').click();
  await page.getByRole('combobox', { name: 'Formulario' }).fill('huerta');
  await page.getByRole('option', { name: /Huerta urbana/ }).click();
  await save(page);

  await tab(page, 'Estados').click();
  const chosen = page.getByRole('listbox', { name: 'Asociados a la campaña' });
  const first = await chosen.getByRole('option').first().textContent();
  await chosen.getByRole('option').first().dblclick();
  await save(page);
  await expect(page.getByRole('listbox', { name: 'Sin asociar' }).getByText(first!, { exact: true })).toBeVisible();

  await tab(page, 'Script').click();
  await page.getByTestId('file-input').setInputFiles({ name: 'guion.png', mimeType: 'image/png', buffer: PNG });
  await save(page, 'Scripts actualizados correctamente.');

  await page.goto(`/campaign/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Veredas editadas');
  for (const text of ['Comuna 7', 'Huerta urbana', 'guion.png'])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
});

test('a paused campaign is edited within its limits and stays paused', FULL, async ({ page, request }) => {
  const own = 'Recordatorio de vencimiento de licencias';
  const id = await findCampaignNamed(request, own);
  await enter(page, DEMO.coordinator, `/campaign/edit/${id}`);
  const name = page.getByLabel('Nombre', { exact: true });
  await expect(name).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Información', 'Estados', 'Script', 'Relevamiento']);
  await expect(page.getByRole('combobox', { name: 'Objetivo' })).toHaveCount(0);

  await name.fill('abc');
  await page.getByLabel('Descripción').fill('abc');
  await page.getByLabel('Identificador externo').fill('x'.repeat(101));
  await page.getByRole('button', { name: 'Guardar' }).click();
  await said(page, 'Nombre muy corto. Escriba al menos 5 caracteres');
  await said(page, 'Descripción muy corta. Escriba al menos 5 caracteres');
  await said(page, 'Excede los 100 caracteres.');

  await name.fill(`${own}, en pausa`);
  await page.getByLabel('Descripción').fill('Corregida mientras espera');
  await page.getByLabel('Identificador externo').fill('EXP-1');
  await typeDate(page, 'Fecha de fin', '301220271800');
  await save(page);
  await page.reload();
  await expect(name).toHaveValue(`${own}, en pausa`);
  await said(page, 'PAUSADA');
});

test('every rule of the campaign form has its own message', FULL, async ({ page }) => {
  await enter(page, DEMO.admin, '/campaigns/create');
  await next(page);
  for (const text of [
    'Nombre es requerido',
    'Descripción es requerida',
    'Objetivo es requerido.',
    'Coordinador es requerido',
    'Los operadores son requeridos.',
    'Fecha de inicio es requerida',
    'Fecha de fin es requerida',
  ])
    await said(page, text);
  // The error of one field keeps its distance from the label of the next.
  const [error, label] = [
    await placeOf(page.getByText('Descripción es requerida')),
    await placeOf(page.getByText('Objetivo', { exact: true }).first()),
  ];
  expect(label.y - (error.y + error.height)).toBeGreaterThanOrEqual(4);
  await page.getByLabel('Nombre', { exact: true }).fill('abcd');
  await page.getByLabel('Descripción').fill('abcd');
  await typeDate(page, 'Fecha de inicio', '010320270900');
  await typeDate(page, 'Fecha de fin', '010320270900');
  await next(page);
  for (const text of [
    'Escriba un nombre de al menos 5 caracteres',
    'Descripción muy corta. Escriba al menos 5 caracteres',
    'Debe ser posterior a la fecha de inicio',
  ])
    await said(page, text);
  // A text that is too long stops the rules that compare fields.
  await page.getByLabel('Identificador externo').fill('x'.repeat(101));
  await said(page, 'Excede los 100 caracteres.');
  await expectAccessible(page);
});

test('scripts are refused one by one, and a campaign keeps at least one state', FULL, async ({ page, request }) => {
  const id = await aPendingCampaign(request, 'Veredas con reglas');
  await enter(page, DEMO.coordinator, `/campaign/edit/${id}?tab=scripts`);
  const jpeg = (name: string, buffer = JPEG) => ({ name, mimeType: 'image/jpeg', buffer });
  const picker = page.getByTestId('file-input');
  await picker.setInputFiles([
    { name: 'guion.png', mimeType: 'image/png', buffer: Buffer.from('<html>') },
    jpeg('pesado.jpg', Buffer.concat([JPEG, Buffer.alloc(5_242_880)])),
  ]);
  await said(page, '«guion.png» no es un archivo JPG, PNG o PDF.');
  await said(page, '«pesado.jpg» pesa más de 5 MB.');
  await picker.setInputFiles(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => jpeg(`${name}.jpg`)));
  await said(page, 'Puede adjuntar hasta 5 archivos.');
  await expect(page.getByRole('list', { name: 'Archivos' }).getByRole('listitem')).toHaveCount(5);

  await tab(page, 'Estados').click();
  const chosen = page.getByRole('listbox', { name: 'Asociados a la campaña' });
  await chosen.getByRole('option').first().click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Quitar los marcados' }).click();
  await said(page, 'Seleccione al menos un estado para actualizar.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Campaña actualizada correctamente.')).toHaveCount(0);
});

test('the wizard is done with the keyboard alone', async ({ page }) => {
  await enter(page, DEMO.coordinator, '/campaigns/create');
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Tab until the control that is named so has the focus. */
  const reach = async (name: string) => {
    for (let n = 0; n < 60; n += 1) {
      const here = await page.evaluate(() => {
        const { activeElement: focused } = document;
        const labels =
          focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels : null;
        return [
          focused?.getAttribute('aria-label') ?? '',
          labels?.[0]?.textContent ?? '',
          focused?.tagName === 'BUTTON' ? (focused.textContent ?? '') : '',
          focused?.closest('[role=group]')?.getAttribute('aria-label') ?? '',
          document.getElementById(focused?.closest('[role=group]')?.getAttribute('aria-labelledby') ?? '')
            ?.textContent ?? '',
        ];
      });
      if (here.some((text) => text.startsWith(name))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`«${name}» cannot be reached with the keyboard`);
  };
  await expect(page.getByLabel('Nombre', { exact: true })).toBeVisible();
  await reach('Nombre');
  await page.keyboard.type('Veredas sin ratón');
  await reach('Descripción');
  await page.keyboard.type('Hecha solo con el teclado');
  await reach('Objetivo');
  await page.keyboard.type('Relevamiento');
  await press('ArrowDown', 'Enter');
  await reach('Coordinador');
  await page.keyboard.type('Néstor');
  await press('ArrowDown', 'Enter');
  await reach('Fecha de inicio');
  await page.keyboard.type('010320270900');
  await reach('Fecha de fin');
  await page.keyboard.type('300420271800');
  await reach('Operadores');
  await page.keyboard.type('Valeria');
  await press('Enter', 'Escape');
  await reach('Siguiente');
  await press('Enter');
  await expect(page.getByRole('form', { name: 'Crear campaña: Ubicación' })).toBeVisible();
  await reach('Siguiente');
  await press('Enter');
  await expect(page.getByRole('form', { name: 'Crear campaña: Script' })).toBeVisible();
  await reach('Siguiente');
  await press('Enter');
  await expect(page.getByRole('form', { name: 'Crear campaña: Formulario' })).toBeVisible();
  await reach('Crear campaña');
  await press('Enter');
  await expect(page).toHaveURL(/\/campaign\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Veredas sin ratón');
});

test.describe('interrupted', () => {
  test.use({ expectedFailures: [401] });

  test('what was changed in every tab is still there after the session ended', FULL, async ({ page, request }) => {
    const id = await aPendingCampaign(request, 'Veredas interrumpidas');
    await enter(page, DEMO.coordinator, `/campaign/edit/${id}?tab=place`);
    await choose(page, 'Distrito', 'Ciudad Autónoma de Buenos Aires');
    await tab(page, 'Estados').click();
    await page.getByRole('listbox', { name: 'Asociados a la campaña' }).getByRole('option').first().dblclick();
    await tab(page, 'Script').click();
    await page.getByTestId('file-input').setInputFiles({ name: 'guion.png', mimeType: 'image/png', buffer: PNG });
    await said(page, 'guion.png');

    const token = await page.evaluate(() => localStorage.getItem('userDetails')!);
    await request.post('/api/logout', { headers: { Authorization: `Bearer ${token}` } });
    await expect(page).toHaveURL(/\/signin/);
    await page.getByLabel('Correo').fill(DEMO.coordinator);
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page).toHaveURL(new RegExp(`/campaign/edit/${id}`));
    for (const name of ['Ubicación', 'Estados', 'Script'])
      await expect(page.getByRole('tab', { name: new RegExp(`^${name}.*sin guardar`) })).toBeVisible();
    await said(page, 'guion.png');
  });
});
