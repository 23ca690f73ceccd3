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
