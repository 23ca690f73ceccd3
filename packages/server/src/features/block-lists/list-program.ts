import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import { attemptList } from './attempt-list.ts';
import type { ListTask } from './load-list.ts';

// Entry point of the child process that runs one attempt.
serveTask<ListTask>({
  applicationName: 'campanero block list',
  openLog,
  run: ({ ctx, input, abort, onStep }) => attemptList(ctx, input, abort, onStep),
});
