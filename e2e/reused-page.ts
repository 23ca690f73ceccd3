import type { Page } from '@playwright/test';

/** Of our address, which storage belongs to, and without a line of the app. */
export const BLANK_PAGE = '/api/ready';

/**
 * Leaves a page for the next journey as if nobody had been there. The same page serves all journeys of a worker, because a new one
 * starts a process and compiles the app from its text: nearly half of what a journey's first page costs.
 */
export async function resetPage(page: Page): Promise<void> {
  page.removeAllListeners();
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  // A response still pending when a journey ended is no fault.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(BLANK_PAGE);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await context.clearCookies();
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(VIEWPORT);
}

export const VIEWPORT = { width: 1440, height: 900 };
