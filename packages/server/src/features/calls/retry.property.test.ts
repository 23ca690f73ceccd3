import { api } from '@campanero/contract';
import { isRetry } from '@campanero/contract/calls/retry';
import { CALL_REST_MS, CALLS_A_DAY_MAX } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { aState } from '../../../test/catalogue.ts';
import { aSession } from '../../../test/factories.ts';

const world = useWorld();
let reached: { id: number };
beforeAll(async () => {
  reached = await aState(world, { name: 'Volver a llamar', callback: true, contactability: true });
});

/** Time passes, the operator requests the next contact and handles it. */
const step = fc.record({
  minutes: fc.oneof(fc.nat({ max: 90 }), fc.integer({ min: 91, max: 900 })),
  what: fc.constantFrom('silent', 'silent', 'silent', 'reached', 'dated', 'done', 'release'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface KnownCall {
  id: number;
  callCount: number;
  callback: boolean;
  contactability: boolean;
  callbackAt: Date | null;
  triedParts: number;
  lastAt: Date | null;
  day: string | null;
  dayCount: number;
  releasedAt: Date | null;
}

const readCalls = ({ campaign }: Calling): Promise<KnownCall[]> =>
  world.db
    .selectFrom('call')
    .innerJoin('state', 'state.id', 'call.stateId')
    .select([
      'call.id',
      'callCount',
      'callback',
      'contactability',
      'callbackAt',
      'triedParts',
      'lastAt',
      'day',
      'dayCount',
    ])
    .select('releasedAt')
    .where('campaignId', '=', campaign.id)
    .orderBy('call.id')
    .execute();

const isRested = (call: KnownCall, now: Date) =>
  call.lastAt !== null &&
  now.getTime() - call.lastAt.getTime() >= CALL_REST_MS &&
  (call.day !== productDay(now) || call.dayCount < CALLS_A_DAY_MAX);

/** The expected call: due, never called, retries, then longest untouched; skipped ones last. */
function expected(calls: readonly KnownCall[], now: Date, isOn: boolean): number | undefined {
  const behind = (call: KnownCall) => call.releasedAt?.getTime() ?? 0;
  const firstOf = (group: readonly KnownCall[], ...keys: ((call: KnownCall) => number)[]) =>
    group.toSorted(
      (a, b) => keys.map((key) => key(a) - key(b)).find((difference) => difference !== 0) ?? a.id - b.id,
    )[0];
  const due = calls.filter(({ callbackAt }) => callbackAt !== null && callbackAt <= now);
  const fresh = calls.filter(({ callCount }) => callCount === 0);
  const undated = calls.filter((call) => call.callback && call.callbackAt === null && isRested(call, now));
  const found =
    firstOf(due, behind, ({ callbackAt }) => callbackAt!.getTime()) ??
    firstOf(fresh, behind) ??
    firstOf(
      undated,
      behind,
      (call) => (isOn && isRetry(call, now) ? 0 : 1),
      ({ lastAt }) => lastAt!.getTime(),
    );
  return found?.id;
}

/** What is wrong with the returned call; empty if it is right. */
function faultsOf(call: KnownCall | undefined, due: number | undefined, now: Date): string[] {
  // In any order: never too soon, too often or before the agreed hour.
  const isEarly = call?.callbackAt !== null && call !== undefined && call.callbackAt > now;
  const isTooSoon = call !== undefined && call.callCount > 0 && call.callbackAt === null && !isRested(call, now);
  return [
    ...(call?.id === due ? [] : [`${call?.id} came instead of ${due} at ${now.toISOString()}`]),
    ...(isEarly ? [`${call.id} came before its date`] : []),
    ...(isTooSoon ? [`${call.id} came within the hour or for a fourth time`] : []),
  ];
}

async function perform(here: Calling, { minutes, what }: Step, isOn: boolean): Promise<string[]> {
  world.clock.advance(minutes * 60_000);
  const now = world.clock.now();
  const calls = await readCalls(here);
  const ana = as(world, { ...here.operators[0]!, ...(await aSession(world, here.operators[0]!.id)) });
  const reply = await ana.call(api.calls.next, { params: { id: here.campaign.id, current: 0 } });
  const call = calls.find(({ id }) => reply.status === 200 && id === reply.body.callId);
  const faults = faultsOf(call, expected(calls, now, isOn), now);
  if (!call) return faults;

  const params = { id: here.campaign.id, callId: call.id };
  if (what === 'release') {
    const { status } = await ana.call(api.calls.release, { params });
    return status === 204 ? faults : [...faults, `releasing: ${status}`];
  }
  const { again, talked } = here.states;
  const stateId = { silent: again, dated: again, reached, done: talked }[what].id;
  const callbackAt = what === 'dated' ? new Date(now.getTime() + 5 * 3_600_000).toISOString() : null;
  const { status } = await ana.call(api.calls.register, { params, body: { stateId, callbackAt } });
  return status === 200 ? faults : [...faults, `registering: ${status}`];
}

test('the returned call is always the one the rules expect', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 12, maxLength: 30 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 23 }),
      async (steps, isOn, hour) => {
        world.clock.set(new Date(Date.UTC(2026, 2, 10, hour)).toISOString());
        const here = await aCallingCampaign(world, { each: 5 });
        await world.db
          .insertInto('campaignState')
          .values({ campaignId: here.campaign.id, stateId: reached.id })
          .execute();
        await world.db
          .updateTable('campaign')
          .set({ retryOtherHours: isOn })
          .where('id', '=', here.campaign.id)
          .execute();
        for (const next of steps) expect(await perform(here, next, isOn)).toEqual([]);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
}, 60_000);
