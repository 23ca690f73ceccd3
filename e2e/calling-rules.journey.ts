import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, llamado, panel } from './calling-desk.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

test.use({ expectedFailures: [422] });

const DAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];
/** The product's weekday, at UTC-3. */
const today = () => DAYS[new Date(Date.now() - 3 * 3_600_000).getUTCDay()]!;

test('the administrator sets rules and holidays; wrong ones are named, and nothing is saved', async ({ page }) => {
  await enter(page, DEMO.admin, '/calling-rules');
  const rules = page.getByRole('form', { name: 'Reglas del sistema' });
  await rules.getByLabel('Limitar el horario').check();
  await rules.getByLabel('Martes, desde').fill('20:00');
  await rules.getByLabel('Martes, hasta').fill('09:00');
  await expect(rules.getByText('El horario termina antes de empezar.')).toBeVisible();
  await expect(rules.getByRole('button', { name: 'Guardar' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  // Other journeys call at this very moment: nothing that would close their campaigns is saved.
  await rules.getByRole('button', { name: 'Cancelar' }).click();
  await rules.getByLabel('Intentos en total').fill('499');
  await rules.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Las reglas de llamado fueron actualizadas.')).toBeVisible();
  await rules.getByLabel('Intentos en total').fill('');
  await rules.getByRole('button', { name: 'Guardar' }).click();
  await expect(rules.getByRole('button', { name: 'Guardar' })).toHaveAttribute('aria-disabled', 'true');

  const holidays = page.getByRole('region', { name: 'Feriados' });
  await expect(holidays.getByText('Navidad').first()).toBeVisible();
  const dialog = page.getByRole('dialog');
  const add = async (day: string, name: string) => {
    await holidays.getByRole('button', { name: 'Agregar feriado' }).click();
    await dialog.getByRole('spinbutton').first().click();
    await page.keyboard.type(day);
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
  };
  await add('05052031', 'Día de prueba');
  await expect(holidays.getByText('Día de prueba')).toBeVisible();
  await add('05052031', 'Otra vez');
  await expect(dialog.getByText('Ese día ya figura entre los feriados.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await holidays.getByRole('button', { name: /^Editar Día de prueba/ }).click();
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await expect(holidays.getByText('Día de prueba')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a campaign closed by its calling rules says why and until when; outcomes can still be registered', async ({
  page,
  request,
}) => {
  const desk = await aCallingDesk(request, { name: 'Fuera de hora', people: ['Zulma'], prefix: '6477', contacts: 2 });
  const [zulma] = desk.operators;
  const path = await desk.contactPath(zulma!);
  await enter(page, DEMO.admin, `/campaign/edit/${desk.campaignId}`);
  await page.getByLabel('Reglas de llamado propias').check();
  await page.getByLabel('Limitar el horario').check();
  await page.getByRole('group', { name: today() }).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: /^(Guardar|Actualizar)/ }).click();
  await expect(page.getByText(/actualizada correctamente|actualizado correctamente|guardad/i).first()).toBeVisible();

  await enter(page, zulma!.email, path, DESK_PASSWORD);
  const note = page.getByRole('alert').filter({ hasText: 'Está fuera del horario de llamado. Se podrá llamar desde' });
  await expect(note).toBeVisible();
  await expect(llamado(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Siguiente contacto/ }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText(/Está fuera del horario/)).toBeVisible();

  await note.getByRole('button', { name: 'Registrar lo hablado' }).click();
  await panel(page)
    .getByRole('option', { name: /^Volver a llamar/ })
    .click();
  await panel(page).getByRole('button', { name: 'En 1 h' }).click();
  await expect(panel(page).getByText(/Está fuera del horario de llamado: se llamaría recién desde/)).toBeVisible();
  await expectAccessible(page);
  const save = panel(page).getByRole('button', { name: 'Guardar', exact: true });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await panel(page).getByLabel('Dejarlo así').check();
  await save.click();
  await expect(page.getByText('El contacto fue actualizado correctamente.').first()).toBeVisible();
});
