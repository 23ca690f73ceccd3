import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, llamado, panel, waitForContactPage } from './calling-desk.ts';
import {
  DEMO,
  doOverlap,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  navigateInApp,
  placeOf,
  test,
  tokenOf,
} from './product.ts';

// The room there is: office screens of every size, the script beside the contact, and messages that cover nothing.

const OFFICE_SCREENS = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** Names that are cut: wider inside than the room they have. */
const cutNames = (names: Locator) =>
  names.evaluateAll((elements) =>
    elements.filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.textContent),
  );

/** Looks at every frame from now on for what a message covers; a frame or two may pass before it has made way. */
async function watchMessages(page: Page, kept: string[]): Promise<() => Promise<{ seen: number; covered: string[] }>> {
  const watch = await page.evaluateHandle((selectors) => {
    const found = { seen: 0, covered: [] as string[] };
    const since = new Map<Element, number>();
    const look = () => {
      const cards = [...document.querySelectorAll('[aria-label="Avisos"] > *')].map((card) =>
        card.getBoundingClientRect(),
      );
      if (cards.length > 0) found.seen += 1;
      for (const element of document.querySelectorAll(selectors.join())) {
        const place = element.getBoundingClientRect();
        const isCovered = cards.some(
          (card) =>
            card.left < place.right && place.left < card.right && card.top < place.bottom && place.top < card.bottom,
        );
        since.set(element, isCovered ? (since.get(element) ?? 0) + 1 : 0);
        if (since.get(element) === 3) found.covered.push(element.textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
    return found;
  }, kept);
  return () => watch.jsonValue();
}

test('on every office screen the whole form is visible and no name is cut', FULL, async ({ page, request }) => {
  const desk = await aCallingDesk(request, { name: 'Pantallas', people: ['Paula'], prefix: '6311', contacts: 3 });
  const [paula] = desk.operators;
  await page.setViewportSize(OFFICE_SCREENS[0]!);
  await enter(page, paula!.email, await desk.contactPath(paula!), DESK_PASSWORD);
  await waitForContactPage(page);
  for (const size of OFFICE_SCREENS) {
    await page.setViewportSize(size);
    const isNarrow = size.width < 1440;
    await expect
      .poll(async () => (await placeOf(page.getByRole('complementary').first())).width)
      .toBe(isNarrow ? 64 : 280);
    expect((await placeOf(page.getByRole('banner').first())).height).toBe(size.height < 800 ? 48 : 64);
    const results = page.getByRole('region', { name: 'Resultado' });
    expect(await cutNames(results.getByRole('button'))).toEqual([]);
    // One line, of three at least and the way to the rest.
    expect((await placeOf(results)).height).toBeLessThanOrEqual(60);
    expect(await results.getByRole('button').count()).toBeGreaterThanOrEqual(4);
    expect(await results.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    expect(await cutNames(page.getByRole('tablist', { name: 'Partes del contacto' }).locator('..'))).toEqual([]);

    await page.keyboard.press('Alt+l');
    // The same form everywhere: a row of buttons per kind, the first of them in one line.
    const kinds = panel(page).getByRole('listbox', { name: 'Estados' }).getByRole('group');
    const [first, second] = [kinds.first().getByRole('option').nth(0), kinds.first().getByRole('option').nth(1)];
    expect((await placeOf(first)).y).toBe((await placeOf(second)).y);
    const before = await placeOf(second);
    await page.keyboard.press('1');
    // Chosen, it is written bolder and moves nobody.
    expect(await placeOf(second)).toEqual(before);
    await page.keyboard.press('4');
    const date = panel(page).getByRole('group', { name: 'Volver a llamar el' }).first();
    const observations = panel(page).getByRole('textbox', { name: 'Observaciones' });
    const save = panel(page).getByRole('button', { name: /^Guardar y siguiente/ });
    // A low window has no footer: there the page may use all of it.
    const isLow = size.height < 800;
    await expect(page.getByRole('contentinfo')).toHaveCount(isLow ? 0 : 1);
    const bottom = isLow ? size.height : (await placeOf(page.getByRole('contentinfo'))).y;
    await expect(page.getByRole('region', { name: 'Mi día' })).toBeInViewport({ ratio: 1 });
    for (const part of [date, panel(page).getByRole('button', { name: 'Neutro' }), observations, save]) {
      const { y, height } = await placeOf(part);
      expect(y + height, `${String(part)} at ${size.width}x${size.height}`).toBeLessThanOrEqual(bottom);
    }
    // In sight, not only in the window: nothing lies over it.
    const { x, y, width, height } = await placeOf(observations);
    expect(height).toBeGreaterThanOrEqual(40);
    await page.mouse.click(x + width / 2, y + 12);
    await expect(observations).toBeFocused();
    expect(doOverlap(await placeOf(date), await placeOf(observations))).toBe(false);
    expect(await cutNames(panel(page).getByRole('option'))).toEqual([]);
    await expectNoSidewaysScroll(page);
    if (size.width === 1366) await expectAccessible(page);
    await observations.press('Escape');
    await expect(panel(page)).toBeHidden();
  }
  // On the smallest phone the number stands whole, and so does everything that is registered with it.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cutNames(page.getByRole('heading', { level: 1 }))).toEqual([]);
  await expectNoSidewaysScroll(page);
  await llamado(page).click();
  const affinity = panel(page).getByRole('group', { name: 'Afinidad' });
  expect(await cutNames(affinity.getByRole('button'))).toEqual([]);
  const negative = await placeOf(affinity.getByRole('button', { name: 'Negativo' }));
  expect(negative.x + negative.width).toBeLessThanOrEqual(320);
  await panel(page).getByRole('button', { name: 'Cerrar' }).click();
  // The rail brings the whole navbar over the page, and another page has it as it was.
  await page.setViewportSize(OFFICE_SCREENS[1]!);
  await page
    .getByRole('complementary')
    .first()
    .hover({ position: { x: 32, y: 400 } });
  await expect(page.getByRole('complementary').first().getByText('Campanero')).toBeVisible();
  await page.getByRole('complementary').first().getByRole('link', { name: 'Campañas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campañas' })).toBeVisible();
  expect((await placeOf(page.getByRole('complementary').first())).width).toBe(280);
});

test('the script is text at a size for reading, its page one click away, and both are remembered', async ({
  page,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const ask = async <T>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as T;
  const { campaigns } = await ask<{ campaigns: { id: number; name: string }[] }>('/campaign?pageNumber=0&pageSize=50');
  const { id } = campaigns.find(({ name }) => name === 'Relevamiento de vecinos · Comuna 4')!;
  const next = await ask<{ callId: number; number: string }>(`/campaign/${id}/call/0/next`);
  await page.setViewportSize({ width: 1366, height: 768 });
  await enter(page, DEMO.coordinator, `/campaign/detail/${id}/contact/${next.callId}/${next.number}`);
  const script = page.getByRole('region', { name: 'Script' });
  const text = script.getByText(/^Buenos días \(buenas tardes\)/);
  await expect(text).toBeVisible();
  const letters = () => text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(await letters()).toBe(15.5);
  // Its blanks are filled, and its steps ticked off while one reads.
  await expect(script.locator('[data-blank="filled"]')).toHaveCount(2);
  await expect(script.getByText('______')).toHaveCount(0);
  const steps = script.getByRole('checkbox');
  await page.keyboard.press('Alt+p');
  await expect(steps.first()).toBeChecked();
  await steps.first().press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(steps.nth(1)).toBeChecked();
  await expectAccessible(page);
  await script.getByRole('button', { name: /letra más grande/ }).click();
  expect(await letters()).toBeGreaterThan(16);
  // It runs on in the width there is.
  const region = script.getByRole('region');
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);

  await script.getByRole('button', { name: 'Ver página' }).click();
  const sheet = script.getByRole('group', { name: /página 1 de 1$/ });
  await expect(sheet.locator('canvas')).toBeVisible();
  // Without its margins the page is as wide as the column.
  const words = await placeOf(sheet.getByText(/Si no es un buen momento/).first());
  const column = await placeOf(script);
  expect(words.width).toBeGreaterThan(column.width * 0.85);
  await script.getByRole('button', { name: 'Ampliar' }).click();
  await expect.poll(async () => (await placeOf(sheet)).width).toBeGreaterThan(column.width);
  await page.reload();
  await expect(sheet.locator('canvas')).toBeVisible();
  await expect.poll(async () => (await placeOf(sheet)).width).toBeGreaterThan(column.width);
  await script.getByRole('button', { name: 'Ver texto' }).click();
  expect(await letters()).toBeGreaterThan(16);
});

test(
  'messages cover neither the page’s buttons nor its menus, on a desk and on a phone',
  FULL,
  async ({ page, request }) => {
    const desk = await aCallingDesk(request, {
      name: 'Avisos a la vista',
      people: ['Olga'],
      prefix: '6312',
      contacts: 4,
    });
    const [olga] = desk.operators;
    const contact = page.getByRole('heading', { level: 1 });
    await enter(page, olga!.email, '/404', DESK_PASSWORD);
    for (const size of [OFFICE_SCREENS[1]!, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      await navigateInApp(page, await desk.contactPath(olga!));
      await expect(llamado(page)).toHaveAttribute('aria-disabled', 'false');
      const recorded = await contact.innerText();
      // The number, and the buttons that call and go on.
      const look = await watchMessages(page, ['h1', 'main .MuiButton-contained', 'main [data-actions] button']);
      await llamado(page).click();
      await panel(page)
        .getByRole('option', { name: /No contesta/ })
        .click();
      if (size.width < 900) {
        // Also after the desk's form was drawn: its styles are there first then.
        const field = panel(page).getByRole('group', { name: 'Subestado' });
        const [label, hint] = [await placeOf(field.getByText('Subestado')), await placeOf(field.getByText('opcional'))];
        expect(hint.x - (label.x + label.width)).toBeGreaterThanOrEqual(5);
      }
      await panel(page)
        .getByRole('button', { name: /^Guardar y siguiente/ })
        .click();
      await expect(contact).not.toHaveText(recorded);
      // What was recorded, and the way back to it.
      await page.getByRole('link', { name: `Ver No contesta · ${recorded}` }).click();
      await expect(contact).toHaveText(recorded);
      const { seen, covered } = await look();
      expect(seen).toBeGreaterThan(0);
      expect(covered).toEqual([]);
    }

    // Not as the administrator, whom every audience that other journeys load sends messages.
    await enter(page, DEMO.coordinator, `/campaign/edit/${desk.campaignId}`);
    for (const [size, action] of [
      [OFFICE_SCREENS[2]!, 'Pausar'],
      [{ width: 390, height: 844 }, 'Reanudar'],
    ] as const) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const look = await watchMessages(page, ['main .MuiButton-contained', 'main [aria-haspopup="menu"]']);
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
      // On to the list while the message stands: there the button and a menu in every row are in other places.
      await expect(page.getByRole('region', { name: 'Avisos' }).locator('> *').first()).toBeVisible();
      await navigateInApp(page, '/campaigns');
      await expect(page.getByRole('button', { name: /^Acciones de/ }).first()).toBeVisible();
      if (size.width >= 900) {
        // The same height on every page, whatever makes them step aside.
        const toolbar = await placeOf(page.getByRole('banner').first());
        expect((await placeOf(page.getByRole('region', { name: 'Avisos' }))).y).toBe(toolbar.y + toolbar.height + 8);
      }
      const { seen, covered } = await look();
      expect(seen).toBeGreaterThan(0);
      expect(covered).toEqual([]);
      // Two at once leave no room on a phone whose every row has a button.
      await page.getByRole('button', { name: 'Cerrar aviso' }).first().click();
      await navigateInApp(page, `/campaign/edit/${desk.campaignId}`);
    }
  },
);
