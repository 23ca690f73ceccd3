import { aCallingDesk, DESK_PASSWORD, panel, waitForContactPage } from './calling-desk.ts';
import { expect, FULL, navigateInApp, signInOnScreen, test } from './product.ts';

test.use({ fresh: true });

const HOUR_MS = 3_600_000;
/** A campaign that began half a day ago and ends in two hours: each of these clocks would close it or the session. */
const CLOCKS = [
  { name: 'a day behind', hours: -24 },
  { name: 'three hours ahead', hours: 3 },
  { name: 'nine hours ahead', hours: 9 },
];

/** Before any script of the page: what the browser would say on a PC whose clock is off by so much. */
function shiftClock(shiftMs: number): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: unknown[]) {
      if (parts.length === 0) super(RealDate.now() + shiftMs);
      else super(...(parts as [number]));
    }
    static override now = () => RealDate.now() + shiftMs;
  } as DateConstructor;
}

test('a wrong clock on the PC changes nothing', FULL, async ({ context, request }) => {
  const desk = await aCallingDesk(request, {
    name: 'Relojes',
    people: ['Aurora'],
    prefix: '6390',
    // Each visit also leaves one behind that is reserved as the next.
    contacts: 12,
    endsInHours: 2,
  });
  const [aurora] = desk.operators;
  for (const { name, hours } of CLOCKS)
    await test.step(name, async () => {
      const path = await desk.contactPath(aurora!);
      const page = await context.newPage();
      await page.addInitScript(shiftClock, hours * HOUR_MS);
      await signInOnScreen(page, aurora!.email, DESK_PASSWORD);
      await expect(page).toHaveURL(/\/campaigns/);
      // A reload takes the stored session up again.
      await page.goto(path);
      await waitForContactPage(page);
      await page.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'No contesta' }).click();
      await panel(page)
        .getByRole('button', { name: /^Guardar y siguiente/ })
        .click();
      await expect(page.getByText('El contacto fue actualizado correctamente.').first()).toBeVisible();
      await navigateInApp(page, path);
      await expect(page.getByText(/^Hoy ~/).first()).toBeVisible();
      // The next PC knows nobody yet.
      await page.evaluate(() => localStorage.clear());
      await page.close();
    });
});
