import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { isOngoing } from '@campanero/contract/campaigns/rules';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { CampaignInformation } from '@campanero/contract/campaigns/write-schemas';
import type { Destination } from '@campanero/contract/users/leaving';
import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { upload } from '../../lib/files.ts';
import { campaignQuery } from './api.ts';
import type { InformationValues } from './information-form.ts';

export interface NewCampaign {
  information: CampaignInformation;
  place: { districtId: string; sectionId: string; subsectionId: string };
  formId: string | undefined;
  files: readonly File[];
}

/** One request creates the campaign with everything, or nothing. `progress` is the share that has left, 0 to 1. */
export function useCreateCampaign() {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ information, place, formId, files }: NewCampaign) => {
      const fields = {
        ...information,
        // What is empty is not chosen: left out of the payload.
        externalId: information.externalId || undefined,
        exemptReason: information.obeysLists ? undefined : information.exemptReason,
        callingRules: information.callingRules ?? undefined,
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

/** Only what changed; empty text clears (rule campaign-life/absent-stays). */
export type CampaignChanges = Partial<
  Omit<InformationValues, 'objectiveId' | 'coordinatedBy'> & {
    objectiveId: number;
    coordinatedBy: number;
    districtId: string;
    sectionId: string;
    subsectionId: string;
    formId: string;
    states: number[];
    handover: Destination;
  }
>;

/** A running campaign, or one in review, has an endpoint of its own for what may still change. */
function sendOngoing(id: number, changes: CampaignChanges, version: number, idempotencyKey: string) {
  const { name, description, externalId, endDate, operators, handover, states } = changes;
  const { retryOtherHours, obeysLists, exemptReason, callingRules } = changes;
  const body = Object.fromEntries(
    Object.entries({
      name,
      description,
      externalId,
      endDate,
      operators,
      handover,
      states,
      retryOtherHours,
      obeysLists,
      exemptReason,
      callingRules,
      version,
    }).filter(([, value]) => value !== undefined),
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

interface ScriptChange {
  /** Links of the present scripts that stay. */
  kept: readonly string[];
  files: readonly File[];
  version: number;
}

/** New files beside the kept ones, in one request. */
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

type FormValue = string | number | boolean | readonly number[] | CallingRules | null | undefined;

/**
 * A form as the campaign endpoints take it: lists comma-joined, booleans as 0 and 1, rules as JSON, null empty. Undefined fields are left out;
 * empty ones are sent, and mean "cleared" in an update.
 */
function campaignFormData(fields: Record<string, FormValue>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, wireText(value));
  for (const file of files) form.append(SCRIPT_FILES.field, file, file.name);
  return form;
}

const isList = (value: object): value is readonly number[] => Array.isArray(value);

function wireText(value: Exclude<FormValue, undefined>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return isList(value) ? value.join(',') : JSON.stringify(value);
}

/** Tells two attempts apart: only an unchanged form may be repeated under the same idempotency key. */
const contentMark = (fields: Record<string, FormValue>, files: readonly File[] = []): string =>
  JSON.stringify([fields, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
