import type { Page } from '@playwright/test';
import { expectAccessible, wear } from './accessible.ts';
import { aColleague, enter, expect, expectNoSidewaysScroll, goWithin, OWN_PASSWORD, placeOf, test } from './product.ts';

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

test('a picture is chosen, kept, shown and taken back', async ({ page }) => {
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
  await wear(page, 'dark');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await group.getByRole('button', { name: 'Quitar foto' }).click();
  await expect(page.getByText('Foto quitada.')).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
});

test('help stands in the same place of each page and tells of that page', async ({ page }) => {
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
    await goWithin(page, path);
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
  await wear(page, 'dark');
  await opener.click();
  await expect(sheet).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
