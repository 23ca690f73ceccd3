export { assignCall, updateDetail, updateHold } from './change-call.ts';
export { freezeFigures } from './freeze-figures.ts';
export { isSetBySystem, lockCall, lockCallFor, type LockedCall, type OutcomeChoices } from './lock-call.ts';
export {
  type CampaignLock,
  type ExclusiveLock,
  lockCampaign,
  lockCampaignShared,
  lockNumber,
  lockSplit,
} from '../locks.ts';
export { countFree, handOut, type LockedSplit, moveCalls, releaseUntouched, undoHandOut } from './move.ts';
export { beginNextContact, type TakenCall, takeNext } from './next-contact.ts';
export { recordCorrection, recordOutcome } from './outcome.ts';
export { type EditablePerson, lockPerson, markNumberWrong, updatePerson } from './person.ts';
export { rebuildAll, type Rebuilt } from './rebuild-all.ts';
export type { MisjudgedNumber } from './rebuild-numbers.ts';
export { refreshCallsJob } from './refresh-calls.ts';
