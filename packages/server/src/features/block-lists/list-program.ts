import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import type { Attempt } from '../../work/attempts.ts';
import { attemptList } from './attempt-list.ts';

/** Child process of one attempt at a block list's load. */
serveTask<Attempt>({
  applicationName: 'campanero block list',
  openLog,
  run: ({ ctx, input, abort, onStep }) => attemptList(ctx, input, abort, onStep),
});
