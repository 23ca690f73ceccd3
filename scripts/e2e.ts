import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { run } from './run.ts';

const CHROMIUM = process.env.CHROMIUM ?? (await findChromium());
// Readable by PostgreSQL's own user: otherwise root's database would be placed elsewhere and never be removed.
const E2E_DATA_DIR = await mkdtemp(join(tmpdir(), 'campanero-e2e-'));
await chmod(E2E_DATA_DIR, 0o711);
// Ctrl+C reaches Playwright too, which ends its server: this waits for it, to remove what it leaves.
process.on('SIGINT', () => {});

const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)];
const code = await run('playwright', args, { CHROMIUM, E2E_DATA_DIR });
await rm(E2E_DATA_DIR, { recursive: true, force: true });
process.exit(code);
