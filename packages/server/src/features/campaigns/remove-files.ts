import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Takes files out of the store whose rows are gone. Removing what is not there is no error, so it may run twice. */
export const removeFilesJob = defineJob({
  name: 'campaign.remove-files',
  payload: z.object({ keys: z.array(z.string()).max(100) }),
  retry: { limit: 20, delaySeconds: 30, maxDelaySeconds: 3_600 },
  expireSeconds: 300,
  async handler({ files }, { keys }) {
    for (const key of keys) await files.remove(key);
  },
});
