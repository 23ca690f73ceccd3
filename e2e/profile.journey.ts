import type { Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import {
  aColleague,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  navigateInApp,
  OWN_PASSWORD,
  placeOf,
  signInOnScreen,
  test,
} from './product.ts';

const PHONE = { width: 390, height: 844 };

/** As a telephone takes it: higher than wide. Red above, blue below. */
const aPhoto = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 600;
    canvas.height = 900;
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = '#c00000';
    pen.fillRect(0, 0, 600, 450);
    pen.fillStyle = '#0000c0';
    pen.fillRect(0, 450, 600, 450);
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });

/** A long name takes a line more: the lowest row is one without. */
const lowestRow = (page: Page) =>
  page.evaluate(() =>
    Math.min(...Array.from(document.querySelectorAll('tbody tr'), (row) => row.getBoundingClientRect().height)),
  );

const choose = async (page: Page, preference: RegExp, option: string) => {
  await page.getByRole('button', { name: preference }).click();
  await page.getByRole('menuitemradio', { name: option, exact: true }).click();
};

test('preferences apply at once, after a reload and at the next sign-in', FULL, async ({ page }) => {
  const { email } = await aColleague(page.request, 'Petra');
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  const row = page.getByRole('row').nth(3);
  await expect(row).toBeVisible();
  const roomy = await lowestRow(page);

  await navigateInApp(page, '/pages/profile');
  // Two columns from 1280 on, one below.
  const columns = async () => {
    const [own, password] = [
      await placeOf(page.getByRole('region', { name: 'Datos personales' })),
      await placeOf(page.getByRole('region', { name: 'Cambiar contraseña' })),
    ];
    return password.x > own.x + own.width ? 2 : 1;
  };
  expect(await columns()).toBe(2);
  await page.setViewportSize({ width: 1279, height: 900 });
  await expect.poll(columns).toBe(1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(columns).toBe(2);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose(page, /^Página de inicio/, 'Auditoría');
  await choose(page, /^Filas por página/, '25');
  await page.getByRole('button', { name: 'Compacta' }).click();
  await page.getByRole('switch', { name: 'Atajos de teclado' }).click();
  await page.getByRole('button', { name: 'Probar' }).click();
  await expect(page.getByText('User data saved to campanero').first()).toBeVisible();

  await page.goto('/');
  await expect(page).toHaveURL(/\/audit$/);
  await navigateInApp(page, '/campaigns');
  await expect(page.getByRole('button', { name: /^Filas por página.*25$/ })).toBeVisible();
  expect(await lowestRow(page)).toBeLessThan(roomy - 4);
  // In the compact table, too, what can be pressed is large enough (WCAG 2.5.8).
  const menu = await placeOf(row.getByRole('button').last());
  expect(Math.min(menu.width, menu.height)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await signInOnScreen(page, email, OWN_PASSWORD);
  await expect(page).toHaveURL(/\/audit$/);
});

test('a picture is chosen, stored, shown and removed', async ({ page }) => {
  const { email } = await aColleague(page.request, 'Rita');
  await enter(page, email, '/pages/profile', OWN_PASSWORD);
  const group = page.getByRole('group', { name: 'Foto' });
  await expect(group.getByText('JPG, PNG o WebP de hasta 5 MB.')).toBeVisible();
  const buffer = Buffer.from(await aPhoto(page), 'base64');
  await page.getByTestId('picture-input').setInputFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer });
  await group.getByRole('button', { name: 'Guardar foto' }).click();
  await expect(page.getByText('Foto guardada.')).toBeVisible();
  // In the profile, the navbar and the user menu, and there again after a reload.
  await expect(page.locator('img')).toHaveCount(3);
  await page.reload();
  await expect(page.locator('img')).toHaveCount(3);
  const size = await group
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.naturalHeight]));
  expect(size).toEqual([256, 256]);

  await page.setViewportSize(PHONE);
  await setColorScheme(page, 'dark');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Quitar foto' }).click();
  await expect(page.getByText('Foto quitada.')).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
});

test('help is in the same place on each page and is about that page', FULL, async ({ page }) => {
  const { email } = await aColleague(page.request, 'Elsa');
  await enter(page, email, '/campaigns', OWN_PASSWORD);
  const opener = page.getByRole('button', { name: 'Ayuda', exact: true });
  const sheet = page.getByRole('dialog', { name: 'Ayuda de esta página' });
  const places: unknown[] = [];
  for (const [path, title, words] of [
    ['/campaigns', 'Campañas', 'Es la lista de las campañas'],
    ['/audit', 'Auditoría', 'Es el registro de lo que se hizo'],
    ['/pages/profile', 'Mi perfil', 'Aquí están sus datos'],
  ] as const) {
    await navigateInApp(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const { x, y } = await placeOf(opener);
    places.push([Math.round(x), Math.round(y)]);
    await opener.click();
    await expect(sheet.getByText(words)).toBeVisible();
    if (path === '/audit') await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  expect(new Set(places.map(String)).size).toBe(1);

  await page.setViewportSize(PHONE);
  await setColorScheme(page, 'dark');
  await opener.click();
  await expect(sheet).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
