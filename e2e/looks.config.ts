import { join } from 'node:path';
import journeys from './playwright.config.ts';

/** A Thursday morning in the middle of the city's year. */
process.env.LOOKS_CLOCK ??= '2026-03-12T11:20:00-03:00';
const server = journeys.webServer as { command: string; env: Record<string, string> };

/** `npm run looks`: a picture of every page, for comparing with those of the last release. No defineConfig(): it would start both servers. */
export default {
  ...journeys,
  testMatch: 'looks.pictures.ts',
  // One after the other, so that each run finds the data as the one before did.
  workers: 1,
  timeout: 120_000,
  fullyParallel: false,
  globalSetup: './looks-report.ts',
  webServer: {
    ...server,
    command: `exec node --import ${join(import.meta.dirname, 'fixed-clock.ts')} packages/server/src/main.ts`,
    env: { ...server.env, LOOKS_CLOCK: process.env.LOOKS_CLOCK },
  },
};
