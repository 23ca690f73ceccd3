import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** `npm run manual:pictures`: takes the pictures of docs/manual anew, in the product and with the data of the journeys. */
export default defineConfig(journeys, {
  testMatch: 'manual.pictures.ts',
  // One after the other: a picture must not show what another one is just doing.
  workers: 1,
  timeout: 60_000,
  use: { actionTimeout: 20_000 },
  fullyParallel: false,
});
