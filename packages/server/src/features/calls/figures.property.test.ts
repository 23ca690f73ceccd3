import { api } from '@campanero/contract';
import { AFFINITIES } from '@campanero/contract/calls/schemas';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, expectTrueCounters, type Calling } from '../../../test/calling.ts';
import { anOperator } from '../../../test/factories.ts';

const world = useWorld();

/** Any operation on one of four calls; `pick` chooses its other inputs. */
const operation = fc.record({
  what: fc.constantFrom('register', 'correct', 'reassign', 'invalid', 'flag', 'next', 'hold', 'release'),
  call: fc.nat({ max: 3 }),
  who: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 11 }),
  minutes: fc.nat({ max: 50 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Runs it over HTTP; refusals are fine, only the final state is checked. */
async function perform(here: Calling, { what, call: place, who, pick, minutes }: Operation): Promise<number> {
  world.clock.advance(minutes * 60_000);
  const call = here.calls[place]!;
  const user = [...here.operators, here.manager][who]!;
  const key = { id: here.campaign.id, callId: call.id };
  const { talked, again, refused } = here.states;
  const stateId = [talked, again, refused][pick % 3]!.id;
  const affinity = AFFINITIES[pick % 4] ?? null;
  const someone = as(world, user);
  switch (what) {
    case 'register': {
      const callbackAt = stateId === again.id && pick > 5 ? later(20) : null;
      return (await someone.call(api.calls.register, { params: key, body: { stateId, affinity, callbackAt } })).status;
    }
    case 'correct': {
      const entries = await as(world, here.manager).call(api.calls.history, { params: key });
      const entry = entries.body[pick % Math.max(1, entries.body.length)];
      if (!entry) return 404;
      const params = { ...key, entryId: entry.id };
      return (await someone.call(api.calls.correct, { params, body: { stateId, affinity, reason: 'Otro' } })).status;
    }
    case 'reassign': {
      const operatorId = here.operators[pick % 2]!.id;
      return (await someone.call(api.calls.reassign, { params: { ...key, operatorId } })).status;
    }
    case 'invalid': {
      const params = { phone: call.number, callId: call.id };
      return (await someone.call(api.contacts.saveDetail, { params, body: { invalid: pick % 2 === 0 ? 1 : 0 } }))
        .status;
    }
    case 'flag': {
      const flag = (['interested', 'dead', 'doNotCall'] as const)[pick % 3]!;
      const params = { personId: call.personId };
      const body = { [flag]: pick % 2 === 0 };
      return (await someone.call(api.contacts.savePerson, { params, query: { lead: '1' }, body })).status;
    }
    case 'next':
      return (await someone.call(api.calls.next, { params: { id: here.campaign.id, current: 0 } })).status;
    case 'hold':
      return (await someone.call(api.calls.hold, { params: key })).status;
    default:
      return (await someone.call(api.calls.release, { params: key })).status;
  }
}
const later = (minutes: number) => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

/** Calls whose state differs from their history and their persons' flags. */
async function contradictions(campaignId: number) {
  const { rows } = await sql<{ id: number }>`
    with recursive head as (
      select id as root, id, call_id, state_id, affinity, created_at as at from call_history
      where campaign_id = ${campaignId} and corrects_id is null
      union all
      select head.root, h.id, h.call_id, h.state_id, h.affinity, head.at from head join call_history h on h.corrects_id = head.id
    ), latest as (
      select distinct on (call_id) call_id, state_id, affinity from head order by call_id, at desc, root desc, id desc
    )
    select call.id from call left join latest on latest.call_id = call.id join person on person.id = call.person_id
    where call.campaign_id = ${campaignId} and (
      (case when call.invalid then call.state_before_invalid else call.state_id end) <> coalesce(latest.state_id, 1)
      or call.affinity is distinct from latest.affinity
      or call.call_count <> (select count(*) from call_history h where h.call_id = call.id and h.corrects_id is null)
      or call.tried_parts <> (
        select coalesce(bit_or(case when hour < 12 then 1 when hour < 16 then 2 else 4 end), 0) from (
          select extract(hour from h.created_at at time zone interval '-03:00') as hour
          from call_history h where h.call_id = call.id and h.corrects_id is null) entry)
      or call.blocked <> (call.invalid or person.dead or person.do_not_call)
      or call.interested <> person.interested)`.execute(world.db);
  return rows;
}

test('after any sequence of operations the figures equal history and calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 40 }), async (operations) => {
      world.clock.set('2026-03-10T10:00:00.000Z');
      const operators = [await anOperator(world), await anOperator(world)];
      const here = await aCallingCampaign(world, { operators, each: 1, unassigned: 2 });
      for (const next of operations) expect(await perform(here, next)).toBeLessThan(500);
      await expectTrueCounters(world, here.campaign.id);
      expect(await contradictions(here.campaign.id)).toEqual([]);
    }),
    // Long sequences outlast the session; the refusals are fine.
    { numRuns: 5, endOnFailure: true },
  );
}, 60_000);
