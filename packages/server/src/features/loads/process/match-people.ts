import type { Db } from '../../../db/client.ts';
import { leaveOutSkipped, matchContacts, matchIdentities, matchNames, type Sought } from './people.queries.ts';
import { hasSkipped, type Fates } from './verdicts.queries.ts';
import { aside, type Workbench } from './workbench.ts';

/** So many rows are worth two connections, where nobody else is at work for the load. */
const HALVE_FROM = 100_000;

/**
 * Who of the file is known already (decisions 5): by the phone dashboard's id, then by the identity of name and document, birth
 * date or number, then by the same name on the same number as long as nothing contradicts. The caller holds the lock of people.
 * Of many rows the two halves are looked for at the same time: it is the longest step for people who are all known.
 */
export async function matchPeople(
  db: Db,
  bench: Workbench,
  sought: Sought,
  { firstId, valid, isAlone }: { firstId: number; valid: number; isAlone: boolean },
  judging: Promise<Fates>,
): Promise<void> {
  if (sought.hasOrion) await aside(db, (trx) => matchContacts(trx, bench));
  const end = firstId + valid;
  const middle = !isAlone || valid < HALVE_FROM ? end : firstId + Math.floor(valid / 2);
  const halves = [
    { from: firstId, to: middle },
    { from: middle, to: end },
  ].filter(({ from, to }) => from < to);
  const searches = halves.map((half) => aside(db, (trx) => matchIdentities(trx, bench, sought, half)));
  try {
    await Promise.all(searches);
  } finally {
    await Promise.allSettled([...searches, judging]);
  }
  // Before names are compared: with them, whoever is left may be nobody.
  if (hasSkipped(await judging)) await aside(db, (trx) => leaveOutSkipped(trx, bench));
  await aside(db, (trx) => matchNames(trx, bench, sought));
}
