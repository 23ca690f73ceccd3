import { randomOf } from './random.ts';
import type { DemoCall, DemoPhone } from './world.ts';

const WRONG_NUMBER = 7;
const NONEXISTENT = 8;
const REFUSED = 9;
const PARTICIPATES = 10;
const DECEASED = 11;
const SURVEYED = 16;

/**
 * What operators marked on people and numbers after the talk, and the blocks that follow. A mark is made only where it fits
 * the rest of the story: nobody called or loaded that number afterwards.
 */
export function markFlags(phones: readonly DemoPhone[]): void {
  const random = randomOf('flags');
  for (const phone of phones) {
    const last = lastCall(phone);
    const entry = last?.entries.at(-1);
    if (!last || !entry) continue;
    if ((entry.stateId === PARTICIPATES && random.chance(0.7)) || (entry.stateId === SURVEYED && random.chance(0.25)))
      last.person.interested = true;
    if (phone.calls.some((call) => call.campaign.loadedAt > entry.at)) continue;
    const own = phone.people.find(({ person }) => person === last.person)!;
    if (entry.stateId === DECEASED) own.person.dead = true;
    if (entry.stateId === WRONG_NUMBER && random.chance(0.8)) own.wrong = true;
    if (entry.stateId === REFUSED && random.chance(0.12)) own.person.doNotCall = true;
    if (entry.stateId === NONEXISTENT && random.chance(0.4)) last.isInvalid = true;
    const reason = blockReason(phone);
    if (reason) phone.blocked = { reason, at: entry.at };
  }
}

/** The call whose last registration is the number's latest of all. */
function lastCall(phone: DemoPhone): DemoCall | undefined {
  return phone.calls
    .filter((call) => call.entries.length > 0)
    .toSorted((a, b) => a.entries.at(-1)!.at.getTime() - b.entries.at(-1)!.at.getTime())
    .at(-1);
}

function blockReason({ people, calls }: DemoPhone): NonNullable<DemoPhone['blocked']>['reason'] | null {
  if (people.some(({ person }) => person.doNotCall)) return 'DO_NOT_CALL';
  if (calls.some((call) => call.isInvalid)) return 'INVALID';
  if (people.every(({ person, wrong }) => person.dead || wrong))
    return people.some(({ person }) => person.dead) ? 'DEAD' : 'WRONG';
  return null;
}
