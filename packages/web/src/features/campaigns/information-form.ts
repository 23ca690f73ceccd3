import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CampaignInformation } from '@campanero/contract/campaigns/write-schemas';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

export const informationValues = z.object({
  name: z.string(),
  externalId: z.string(),
  description: z.string(),
  objectiveId: z.number().nullable(),
  external: z.boolean(),
  coordinatedBy: z.number().nullable(),
  operators: z.array(z.number()),
  startDate: z.string(),
  endDate: z.string(),
  // Missing in drafts of earlier versions.
  retryOtherHours: z.boolean().default(true),
  obeysLists: z.boolean().default(true),
  exemptReason: z.string().default(''),
  // Any typed value: validated on saving.
  callingRules: z.custom<CallingRules | null>((value) => typeof value === 'object').default(null),
});
export type InformationValues = z.infer<typeof informationValues>;
/** All three empty: no place. */
export const placeValue = z.object({ districtId: z.string(), sectionId: z.string(), subsectionId: z.string() });
export const runningValues = informationValues.omit({
  objectiveId: true,
  external: true,
  coordinatedBy: true,
  startDate: true,
});
export type RunningValues = z.infer<typeof runningValues>;
export type InformationForm = UseFormReturn<InformationValues, unknown, CampaignInformation>;

export const EMPTY_INFORMATION: InformationValues = informationValues.parse({
  name: '',
  externalId: '',
  description: '',
  objectiveId: null,
  external: false,
  coordinatedBy: null,
  operators: [],
  startDate: '',
  endDate: '',
});

/** The schema drops the other fields of the campaign. */
export const informationOf = (campaign: CampaignDetail): InformationValues =>
  informationValues.parse({
    ...campaign,
    externalId: campaign.externalId ?? '',
    external: campaign.external === 1,
    operators: campaign.operators.map(({ id }) => id),
    exemptReason: campaign.exemptReason ?? '',
  });

type Named = { id: number; name: string };
type BySide = { internals: readonly Named[]; externals: readonly Named[] };
export interface InformationChoices {
  objectives: readonly (Named & { disable: boolean })[] | undefined;
  supervisors: BySide | undefined;
  operators: BySide | undefined;
  /** Calling rules of campaigns without their own. */
  systemRules: CallingRules | undefined;
}

export const onSide = (people: BySide | undefined, external: boolean) =>
  people && (external ? people.externals : people.internals);
