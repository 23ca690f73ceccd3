import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import { attemptLoad, type LoadTask } from './attempt-load.ts';

/** Child process of one load attempt (docs/decisions/014-loading.md). */
serveTask<LoadTask>({
  applicationName: 'campanero load',
  openLog,
  run: ({ ctx, input, abort, onStep }) => attemptLoad(ctx, input, { abort, onStep }),
});
