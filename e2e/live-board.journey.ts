import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage } from './calling-desk.ts';
import { CUT_OFF_STATUS, holdConnection } from './held-connection.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

/** Of the base catalogue. */
const NO_ANSWER = 3;

test.use({ expectedFailures: [CUT_OFF_STATUS], fresh: true });

test('the board follows an operator in another browser, also after a lost connection, and fits a wall screen and a phone', async ({
  page,
  context,
  browser,
  request,
}) => {
  const name = 'Tablero en movimiento';
  const desk = await aCallingDesk(request, { name, people: ['Tamara'], prefix: '6391', contacts: 4 });
  const tamara = desk.operators[0]!;
  const connection = await holdConnection(context);
  await enter(page, DEMO.coordinator, '/monitor/live');
  const row = page.getByRole('row', { name: /Tamara Contacto/ });
  const lastHour = row.getByRole('cell').nth(3);
  const campaign = page.getByRole('listitem').filter({ hasText: name });
  // Signed in a moment ago, and no call yet.
  await expect(row).toContainText('Activo');
  await expect(lastHour).toHaveText('0');
  // A campaign without a pace comes last, behind the fold.
  await page.getByRole('button', { name: /^y \d+ más/ }).click();
  await expect(campaign).toContainText('0,0 %');
  await expect(campaign).toContainText('4 por llamar');
  await expect(page.getByText('Conectado', { exact: true })).toBeVisible();

  const operator = await browser.newContext();
  const telephone = await operator.newPage();
  await enter(telephone, tamara.email, await desk.contactPath(tamara), DESK_PASSWORD);
  await expect(row).toContainText('En llamado');
  await waitForContactPage(telephone);
  await telephone.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'No contesta' }).click();
  await panel(telephone)
    .getByRole('button', { name: /^Guardar y siguiente/ })
    .click();
  // By the event: the minute's fallback would come too late for this.
  await expect(lastHour).toHaveText('1');
  // Not answered: called, and still to be called.
  await expect(campaign).toContainText('25,0 %');
  await expect(campaign).toContainText('4 por llamar');
  await operator.close();

  await connection.cut();
  await expect(page.getByText('Sin conexión. Lo escrito se conserva; reintentando…')).toBeVisible();
  const next = `/campaign/${desk.campaignId}/call/0/next`;
  const { callId } = await desk.ask<{ callId: number }>('get', next, undefined, tamara);
  await desk.ask('post', `/campaign/${desk.campaignId}/call/${callId}`, { stateId: NO_ANSWER }, tamara);
  await expect(lastHour).toHaveText('1');
  connection.mend();
  await expect(lastHour).toHaveText('2', { timeout: 30_000 });
  await expect(campaign).toContainText('50,0 %');

  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: 'Tamara Contacto' })).toContainText('por llamar');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await setColorScheme(page, 'light');

  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.getByRole('main').getByRole('button', { name: 'Pantalla completa' }).click();
  const wall = page.getByRole('dialog', { name: 'En vivo, pantalla completa' });
  await expect(wall).toContainText('Trabajando ahora');
  await expect(wall).not.toContainText('Tamara Contacto');
  const smallest = await wall.evaluate((screen) =>
    Math.min(
      ...[...screen.querySelectorAll('*')]
        .filter((part) => [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim()))
        .map((part) => Number.parseFloat(getComputedStyle(part).fontSize)),
    ),
  );
  expect(smallest).toBeGreaterThanOrEqual(30);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
});
