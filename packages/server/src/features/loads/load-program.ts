import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import { attemptLoad } from './attempt-load.ts';
import type { LoadTask } from './load-audience.ts';

/** Child process of one load attempt (docs/decisions/014-loading.md). */
serveTask<LoadTask>({
  applicationName: 'campanero load',
  openLog,
  run: ({ ctx, input, abort, onStep }) => attemptLoad({ ctx, databaseUrl: ctx.databaseUrl, ...input, abort, onStep }),
});
