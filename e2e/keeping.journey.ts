import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, llamado, panel } from './calling-desk.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

test.describe('erasing', () => {
  test.use({ expectedFailures: [404, 422] });

  test('a person is erased at their request: preview, confirmation by name, removed from pages and drafts', async ({
    page,
    browser,
    request,
  }) => {
    const desk = await aCallingDesk(request, { name: 'Para borrar', people: ['Nelida'], prefix: '6491', contacts: 2 });
    const { persons } = await desk.ask<{ persons: { id: number; name: string }[] }>('post', '/personal-data/search', {
      text: '64911001',
    });
    const { id } = persons[0]!;
    const { calls } = await desk.ask<{ calls: { id: number; number: string }[] }>(
      'get',
      `/personal-data/person/${id}/call`,
    );
    const { person } = await desk.ask<{ person: { version: number } }>('get', `/personal-data/person/${id}`);
    await desk.ask('put', `/personal-data/person/${id}`, {
      version: person.version,
      lastName: 'Ñandubayá',
      reason: 'Faltaba el apellido',
    });
    // An operator has begun to write about them.
    const elsewhere = await browser.newContext({ locale: 'es-AR' });
    const operator = await elsewhere.newPage();
    await enter(
      operator,
      desk.operators[0]!.email,
      `/campaign/detail/${desk.campaignId}/contact/${calls[0]!.id}/${calls[0]!.number}`,
      DESK_PASSWORD,
    );
    await llamado(operator).click();
    await panel(operator)
      .getByRole('textbox', { name: /^Observaciones/ })
      .fill('Vecina que pide reserva');
    const kept = () => operator.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    await expect.poll(kept).toContain('pide reserva');

    await enter(page, DEMO.admin, `/personal-data/person/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Borrar datos' }).click();
    await expect(dialog.getByText(/No hay un pedido de supresión abierto/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Borrar los datos' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    const { id: requestId } = await desk.ask<{ id: number }>('post', '/personal-data/request', {
      kinds: ['SUPRESION', 'OPOSICION'],
      channel: 'NOTA',
      receivedOn: '2026-01-05',
      asker: persons[0]!.name,
      personId: id,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Borrar datos' }).click();
    await expect(dialog.getByText(/no dice cómo se identificó/)).toBeVisible();
    await dialog.getByRole('link', { name: 'Indíquelo en el pedido.' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Pedido ${requestId}: oposición y supresión` }),
    ).toBeVisible();
    await page.getByRole('radio', { name: 'De otra manera' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Indique cómo, con al menos 5 caracteres.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Detalle' }).fill('La conoce la delegación');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Borrar datos' }).click();
    await expect(dialog.getByText('1 llamado por hacer, que se cierra')).toBeVisible();
    await expect(dialog.getByText(/^1 llamado con su resultado/)).toBeVisible();
    const blocks = dialog.getByRole('switch', { name: /es también de no llamarla más/ });
    await expect(blocks).toBeChecked();
    await expect(blocks).toBeDisabled();
    await expectAccessible(page);
    const confirm = dialog.getByRole('textbox', { name: 'Escriba el apellido de la persona' });
    const erase = dialog.getByRole('button', { name: 'Borrar los datos' });
    await expect(erase).toBeDisabled();
    await confirm.fill('Otro');
    await erase.click();
    await expect(dialog.getByText(/no coincide/)).toBeVisible();
    await confirm.fill('ñandubaya');
    await erase.click();
    // The page follows the job to its end, and then offers the answer. If another journey loads people at this moment, the job waits
    // for the load and goes on within a minute.
    await expect(page.getByText('Ya se hizo todo lo que pide.')).toBeVisible({ timeout: 90_000 });
    await expectAccessible(page);

    await page.goto(`/personal-data/person/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Datos borrados' })).toBeVisible();
    await expect(page.getByText(/^Los datos de esta persona se borraron el .*, por el pedido \d+\./)).toBeVisible();
    await expect(page.getByText('Llamados cerrados: 1')).toBeVisible();
    for (const name of ['Más acciones', 'Borrar datos'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.getByRole('link', { name: 'Responder y cerrar' }).click();
    await page.getByRole('textbox', { name: 'Qué se respondió' }).fill('Se borraron sus datos.');
    await page.getByRole('button', { name: 'Responder y cerrar' }).click();
    await expect(page.getByText('El pedido fue respondido.')).toBeVisible();
    await page.goto(`/personal-data/person/${id}`);
    await expect(page.getByRole('link', { name: 'Responder y cerrar' })).toHaveCount(0);
    await setColorScheme(page, 'dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    // Nothing of it is left in the operator's browser, on screen or kept.
    await expect.poll(kept).not.toContain('pide reserva');
    await expect(operator.getByText('Vecina que pide reserva')).toHaveCount(0);
    await elsewhere.close();
  });
});

test('the administrator decides how long persons are kept, campaign by campaign', async ({ page }) => {
  await enter(page, DEMO.admin, '/retention');
  await expect(page.getByText(/Ahora no vence ninguna campaña\./)).toBeVisible();
  const search = page.getByPlaceholder('Buscar campañas');
  await search.fill('bibliotecas');
  const change = page.getByRole('button', { name: /^Cambiar el plazo de .*bibliotecas/i });
  await change.click();
  const dialog = page.getByRole('dialog');
  const choose = async (kind: string) => {
    await dialog.getByRole('combobox', { name: 'Plazo' }).click();
    await page.getByRole('option', { name: kind }).click();
  };
  await choose('Sin plazo, con un motivo');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Juicio en curso');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Sin plazo: Juicio en curso')).toBeVisible();
  await change.click();
  await choose('Un plazo propio');
  await dialog.getByRole('textbox', { name: 'Meses después del fin de la campaña' }).fill('120');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('cell', { name: '120 meses' })).toBeVisible();
  await expectAccessible(page);

  // The campaign's own page says it.
  await page.getByRole('link', { name: /bibliotecas/i }).click();
  await expect(page.getByText(/^120 meses: hasta el /)).toBeVisible();

  await page.goto('/retention');
  await page.getByRole('button', { name: 'Detener la anonimización' }).click();
  await expect(page.getByText('La anonimización está detenida.')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir con la anonimización' }).click();
  await expect(page.getByText('La anonimización está detenida.')).toHaveCount(0);
  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/pageNumber=1/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
