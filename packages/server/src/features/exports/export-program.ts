import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import { attemptExport } from './make-export.ts';
import type { Attempt } from './exports.queries.ts';

/** Child process of one export attempt. */
serveTask<Attempt>({
  applicationName: 'campanero export',
  openLog,
  run: ({ ctx, input, onStep }) => attemptExport(ctx, input, { onStep }),
});
