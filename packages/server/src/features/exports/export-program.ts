import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import { attemptExport } from './make-export.ts';
import type { Attempt } from './exports.queries.ts';

/** The child process of one attempt at an export. */
serveTask<Attempt>({
  applicationName: 'campanero export',
  openLog,
  run: ({ ctx, input, onStep }) => attemptExport(ctx, input, { onStep }),
});
