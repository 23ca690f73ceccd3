import type { Locator, Page } from '@playwright/test';
import { aCallingDesk, DESK_PASSWORD, llamado, panel } from './calling-desk.ts';
import { DEMO, enter, expect, FULL, type Place, placeOf, test } from './product.ts';

// A refused form says so near its button, and moves nothing: neither the button nor what was filled in.

test.use({ expectedFailures: [401, 409, 500] });

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Presses the button until the note comes (a kept draft takes no press in its first moment) and compares where everything stands with where it stood before. */
async function expectNothingMoves(page: Page, form: Locator, button: Locator): Promise<void> {
  const places = async () => Promise.all([button, ...(await form.getByRole('textbox').all())].map(placeOf));
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  const before = await places();
  const note = form.getByRole('alert');
  await expect(async () => {
    await button.click();
    await expect(note).toBeInViewport({ ratio: 1, timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  expect(await places()).toEqual(before);
  const isCovered = ({ x, y, width, height }: Place) =>
    note.evaluate(
      (element, [at, down]) => element.contains(document.elementFromPoint(at!, down!)),
      [x + width / 2, y + height / 2],
    );
  expect(await Promise.all(before.map(isCovered))).not.toContain(true);
  // Near the button: beside it, or right above.
  const shown = await placeOf(note);
  expect(before[0]!.y - (shown.y + shown.height)).toBeLessThan(32);
}

for (const [screen, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a refused form stays where it is: pages and a dialog, ${screen}`, FULL, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/signin');
    await page.getByLabel('Correo').fill('nadie@demo.gob.ar');
    await page.getByLabel('Contraseña', { exact: true }).fill('no es la contraseña');
    await expectNothingMoves(page, page.locator('form'), page.getByRole('button', { name: 'Ingresar' }));

    await page.route('**/api/user', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await enter(page, DEMO.admin, '/users/create');
    await page.getByLabel('Nombre', { exact: true }).fill('Ramona');
    await page.getByLabel('Apellido').fill('Galarza');
    await page.getByLabel('Correo').fill('ramona.galarza@demo.gob.ar');
    await page.getByRole('checkbox', { name: 'Operador', exact: true }).check();
    const create = page.getByRole('button', { name: 'Crear usuario' });
    await create.scrollIntoViewIfNeeded();
    await expectNothingMoves(page, page.locator('form'), create);

    await page.route(/\/api\/user\/\d+/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    await page.goto('/user/4');
    await page.getByRole('switch').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('llamados');
    await expectNothingMoves(page, dialog, dialog.getByRole('button', { name: /habilitar/i }));
  });
}

test(
  'a refused registration keeps its scroll position, on a desktop and on a phone',
  FULL,
  async ({ page, request }) => {
    const desk = await aCallingDesk(request, { name: 'Rechazado', people: ['Renata'], prefix: '6321', contacts: 2 });
    const [renata] = desk.operators;
    const path = await desk.contactPath(renata!);
    await page.route(/\/call\/\d+$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, json: { error: 'CALL_HELD', message: 'Call is held' } })
        : route.fallback(),
    );
    await page.setViewportSize(DESKTOP);
    await enter(page, renata!.email, path, DESK_PASSWORD);
    await expect(llamado(page)).toHaveAttribute('aria-disabled', 'false');
    await llamado(page).click();
    await panel(page).getByRole('option', { name: 'No contesta' }).click();
    const save = panel(page).getByRole('button', { name: 'Guardar', exact: true });
    await expectNothingMoves(page, panel(page), save);

    // The draft is there again, and the refusal is not.
    await page.setViewportSize(PHONE);
    await page.reload();
    await expect(panel(page).getByRole('option', { selected: true })).toContainText('No contesta');
    await expect(panel(page).getByRole('alert')).toHaveCount(0);
    await expectNothingMoves(page, panel(page), save);
  },
);
