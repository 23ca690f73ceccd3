import { CHECK_STEPS } from './steps.ts';
import { runSteps } from './run.ts';

await runSteps(CHECK_STEPS);
