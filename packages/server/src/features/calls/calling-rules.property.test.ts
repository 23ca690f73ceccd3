import { api } from '@campanero/contract';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { CALL_REST_MS, CALLS_A_DAY_MAX } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, type Calling } from '../../../test/calling.ts';
import { aSession, anOperator, type TestUser } from '../../../test/factories.ts';

const MINUTE = 60_000;
const world = useWorld();
/** How often each happened, so that a run without refusals fails. */
const seen = { given: 0, refused: 0, crossed: 0 };

const hour = (n: number) => `${String(n).padStart(2, '0')}:00`;
const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 }), { maxLength: 4 })
  .map((hours) => hours.toSorted((a, b) => a - b).map(hour))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, n) => ({ from: cuts[2 * n]!, to: cuts[2 * n + 1]! })),
  );
const someRules: fc.Arbitrary<CallingRules> = fc.record({
  week: fc.option(fc.array(spans, { minLength: 7, maxLength: 7 }).filter((week) => week.some((day) => day.length > 0))),
  closesOnHolidays: fc.boolean(),
  attemptsPerDay: fc.option(fc.integer({ min: 1, max: 4 })),
  attemptsInAll: fc.option(fc.integer({ min: 1, max: 6 })),
  pauseMinutes: fc.option(fc.integer({ min: 5, max: 400 })),
});
/** Time passes, a user requests a call, talks and registers, possibly after closing time. */
const step = fc.record({
  minutes: fc.oneof(fc.nat({ max: 60 }), fc.integer({ min: 61, max: 700 })),
  talking: fc.oneof(fc.nat({ max: 9 }), fc.integer({ min: 10, max: 120 })),
  who: fc.nat({ max: 1 }),
  what: fc.constantFrom('silent', 'silent', 'silent', 'dated', 'done', 'release'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
interface Setting {
  rules: CallingRules;
  isOwn: boolean;
  countsAcross: boolean;
}

/** An independent model of the rules over calls and registrations. */
async function judge(here: Calling, user: TestUser, { rules, countsAcross }: Setting, now: Date) {
  const { rows: calls } = await sql<{
    id: number;
    number: number;
    campaignId: number;
    operatorId: number | null;
    callbackAt: Date | null;
    callback: boolean;
    holdUntil: Date | null;
    holdBy: number | null;
  }>`
    select call.id, number, campaign_id, operator_id, callback_at, state.callback, hold_until, hold_by
    from call join state on state.id = call.state_id where number in (select number from call where campaign_id = ${here.campaign.id})`.execute(
    world.db,
  );
  const { rows: entries } = await sql<{ callId: number; at: Date }>`
    select call_id, created_at as at from call_history`.execute(world.db);
  const local = new Date(now.getTime() - 180 * MINUTE);
  const time = local.toISOString().slice(11, 16);
  const { rows: holidays } = await sql<{ day: string }>`select day::text from holiday`.execute(world.db);
  const isHoliday = holidays.some(({ day }) => day === local.toISOString().slice(0, 10));
  const isOpen =
    !(rules.closesOnHolidays && isHoliday) &&
    (rules.week?.[local.getUTCDay()]?.some(({ from, to }) => from <= time && time < to) ?? true);

  const isAllowed = (call: (typeof calls)[number]) => {
    const counted = calls.filter(({ id, number }) => id === call.id || (countsAcross && number === call.number));
    const times = entries.filter(({ callId }) => counted.some(({ id }) => id === callId)).map(({ at }) => at.getTime());
    const today = times.filter((at) => productDay(at) === productDay(now)).length;
    const own = entries.filter(({ callId }) => callId === call.id).map(({ at }) => at.getTime());
    const ownToday = own.filter((at) => productDay(at) === productDay(now)).length;
    const isRungElsewhere =
      countsAcross && counted.some(({ id, holdUntil }) => id !== call.id && holdUntil && holdUntil > now);
    const pause = rules.pauseMinutes === null ? CALL_REST_MS : rules.pauseMinutes * MINUTE;
    const isDue = call.callbackAt !== null && call.callbackAt <= now;
    const isFresh = own.length === 0;
    const isAgain =
      own.length > 0 &&
      call.callback &&
      call.callbackAt === null &&
      now.getTime() - Math.max(...own) >= pause &&
      ownToday < (rules.attemptsPerDay ?? CALLS_A_DAY_MAX);
    return (
      isOpen &&
      !isRungElsewhere &&
      today < (rules.attemptsPerDay ?? Infinity) &&
      times.length < (rules.attemptsInAll ?? Infinity) &&
      (isDue || rules.pauseMinutes === null || !times.some((at) => now.getTime() - at < pause)) &&
      (isDue || isFresh || isAgain)
    );
  };
  const mine = calls.filter(
    ({ campaignId, operatorId, holdUntil, holdBy }) =>
      campaignId === here.campaign.id &&
      operatorId === user.id &&
      !(holdUntil && holdUntil > now && holdBy !== user.id),
  );
  return new Set(mine.filter(isAllowed).map(({ id }) => id));
}

async function perform(both: readonly Calling[], { minutes, talking, who, what }: Step, setting: Setting) {
  world.clock.advance(minutes * MINUTE);
  const now = world.clock.now();
  const here = both[who]!;
  const operator = here.operators[0]!;
  const user = { ...operator, ...(await aSession(world, operator.id)) };
  const allowed = await judge(here, user, setting, now);
  const reply = await as(world, user).call(api.calls.next, { params: { id: here.campaign.id, current: 0 } });
  if (reply.status !== 200) {
    seen.refused += 1;
    return allowed.size === 0 ? [] : [`nothing came at ${now.toISOString()}, but ${[...allowed].join()} may be called`];
  }
  seen.given += 1;
  const { callId } = reply.body;
  const faults = allowed.has(callId) ? [] : [`${callId} came at ${now.toISOString()}`];

  world.clock.advance(talking * MINUTE);
  const later = world.clock.now();
  if ((await judge(here, user, setting, later)).size === 0) seen.crossed += 1;
  const params = { id: here.campaign.id, callId };
  if (what === 'release') {
    await as(world, user).call(api.calls.release, { params });
    return faults;
  }
  const callbackAt = what === 'dated' ? new Date(later.getTime() + 5 * 60 * MINUTE).toISOString() : null;
  const stateId = { silent: here.states.again, dated: here.states.again, done: here.states.talked }[what].id;
  const body = { stateId, callbackAt, callbackConfirmed: true };
  const { status } = await as(world, user).call(api.calls.register, { params, body });
  return status === 200 ? faults : [...faults, `registering: ${status}`];
}

test('next contact returns only calls that the rules allow, and registering always works', async () => {
  const setting = fc.record({ rules: someRules, isOwn: fc.boolean(), countsAcross: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      setting,
      fc.array(step, { minLength: 10, maxLength: 24 }),
      fc.integer({ min: 0, max: 23 }),
      async (given, steps, startHour) => {
        // Three days before a holiday, so that steps reach it.
        world.clock.set(new Date(Date.UTC(2026, 2, 21, startHour)).toISOString());
        const first = await aCallingCampaign(world, { each: 4 });
        const luis = await anOperator(world);
        const second = await aCallingCampaign(world, { operators: [luis], each: 0 });
        const numbers = first.calls.map(({ number }) => number);
        await addCalls(
          world,
          second.campaign.id,
          numbers.map(() => luis.id),
          { numbers },
        );
        const { rules, isOwn, countsAcross } = given;
        await sql`update calling_default set across_campaigns = ${countsAcross}, rules = ${JSON.stringify(rules)}::jsonb`.execute(
          world.db,
        );
        if (isOwn) {
          const none = {
            week: null,
            closesOnHolidays: false,
            attemptsPerDay: null,
            attemptsInAll: null,
            pauseMinutes: null,
          };
          await sql`update calling_default set rules = ${JSON.stringify(none)}::jsonb`.execute(world.db);
          await sql`update campaign set calling_rules = ${JSON.stringify(rules)}::jsonb
            where id = any(${[first.campaign.id, second.campaign.id]})`.execute(world.db);
        }
        for (const next of steps) expect(await perform([first, second], next, given)).toEqual([]);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
}, 120_000);
