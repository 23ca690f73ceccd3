import { rm } from 'node:fs/promises';
import { findChromium } from './chromium.ts';
import { makeDataFolder } from './data-folder.ts';
import { run } from './run.ts';

const CHROMIUM = process.env.CHROMIUM ?? (await findChromium());
// An empty one would mean the developer's own data.
const E2E_DATA_DIR = process.env.E2E_DATA_DIR || (await makeDataFolder());
// Ctrl+C reaches Playwright too, which ends its server: this waits for it, to remove what it leaves.
process.on('SIGINT', () => {});

const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
const code = await run('playwright', args, { CHROMIUM, E2E_DATA_DIR });
await rm(E2E_DATA_DIR, { recursive: true, force: true });
process.exit(code);
