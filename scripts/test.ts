import { findChromium } from './chromium.ts';
import { runLanes, runSteps } from './run.ts';
import { READ_LANES, TEST_STEPS } from './steps.ts';

// First, so that a missing browser is reported now and not after minutes of tests.
const chromium = await findChromium();
await runLanes(READ_LANES);
await runSteps(TEST_STEPS.map((step) => ({ ...step, env: { CHROMIUM: chromium, ...step.env } })));
