import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import { upload } from '../../../lib/files.ts';
import { campaignFormData, contentMark } from '../campaign-form-data.ts';

interface ScriptChange {
  /** Links of the present scripts that stay. */
  kept: readonly string[];
  files: readonly File[];
  version: number;
}

/** New files beside the kept ones, in one request (spec 7). */
export function useReplaceScripts(id: number) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: ({ kept, files, version }: ScriptChange) => {
      const fields = { links: kept.join(','), version };
      setProgress(0);
      return upload(campaigns.scripts, {
        params: { id },
        form: campaignFormData(fields, files),
        idempotencyKey: keyFor(contentMark(fields, files)),
        onProgress: setProgress,
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['campaigns', 'events'] }),
  });
  return { ...mutation, progress };
}
