export { completeAfterLoad } from './after-load.ts';
export { INVALID_FIELDS, LoadFailure, NO_SPACE_FOR_LOAD } from './load-failure.ts';
export { streamCampaignPeople } from './campaign-people.ts';
export type { RunningLoad } from './load-row.ts';
export type { Step } from './progress.ts';
export type { AudienceSource, SourceBatch } from './read-source.ts';
export { type LoadAttempt, type LoadReport, type LoadTuning, runLoad, TUNING } from './run-load.ts';
