import { findChromium } from './chromium.ts';
import { runSteps } from './run.ts';
import { TEST_STEPS } from './steps.ts';

// First of all, so that a machine without a browser hears of it now and not after minutes of tests.
const chromium = await findChromium();
await runSteps(TEST_STEPS.map((step) => ({ ...step, env: { CHROMIUM: chromium, ...step.env } })));
