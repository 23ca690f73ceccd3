import type { Ctx } from '../../../work/context.ts';
import { noteBlock, takeBlock } from './calls.queries.ts';
import { countKnown, readBlocked, type DirectLeaves } from './direct-leaves.queries.ts';
import { notePersonIds, type RunningLoad } from './load-row.queries.ts';
import type { NumberSet } from './number-set.ts';
import type { LoadTuning } from './perform-load.ts';
import type { SourceBatch } from './sources/source.ts';
import { BLOCK } from './workbench.ts';

/** Held in memory while the file is read: 16 MB at most. */
const BLOCKED_MOST = 500_000;
/** Persons of the first rows who are looked for, and how many of them may be known. */
const SAMPLE = 1_000;
const KNOWN_MOST = 0.05;

export interface Course {
  /** Numbers that nobody may ring, as of `now`: rows are judged on the way. Undefined: when all of them are there. */
  blocked?: NumberSet;
  now: Date;
  /** Where rows are written to at once. Undefined: to the workbench. */
  leaves?: DirectLeaves;
}

/**
 * What becomes of the rows. Those of a large first load are judged on the way, as long as all that it takes is to know the
 * blocked numbers. If its people are new, as far as its beginning tells, they are written straight into leaves of its own.
 * Should many turn out to be known all the same, that costs time and nothing else.
 */
export async function chooseCourse(
  { db, clock }: Ctx,
  load: RunningLoad,
  first: SourceBatch,
  { ownLeafFrom }: LoadTuning,
): Promise<Course> {
  const now = clock();
  const isPlain = load.block === null && load.excludeCalledDays === null && !load.excludeActive;
  const blocked = isPlain && expectedRows(first) >= ownLeafFrom ? await readBlocked(db, BLOCKED_MOST) : undefined;
  if (!blocked) return { now };
  const identities = identitiesOf(first.pack.keys);
  if ((await countKnown(db, identities)) > identities.length * KNOWN_MOST) return { now, blocked };
  const peopleBlock = await takeBlock(db, 'large');
  const callsBlock = await takeBlock(db, 'large');
  // Before they exist: what is noted is swept away, whatever happens.
  await noteBlock(db, load, callsBlock);
  await notePersonIds(db, load, peopleBlock * BLOCK, 0);
  const firstIds = { firstPersonId: peopleBlock * BLOCK, firstCallId: callsBlock * BLOCK };
  const hasContacts = first.pack.hasOrion;
  const { external } = load;
  return { now, blocked, leaves: { peopleBlock, callsBlock, ...firstIds, now, external, hasContacts } };
}

/** Valid ones, if all of the source is as its beginning. */
export const expectedRows = ({ pack, done }: SourceBatch): number => (pack.starts.length - 1) / done;

/** Of a dashboard's contacts the key is another: none of them is found, which makes them new here. */
function identitiesOf(keys: Int32Array): string[] {
  const found = new Set<string>();
  for (let at = 0; at + 1 < keys.length && found.size < SAMPLE; at += 2)
    found.add(String(BigInt.asIntN(64, (BigInt(keys[at]!) << 32n) | BigInt(keys[at + 1]! >>> 0))));
  return [...found];
}
