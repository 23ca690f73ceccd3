export { listCallReaders } from './call-readers.ts';
export { type CallView, findBlocks, findCallView, type FoundCall, searchCalls, selectFoundCalls } from './contact.ts';
export type { ListedBy } from '../listed.ts';
export { selectDuePeople } from './due-people.ts';
export {
  type ErasurePreview,
  listOpenLoads,
  previewErasure,
  selectSamePersons,
  summarisePersons,
} from '../erasure-scope.ts';
export { openStatistics } from './frozen-figures.ts';
export type { Reader } from './heavy-reads.ts';
export { type FoundPersonRecord, searchPeople } from './search-people.ts';
export { type StoredCall, type StoredOutcome, type StoredPersonalData, readPersonalData } from './personal-data.ts';
export { type CorrectedEntry, type HistoryRecord, type Outcome, selectHistory } from './history.ts';
export { type LiveFacts, readLive } from './live.ts';
export { type MonthOutcomes, selectCallsBySide, selectMonthlyOutcomes } from './monthly.ts';
export { selectOperatorDays } from './operator-figures.ts';
export {
  countHeldByOperator,
  countHeldInCampaigns,
  selectCallbacks,
  selectCallbacksToNotify,
  selectOwnWork,
} from './own-work.ts';
export { type AudienceRecord, countCalls, countMovable, countUntouched, readPage } from './page.ts';
export { type EditablePerson, type PersonRecord, selectPeople, selectPeopleOnNumber } from './people.ts';
export type { CallRange } from '../range.ts';
export type { AgainDifference, CallDifference } from './recount-calls.ts';
export type { CampaignDifferences } from './recount-campaign.ts';
export type { CounterDifferences } from './recount.ts';
export { streamAudience, streamHistory } from './stream.ts';
export { readShares, selectProgress } from './totals.ts';
