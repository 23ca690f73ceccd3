import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

/** The headless one first: it draws no window around the page, which took as long as the page itself. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser of the journeys: CHROMIUM, the system's, Playwright's own; else it is installed. */
export async function findChromium(): Promise<string> {
  const found = existing();
  if (found) return found;
  console.log('No Chromium found: installing one for the browser tests.');
  await install();
  const installed = existing();
  if (installed) return installed;
  console.error(
    [
      'The browser tests need a Chromium and none could be installed here.',
      '  Debian or Ubuntu:  sudo apt-get install chromium-headless-shell',
      '  elsewhere:         npx playwright install chromium',
      '  or set CHROMIUM to the path of a Chromium or Chrome program.',
    ].join('\n'),
  );
  process.exit(1);
}

function existing(): string | undefined {
  const given = process.env.CHROMIUM;
  if (given) {
    if (existsSync(given)) return given;
    console.error(`CHROMIUM is set to ${given}, which does not exist.`);
    process.exit(1);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  const own = chromium.executablePath();
  return onPath ?? (own && existsSync(own) ? own : undefined);
}

/** Debian's package where we may install packages, Playwright's own build elsewhere. */
async function install(): Promise<void> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], env);
    for (const name of ['chromium-headless-shell', 'chromium'])
      if ((await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)) === 0) return;
  }
  await run('playwright', ['install', 'chromium']).catch(() => 1);
}
