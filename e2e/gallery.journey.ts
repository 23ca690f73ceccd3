import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { FULL } from './product.ts';

const CONFIG = fileURLToPath(new URL('../packages/web/vite.config.ts', import.meta.url));

let server: ViteDevServer;
test.beforeAll(async () => {
  server = await createServer({ configFile: CONFIG, server: { port: 0, host: '127.0.0.1', strictPort: false } });
  await server.listen();
});
test.afterAll(() => server.close());

// Playwright's own test: the gallery has no content policy and no API, and is served from another port than the product.

for (const direction of ['ltr', 'rtl'] as const)
  test(`every component of the gallery is accessible and fits, ${direction}`, FULL, async ({ page }, testInfo) => {
    test.setTimeout(180_000);
    await page.goto(`${server.resolvedUrls!.local[0]!}gallery/`);
    await expect(page.getByRole('heading', { name: 'Gráficos' })).toBeVisible({ timeout: 90_000 });
    if (direction === 'rtl') await page.getByRole('button', { name: 'RTL' }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    for (const scheme of ['light', 'dark'] as const) {
      await setColorScheme(page, scheme);
      await expectAccessible(page, `${direction}, ${scheme}`);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        // Charts are measured a moment after the window.
        const wide = () =>
          page.evaluate(() =>
            [...document.querySelectorAll('[data-example]')]
              .filter((section) => section.scrollWidth > section.clientWidth + 1)
              .map((section) => section.getAttribute('data-example')),
          );
        await expect.poll(wide, `${width} px`).toEqual([]);
        await page.screenshot({
          path: testInfo.outputPath(`gallery-${direction}-${scheme}-${width}.png`),
          fullPage: true,
        });
      }
    }
  });
