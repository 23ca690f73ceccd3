import { expectAccessible } from './accessible.ts';
import { expectNoFaults, smallTargets } from './hand-checks.ts';
import { DEMO, enter, expect, expectNoSidewaysScroll, test } from './product.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

test('the help of a screen leads to its page of the manual, and from there the search to any other', async ({
  page,
  context,
}) => {
  await enter(page, DEMO.operator, '/callbacks');
  await page.getByRole('button', { name: 'Ayuda' }).click();
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Abrir en el manual' }).click();
  const manual = await opening;
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Mis rellamados');
  await manual.getByRole('searchbox', { name: 'Buscar en el manual' }).fill('numero invalido');
  await manual.keyboard.press('Enter');
  await manual
    .getByRole('link', { name: /^Contacto/ })
    .first()
    .click();
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Contacto');
});

/** All pages are rendered alike: some of them show a fault of the whole. */
const EVERY = process.env.E2E_FULL ? 1 : 8;

test('the pages of the manual are accessible and reflow, without a session', async ({ page }) => {
  await page.goto('/manual');
  const links = page.getByRole('navigation', { name: 'Páginas del manual' }).getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  expect(addresses.length).toBeGreaterThan(40);
  const looked = [...addresses.filter((_address, place) => place % EVERY === 0), '/manual/buscar?q=llamado'];
  for (const [place, address] of looked.entries())
    await test.step(address, async () => {
      await page.setViewportSize(SIZES[place % SIZES.length]!);
      await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark' });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, address);
      await expectNoFaults(smallTargets(page), address);
    });
});
