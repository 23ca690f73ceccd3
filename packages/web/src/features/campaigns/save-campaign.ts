import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { isOngoing, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { type CampaignInformation, runningInformation } from '@campanero/contract/campaigns/write-schemas';
import type { peopleOfCampaign } from '@campanero/contract/loads/schemas';
import type { Destination } from '@campanero/contract/users/leaving';
import { SCRIPT_FILES } from '@campanero/contract/shared/files';
import { useState } from 'react';
import type { z } from 'zod';
import { fileMark } from '../../components/files/file-list.tsx';
import { call } from '../../lib/api.ts';
import { upload } from '../../lib/files.ts';
import { useChange } from '../../lib/changes.ts';
import { endpointKey } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { campaignQuery } from './api.ts';
import type { placeValue } from './information-form.ts';

export interface NewCampaign {
  information: CampaignInformation;
  place: z.infer<typeof placeValue>;
  formId: string | undefined;
  surveyId: number | undefined;
  files: readonly File[];
  people?: z.input<typeof peopleOfCampaign> | undefined;
}

/** `progress`: share that was sent, 0 to 1. */
export function useCreateCampaign() {
  const [progress, setProgress] = useState(0);
  const mutation = useChange(
    async (campaign: NewCampaign, options) => {
      setProgress(0);
      const form = campaignFormData(newFields(campaign), campaign.files);
      const { data } = await upload(campaigns.create, { form, ...options, onProgress: setProgress });
      return data.id;
    },
    { isRepeatable: (campaign) => contentMark(newFields(campaign), campaign.files), refetches: ['campaigns'] },
  );
  return { ...mutation, progress };
}

const newFields = ({ information, place, formId, surveyId, people }: NewCampaign) => ({
  ...information,
  externalId: information.externalId || undefined,
  exemptReason: information.obeysLists ? undefined : information.exemptReason,
  callingRules: information.callingRules ?? undefined,
  districtId: place.districtId || undefined,
  sectionId: place.sectionId || undefined,
  subsectionId: place.subsectionId || undefined,
  formId,
  surveyId,
  people,
});

/** Changed fields; empty text clears (rule campaign-life/absent-stays). */
export type CampaignChanges = Partial<
  CampaignInformation &
    z.infer<typeof placeValue> & { formId: string; surveyId: number | null; states: number[]; handover: Destination }
>;

type CampaignUpdate = { changes: CampaignChanges; version: number };

const ONGOING_FIELDS = [...Object.keys(runningInformation.shape), 'handover', 'states', 'surveyId'];

/** Ongoing campaigns have an endpoint of their own. */
function sendOngoing(id: number, { changes, version }: CampaignUpdate, options: { idempotencyKey?: string }) {
  const allowed = Object.entries(changes).filter(([name]) => ONGOING_FIELDS.includes(name));
  return call(campaigns.ongoing, { params: { id }, body: { ...Object.fromEntries(allowed), version } }, options);
}

export const useUpdateCampaign = (id: number, status: CampaignStatus) =>
  useChange(
    (update: CampaignUpdate, options): Promise<CampaignDetail> => {
      const form = () => campaignFormData({ ...update.changes, version: update.version });
      return isOngoing({ status })
        ? sendOngoing(id, update, options)
        : upload(campaigns.update, { params: { id }, form: form(), ...options });
    },
    {
      isRepeatable: ({ changes, version }) => contentMark({ ...changes, version }),
      replaces: () => campaignQuery(id),
      onSuccess: () =>
        void queryClient.invalidateQueries({
          queryKey: ['campaigns'],
          predicate: ({ queryKey }) => queryKey[1] !== campaigns.detail.path,
        }),
    },
  );

type ScriptChange = { kept: readonly string[]; files: readonly File[]; version: number };

export function useReplaceScripts(id: number) {
  const [progress, setProgress] = useState(0);
  const fieldsOf = ({ kept, version }: ScriptChange) => ({ links: kept.join(','), version });
  const mutation = useChange(
    (change: ScriptChange, options) => {
      setProgress(0);
      const form = campaignFormData(fieldsOf(change), change.files);
      return upload(campaigns.scripts, { params: { id }, form, ...options, onProgress: setProgress });
    },
    {
      isRepeatable: (change) => contentMark(fieldsOf(change), change.files),
      refetches: [endpointKey('campaigns', campaigns.events)],
    },
  );
  return { ...mutation, progress };
}

type FormValue =
  | string
  | number
  | boolean
  | readonly number[]
  | CallingRules
  | NewCampaign['people']
  | null
  | undefined;

/** Lists are comma-joined, booleans 0 and 1, rules and people JSON; null is empty, which clears in an update; undefined is left out. */
function campaignFormData(fields: Record<string, FormValue>, files: readonly File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, wireText(value));
  for (const file of files) form.append(SCRIPT_FILES.field, file, file.name);
  return form;
}

function wireText(value: Exclude<FormValue, undefined>): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
}

/** Same content, same idempotency key. */
const contentMark = (fields: Record<string, FormValue>, files: readonly File[] = []): string =>
  JSON.stringify([fields, files.map(fileMark)]);
