import { rmSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { makeDataFolder } from './data-folder.ts';
import { runLanes, runSteps } from './run.ts';
import { READ_LANES, testSteps } from './steps.ts';

// First, so that a missing browser is reported now and not after minutes of tests.
const CHROMIUM = await findChromium();
await runLanes(READ_LANES);
const E2E_DATA_DIR = await makeDataFolder();
process.on('exit', () => rmSync(E2E_DATA_DIR, { recursive: true, force: true }));
await runSteps(testSteps({ CHROMIUM, E2E_DATA_DIR }));
