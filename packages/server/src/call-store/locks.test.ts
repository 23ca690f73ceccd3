import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { aCallingCampaign, countersOf } from '../../test/calling.ts';
import type { Trx } from '../db/client.ts';
import { lockBlockingShared, lockCampaignShared, lockNumbers } from './locks.ts';
import { updateCall } from './write/change-call.ts';
import { lockCall } from './write/lock-call.ts';
import type { EditablePerson } from './read/people.ts';
import { lockPerson, markNumber, updatePerson } from './write/person.ts';
import { rebuildNumbers } from './write/rebuild-numbers.ts';

const world = useWorld();
const ROUNDS = 60;

/** Without transact(), which would retry after a deadlock. */
const inTransaction = <T>(run: (trx: Trx) => Promise<T>) => world.db.transaction().execute(run);

test('concurrent edits, wrong and invalid marks and refreshes of the same numbers do not deadlock', async () => {
  const { campaign, manager, calls } = await aCallingCampaign(world, { each: 3 });
  const viewer = { id: manager.id, primary: 4 };
  // Every person has every number, so that each change needs all of them.
  await sql`
    insert into person_phone (number, person_id)
    select call.number, person.id from call, person
    where call.campaign_id = ${campaign.id} and person.id = any(${calls.map(({ personId }) => personId)}::bigint[])
    on conflict do nothing`.execute(world.db);
  const range = await world.db
    .selectFrom('campaign')
    .select(['id', 'idLo', 'idHi'])
    .where('id', '=', campaign.id)
    .executeTakeFirstOrThrow();
  const workOf = (trx: Trx) => ({ trx, now: world.clock.now(), enqueue: async () => {} });
  const pick = (round: number) => calls[round % calls.length]!;
  const isOdd = (round: number) => round % 2 === 1;

  const edit = (round: number) =>
    inTransaction(async (trx) => {
      const person = await lockPerson(trx, viewer, { personId: pick(round).personId, lead: true });
      const change = { interested: isOdd(round), doNotCall: !isOdd(round) } as EditablePerson;
      await updatePerson(workOf(trx), person!, change);
    });
  const markWrong = (round: number) =>
    inTransaction(async (trx) => {
      const number = Number(pick(round).number);
      const person = await lockPerson(trx, viewer, { personId: pick(round + 1).personId, lead: true, number });
      await markNumber(workOf(trx), person!, { number, wrong: isOdd(round) });
    });
  const markInvalid = (round: number) =>
    inTransaction(async (trx) => {
      const lock = await lockCampaignShared(trx, campaign.id);
      const number = Number(pick(round).number);
      const call = await lockCall(trx, { id: campaign.id, idLo: range.idLo!, lock }, pick(round).id, { number });
      const mark = { invalid: isOdd(round), lock: call.numberLock! };
      await updateCall(workOf(trx), range, call, { observations: null, mark });
    });
  const numbers = calls.map(({ number }) => Number(number));
  const refresh = () =>
    inTransaction(async (trx) =>
      rebuildNumbers(trx, await lockNumbers(trx, await lockBlockingShared(trx), numbers), world.clock.now()),
    );

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const lanes = [edit, markWrong, markInvalid, refresh, (round: number) => edit(round + 1)];
  await Promise.all(
    lanes.map(async (change) => {
      for (const round of rounds) await change(round);
    }),
  );
  await refresh();
  const { kept, counted } = await countersOf(world, campaign.id);
  expect(kept).toEqual(counted);
});
