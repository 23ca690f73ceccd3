import { expectAccessible } from './accessible.ts';
import { choose, EXTERNAL, fillInformation, findCampaign, INTERNAL, next, PNG, saveBarTop } from './campaign-form.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, test } from './product.ts';

// Place and script are the same for everybody: one of each side fills them in, the others pass by.
for (const [who, details, email, isExternal, fillsAll] of [
  ['a coordinator, internal', {}, DEMO.coordinator, false, true],
  ['an external coordinator, external', FULL, DEMO.externalCoordinator, true, true],
  ['a coordinator, external', FULL, DEMO.coordinator, true, false],
  ['an administrator, internal', FULL, DEMO.admin, false, false],
  ['an administrator, external', FULL, DEMO.admin, true, false],
] as const) {
  test(`a campaign is created by ${who}`, details, async ({ page }) => {
    const name = `Veredas de ${who}`;
    await enter(page, email);
    await page.getByRole('link', { name: 'Crear Campaña' }).click();
    await expect(page).toHaveURL(/\/campaigns\/create$/);
    const external = page.getByRole('radio', { name: 'Externa' });
    if (email === DEMO.externalCoordinator) await expect(external).toBeDisabled();
    else if (isExternal) await external.click();
    await fillInformation(page, name, isExternal ? EXTERNAL : INTERNAL);
    await next(page);
    if (fillsAll) {
      await choose(page, 'Distrito', 'Ciudad Autónoma de Buenos Aires');
      await choose(page, 'Sección', 'Comuna 7');
      await choose(page, 'Subsección', 'Flores');
    }
    await expect(page.getByRole('form', { name: 'Crear campaña: Ubicación' })).toBeVisible();
    const saveBar = await saveBarTop(page);
    await next(page);
    const script = page.getByText('guion.png').first();
    await expect(page.getByRole('form', { name: 'Crear campaña: Script' })).toBeVisible();
    expect(await saveBarTop(page)).toBeCloseTo(saveBar, 0);
    if (fillsAll) {
      await page.getByTestId('file-input').setInputFiles({ name: 'guion.png', mimeType: 'image/png', buffer: PNG });
      await expect(script).toBeVisible();
    }
    await next(page);
    await expect(page.getByRole('form', { name: 'Crear campaña: Formulario' })).toBeVisible();
    expect(await saveBarTop(page)).toBeCloseTo(saveBar, 0);
    await page.getByRole('button', { name: 'Crear campaña' }).click();
    await expect(page).toHaveURL(/\/campaign\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByText('PENDIENTE').first()).toBeVisible();
    await expect(page.getByText(isExternal ? 'Externa' : 'Interna', { exact: true })).toBeVisible();
    if (fillsAll) for (const shown of [script, page.getByText('Comuna 7').first()]) await expect(shown).toBeVisible();
  });
}

test('a reload keeps what was typed, and the form fits a phone', FULL, async ({ page }) => {
  await enter(page, DEMO.coordinator, '/campaigns/create');
  await page.getByLabel('Nombre', { exact: true }).fill('Una campaña a medio escribir');
  await page.getByLabel('Descripción').fill('Lo que se escribe no se pierde');
  await page.waitForFunction(() => Object.values(sessionStorage).join().includes('no se pierde'));
  await page.reload();
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Una campaña a medio escribir');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a running campaign is edited within its limits, paused and resumed', async ({ page, request }) => {
  const id = await findCampaign(request, 'EN CURSO');
  await enter(page, DEMO.coordinator, `/campaign/edit/${id}`);
  await expect(page.getByRole('tab', { name: /Información/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Ubicación/ })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /Formulario/ })).toHaveCount(0);
  const description = page.getByLabel('Descripción');
  await description.fill('corta');
  await description.fill('Una descripción nueva, escrita mientras la campaña corre');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Campaña actualizada correctamente.')).toBeVisible();

  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Pausar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Pausar/ })
    .click();
  await expect(page.getByText('PAUSADA').first()).toBeVisible();
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: /Reanudar/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Reanudar/ })
    .click();
  await expect(page.getByText('EN CURSO').first()).toBeVisible();
});

test('finishing names the campaign, ends by itself and leaves it read-only', async ({ page, request }) => {
  const id = await findCampaign(request, 'REVISANDO');
  await enter(page, DEMO.admin, `/campaign/edit/${id}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: /Finalizar/ }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Finalizar/ }).click();
  const looked = new RegExp(`/campaign/${id}$`);
  await expect(page).toHaveURL(looked);
  await expect(page.getByText('FINALIZADA', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await page.goto(`/campaign/edit/${id}`);
  await expect(page).toHaveURL(looked);
  await expect(page.getByText('FINALIZADA', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Guardar' })).toHaveCount(0);
});

test.describe('in conflict', () => {
  test.use({ expectedFailures: [409] });

  test('two people editing at once: the second hears of it and loses nothing', async ({
    page,
    browser,
    baseURL,
    request,
  }) => {
    const id = await findCampaign(request, 'EN CURSO', 1);
    const elsewhere = await browser.newContext({ baseURL: baseURL! });
    const other = await elsewhere.newPage();
    await enter(other, DEMO.coordinator, `/campaign/edit/${id}`);
    await enter(page, DEMO.admin, `/campaign/edit/${id}`);
    await other.getByLabel('Descripción').fill('La versión de quien guardó primero');
    await page.getByLabel('Descripción').fill('La versión de quien llegó después');
    await other.getByRole('button', { name: 'Guardar' }).click();
    await expect(other.getByText('Campaña actualizada correctamente.')).toBeVisible();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(
      page.getByText('Otra persona cambió estos datos mientras usted editaba.', { exact: false }),
    ).toBeVisible();
    await expect(page.getByLabel('Descripción')).toHaveValue('La versión de quien llegó después');
    await page.getByRole('radio', { name: /La versión de quien guardó primero/ }).check();
    await expect(page.getByLabel('Descripción')).toHaveValue('La versión de quien guardó primero');
    await page.getByRole('radio', { name: /La versión de quien llegó después/ }).check();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Campaña actualizada correctamente.')).toBeVisible();
    await expect(page.getByLabel('Descripción')).toHaveValue('La versión de quien llegó después');
    await elsewhere.close();
  });
});
