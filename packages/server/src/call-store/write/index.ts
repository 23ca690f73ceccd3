export { setCallback, updateCall, updateHold } from './change-call.ts';
export { eraseCallTexts, lockCallTexts, readCallTexts, scanCallTexts } from './call-texts.ts';
export { type ErasureTerms, erasePeople, eraseRecreated } from './erase.ts';
export { addListedNumbers, clearListsJob, refreshListedJob, removeListedNumber } from './listed-numbers.ts';
export { freezeFigures } from './freeze-figures.ts';
export { type SavedInterview, saveInterview } from './interview.ts';
export { type Draw, drawSample, releaseReserve } from './sample.ts';
export { isSetBySystem, lockCall, type LockedCall, type OutcomeChoices } from './lock-call.ts';
export { type CampaignLock, type ExclusiveLock, lockCampaign, lockCampaignShared, lockSplit } from '../locks.ts';
export {
  assignFreeCalls,
  handOverOpenCalls,
  type LockedSplit,
  moveCalls,
  unassignSegmentation,
  unassignUntouched,
} from './move.ts';
export { type TakenCall, takeNextCall } from './next-contact.ts';
export { closeQuestion, insertQuestion, type LockedQuestion, lockQuestion } from './questions.ts';
export { countQuotas } from './quota-fill.ts';
export { recordCorrection, recordOutcome } from './outcome.ts';
export { lockPerson, markNumber, updatePerson } from './person.ts';
export { rebuildAll, recountAll, type Repaired } from './rebuild.ts';
export type { WrongBlock } from './rebuild-numbers.ts';
export { refreshCallsJob } from './refresh-calls.ts';
