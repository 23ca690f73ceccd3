import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { isOngoing } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import { upload } from '../../../lib/files.ts';
import { campaignFormData, contentMark } from '../campaign-form-data.ts';
import type { InformationValues } from '../information-form.ts';
import { campaignQuery } from './campaign-detail.ts';

/** Only what changed; empty text clears (decisions 2). */
export type CampaignChanges = Partial<
  Omit<InformationValues, 'objectiveId' | 'coordinatedBy'> & {
    objectiveId: number;
    coordinatedBy: number;
    districtId: string;
    sectionId: string;
    subsectionId: string;
    formId: string;
    states: number[];
  }
>;

/** A running campaign, or one in review, has a door of its own for what may still change (spec 7). */
function sendOngoing(id: number, changes: CampaignChanges, version: number, idempotencyKey: string) {
  const { name, description, externalId, endDate, operators, states } = changes;
  const body = Object.fromEntries(
    Object.entries({ name, description, externalId, endDate, operators, states, version }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return call(campaigns.ongoing, { params: { id }, body }, { idempotencyKey });
}

/** `version` is the one the person has seen: somebody else's change in between is a conflict, not overwritten. */
export function useUpdateCampaign(id: number, status: CampaignStatus) {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: ({ changes, version }: { changes: CampaignChanges; version: number }): Promise<CampaignDetail> => {
      const fields = { ...changes, version };
      const idempotencyKey = keyFor(contentMark(fields));
      return isOngoing({ status })
        ? sendOngoing(id, changes, version, idempotencyKey)
        : upload(campaigns.update, { params: { id }, form: campaignFormData(fields), idempotencyKey });
    },
    onSuccess: (campaign) => {
      queryClient.setQueryData(campaignQuery(id).queryKey, campaign);
      void queryClient.invalidateQueries({
        queryKey: ['campaigns'],
        predicate: ({ queryKey }) => queryKey[1] !== 'detail',
      });
    },
  });
}
