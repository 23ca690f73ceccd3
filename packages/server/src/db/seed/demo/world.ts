import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { Gender } from './random.ts';
import type { DemoUser } from './staff.ts';

/** What the demo's parts hand to each other before anything is written. */
export interface DemoPerson {
  id: number;
  orionId: string | null;
  firstName: string;
  lastName: string;
  document: string | null;
  birthday: string | null;
  gender: Gender | null;
  nationality: string | null;
  channel: string | null;
  email: string | null;
  districtId: string | null;
  sectionId: string | null;
  subsectionId: string | null;
  interested: boolean;
  dead: boolean;
  doNotCall: boolean;
  fromExternal: boolean;
}

export interface DemoPhone {
  number: number;
  /** Mostly one; a household shares its line. */
  people: { person: DemoPerson; wrong: boolean }[];
  mobile: boolean;
  blocked: { reason: 'DO_NOT_CALL' | 'DEAD' | 'WRONG' | 'INVALID'; at: Date } | null;
  calls: DemoCall[];
}

export interface DemoEntry {
  userId: number;
  stateId: number;
  substateId: number | null;
  affinity: number | null;
  observations: string | null;
  callbackAt: Date | null;
  at: Date;
}

export interface DemoCall {
  id: number;
  campaign: DemoCampaign;
  phone: DemoPhone;
  person: DemoPerson;
  /** Null: not handed out yet. */
  operatorId: number | null;
  segmentationId: number | null;
  entries: DemoEntry[];
  isInvalid: boolean;
  observations: string | null;
}

export interface CampaignPlan {
  name: string;
  description: string;
  objective: string;
  external: boolean;
  status: CampaignStatus;
  /** Whole days from today. */
  start: number;
  end: number;
  /** Calls; 0: no audience yet. */
  size: number;
  source?: 'csv' | 'dashboard' | 'form';
  /** An official id of a district or section that the audience lives in. */
  place?: string;
  /** Share of the audience that was handed out. */
  handedOut?: number;
}

export interface DemoCampaign {
  id: number;
  plan: CampaignPlan;
  objectiveId: number;
  states: readonly number[];
  coordinator: DemoUser;
  operators: DemoUser[];
  createdAt: Date;
  /** When the audience came in and when it was handed out. */
  loadedAt: Date;
  segmentedAt: Date;
  finishedAt: Date | null;
  block: number | null;
  formId: number | null;
  calls: DemoCall[];
}
