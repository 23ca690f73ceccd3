import { openLog } from '../../http/logging.ts';
import { serveTask } from '../../jobs/child-task.ts';
import type { Attempt } from '../../work/attempts.ts';
import { attemptExport } from './make-export.ts';

/** Child process of one export attempt. */
serveTask<Attempt<string>>({
  applicationName: 'campanero export',
  openLog,
  run: ({ ctx, input, onStep }) => attemptExport(ctx, input, onStep),
});
