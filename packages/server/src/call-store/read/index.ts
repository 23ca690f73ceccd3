export type { CallView, CorrectedEntry, FoundCall, HistoryRecord, Outcome } from './contact.ts';
export { findBlocks, findCallView, listCallReaders, searchCalls, selectFoundCalls, selectHistory } from './contact.ts';
export type { ListedBy } from '../listed.ts';
export type { EditablePerson, PersonRecord } from './people.ts';
export { selectDuePeople, selectPeople, selectPeopleOnNumber } from './people.ts';
export {
  type ErasurePreview,
  listOpenLoads,
  previewErasure,
  selectSamePersons,
  summarisePersons,
} from '../erasure-scope.ts';
export { openStatistics } from './figures.ts';
export type { Reader } from './heavy-reads.ts';
export { countEntriesWithoutEvent, findEventPerson, wasErased } from './events.ts';
export { type FoundPersonRecord, searchPeople } from './search-people.ts';
export {
  type StoredCall,
  type StoredOutcome,
  type StoredAnswers,
  type StoredPersonalData,
  readPersonalData,
} from './personal-data.ts';
export {
  type AnsweredQuestion,
  answerOfMail,
  countMisplacedQuestions,
  countOpenQuestions,
  countQuestions,
  findQuestionCampaign,
  selectQuestions,
} from './questions.ts';
export { type LiveFacts, readForecastFacts, readLive } from './live.ts';
export {
  type MonthOutcomes,
  selectCallsBySide,
  selectMonthlyOutcomes,
  countUnassigned,
  readShares,
  selectReserveBySection,
  selectProgress,
  selectUsedStates,
} from './totals.ts';
export { selectOperatorDays } from './operator-figures.ts';
export {
  countHeldByOperator,
  countHeldInCampaigns,
  selectCallbacks,
  selectCallbacksToNotify,
  selectOwnWork,
} from './own-work.ts';
export { type AudienceRecord, countAtMost, countCalls, countMovable, countUntouched, readPage } from './page.ts';
export {
  findPhonedCall,
  findPhonedNumber,
  type PhoneCallRecord,
  type PhonedCall,
  selectPhoneCalls,
  selectPhoneTimes,
} from './phone.ts';
export {
  countTexts,
  type InterviewFilter,
  readAnswerCodes,
  readInterviewBytes,
  readStateCounts,
  selectTexts,
} from './interview-results.ts';
export {
  answersIn,
  countMisplacedInterviews,
  countWrongQuotas,
  findInterview,
  findPersonIdOf,
  selectSaves,
  type StoredInterview,
} from './interview.ts';
export type { CallRange } from '../range.ts';
export type { AgainDifference, CallDifference, CampaignDifferences, CounterDifferences } from './recount.ts';
export { selectShutAnswers } from '../quotas.ts';
export { type ExportedInterview, INTERVIEW_HEADER, readInterviews } from './stream-interviews.ts';
export { streamAudience, streamHistory } from './stream.ts';
