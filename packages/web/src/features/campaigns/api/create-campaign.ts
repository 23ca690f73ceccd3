import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CampaignInformation } from '@campanero/contract/campaigns/write-schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import { upload } from '../../../lib/files.ts';
import { campaignFormData, contentMark } from '../campaign-form-data.ts';

export interface NewCampaign {
  information: CampaignInformation;
  place: { districtId: string; sectionId: string; subsectionId: string };
  formId: string | undefined;
  files: readonly File[];
}

/** One request creates the campaign with everything, or nothing (spec 7). `progress` is the share that has left, 0 to 1. */
export function useCreateCampaign() {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ information, place, formId, files }: NewCampaign) => {
      const fields = {
        ...information,
        // What is empty is not chosen: left out of the payload (spec 5, Location).
        externalId: information.externalId || undefined,
        districtId: place.districtId || undefined,
        sectionId: place.sectionId || undefined,
        subsectionId: place.subsectionId || undefined,
        formId,
      };
      setProgress(0);
      const { data } = await upload(campaigns.create, {
        form: campaignFormData(fields, files),
        idempotencyKey: keyFor(contentMark(fields, files)),
        onProgress: setProgress,
      });
      return data.id;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['campaigns'] }),
  });
  return { ...mutation, progress };
}
