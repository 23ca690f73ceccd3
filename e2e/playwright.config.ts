import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { VIEWPORT } from './reused-page.ts';

/**
 * Journeys run against the real product: the built web app, the real server, its embedded PostgreSQL and the demo data.
 * The configuration is read again in every worker, so what must be the same everywhere travels in the environment.
 */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'campanero-e2e-'));
// Below the range from which the system takes the ports of outgoing connections (32768 and up on Linux): the browsers open
// thousands of those, and a second node takes the next port minutes later.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
const url = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  ...(!process.env.E2E_FULL && { grepInvert: /@full/ }),
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  // Two cores are shared by browser, server and database, and on a newcomer's machine by whatever else runs there: long limits,
  // so that a slow moment is no fault, and no second try, so that a journey that only sometimes works is one.
  timeout: 180_000,
  retries: 0,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list', { printSteps: false }]],
  use: {
    baseURL: url,
    viewport: VIEWPORT,
    locale: 'es-AR',
    // Far from the product's own zone on purpose: what is shown must be UTC-3 all the same.
    timezoneId: 'Asia/Tokyo',
    // Frames that nobody looks at are a third of the work of two cores.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace records the page at every step and doubles the time; a picture of the failure is enough to begin with.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        // A page lives for seconds: optimising its code costs more than it brings.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  webServer: {
    command: 'exec node packages/server/src/main.ts',
    cwd: join(import.meta.dirname, '..'),
    url: `${url}/api/ready`,
    // The demo data takes half a minute, several on a machine that does much else.
    timeout: 360_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: process.env.E2E_PORT,
      PUBLIC_URL: url,
      DATA_DIR: process.env.E2E_DATA_DIR,
      SEED: 'demo',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
    },
  },
});
