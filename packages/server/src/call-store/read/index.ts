export { type BlockReason, type CallView, findByDigits, findCallView, type FoundCall } from './contact.ts';
export { readCampaignDays, readCampaignFigures, readOwnFigures } from './frozen-figures.ts';
export type { Reader } from './heavy-reads.ts';
export { type CorrectedEntry, type HistoryRecord, type Outcome, selectHistory } from './history.ts';
export { type LiveFacts, readLive } from './live.ts';
export { type MonthOutcomes, readMonthly } from './monthly.ts';
export { countMovable, isUndoable } from './movable.ts';
export { nameCalls } from './name-calls.ts';
export { selectOperatorDays, selectOperatorsOfDay } from './operator-figures.ts';
export {
  countTouchedByOperator,
  readOwnDay,
  selectCallbacks,
  selectCallbacksToRing,
  selectCallsByCampaign,
  selectOwnWork,
} from './own-work.ts';
export { type AudienceRecord, countCalls, countUnlessHeavy, readPage } from './page.ts';
export { getPerson, type PersonRecord, selectPeople } from './people.ts';
export type { CallRange } from '../range.ts';
export { recountAll } from './recount-all.ts';
export type { AgainDifference, CallDifference } from './recount-calls.ts';
export type { CampaignDifferences } from './recount-campaign.ts';
export type { CounterDifferences } from './recount.ts';
export { resolveFilter } from './resolve-filter.ts';
export { streamAudience, streamHistory } from './stream.ts';
export { selectProgress, selectShares } from './totals.ts';
export { readCallingHours } from './work-spans.ts';
