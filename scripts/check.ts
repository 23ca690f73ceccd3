import { runLanes } from './run.ts';
import { CHECK_LANES } from './steps.ts';

await runLanes(CHECK_LANES);
