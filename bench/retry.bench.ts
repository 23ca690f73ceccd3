import { DAY_PARTS, dayPartBit, isRetry, triedAfter } from '@campanero/contract/calls/retry';
import { CALL_REST_MS, CALLS_A_DAY_MAX } from '@campanero/contract/limits';

/**
 * What trying again at another hour is worth: operators work through their queues day by day, once in the order of age alone, once
 * with the product's own rule (contract/calls/retry.ts). Counted are contacts, that is calls that somebody answers, an hour of work.
 *
 * Assumed, and from where:
 * - How often somebody answers hardly depends on the hour: 17.6 % of 2.2 million calls of phone banks from 8 to 9, 23.4 % from 18 to
 *   19 (callhub.io/best-phonebanking-times, 2021); 12 to 15.5 % of 11 million sales calls (phoneburner.com, Sales Stats 2).
 * - It depends on the person: who was not there is less likely to be there at the same time again, and calling in another part of
 *   the day makes up for a bad first hour (Weeks, Kulka and Pierson, Public Opinion Quarterly 51, 1987; Kulka and Weeks, Journal of
 *   Official Statistics 4, 1988, who find diminishing returns of calls in the same part). Nobody publishes how many people are of
 *   which kind: PEOPLE is our guess, made so that all of them together answer as often as the phone banks were answered. The other
 *   rows show what another guess would give; people without habits are those for whom the rule can do nothing.
 * - Two minutes a call that nobody answers, six for a contact; nine hours a day with one of rest; nobody is rung again once reached.
 */
interface Kind {
  share: number;
  /** How likely they answer before noon, at midday, in the evening. */
  answers: readonly [number, number, number];
}
const PEOPLE: Record<string, readonly Kind[]> = {
  'people with habits': [
    { share: 0.35, answers: [0.08, 0.08, 0.4] },
    { share: 0.2, answers: [0.4, 0.4, 0.08] },
    { share: 0.1, answers: [0.08, 0.4, 0.08] },
    { share: 0.1, answers: [0.4, 0.4, 0.4] },
    { share: 0.25, answers: [0.04, 0.04, 0.04] },
  ],
  'weaker habits': [
    { share: 0.35, answers: [0.14, 0.14, 0.3] },
    { share: 0.2, answers: [0.3, 0.3, 0.14] },
    { share: 0.1, answers: [0.14, 0.3, 0.14] },
    { share: 0.1, answers: [0.3, 0.3, 0.3] },
    { share: 0.25, answers: [0.04, 0.04, 0.04] },
  ],
  'no habits': [
    { share: 0.75, answers: [0.24, 0.24, 0.24] },
    { share: 0.25, answers: [0.04, 0.04, 0.04] },
  ],
};

const OPERATORS = Number(process.env.BENCH_OPERATORS ?? 60);
const CALLS_EACH = 600;
const DAYS = 8;
const MINUTE = 60_000;
const [RANG_MS, TALKED_MS] = [2 * MINUTE, 6 * MINUTE];
/** From, to, at UTC-3, with the hour of rest. */
const [BEGINS, RESTS, GOES_ON, ENDS] = [9, 13, 14, 18];
const MONDAY = Date.parse('2026-03-09T00:00:00-03:00');

interface Call {
  kind: Kind;
  triedParts: number;
  lastAt: number;
  day: number;
  dayCount: number;
  tries: number;
}

/** The next call of one queue: never called, then to be made again, as next contact orders them. */
function nextOf(queue: readonly Call[], at: Date, day: number, retries: boolean): Call | undefined {
  let best: Call | undefined;
  let isBestRetry = false;
  for (const call of queue) {
    if (call.tries === 0) return call;
    if (at.getTime() - call.lastAt < CALL_REST_MS) continue;
    if (call.day === day && call.dayCount >= CALLS_A_DAY_MAX) continue;
    const isFirst =
      retries && isRetry({ callback: true, contactability: false, callbackAt: null, triedParts: call.triedParts }, at);
    if (best && (isBestRetry !== isFirst ? isBestRetry : best.lastAt <= call.lastAt)) continue;
    [best, isBestRetry] = [call, isFirst];
  }
  return best;
}

interface Worked {
  hours: number;
  contacts: number;
  again: { rang: number; contacts: number };
}

/** One operator's campaign. The same `seed` has the same people and the same luck, call by call. */
function work(kinds: readonly Kind[], seed: number, retries: boolean): Worked {
  const luck = randomOf(seed);
  const people = Array.from({ length: CALLS_EACH }, (): Call => ({
    kind: pick(kinds, luck()),
    triedParts: 0,
    lastAt: 0,
    day: -1,
    dayCount: 0,
    tries: 0,
  }));
  const worked: Worked = { hours: 0, contacts: 0, again: { rang: 0, contacts: 0 } };
  let open = people;
  for (let day = 0; day < DAYS; day += 1)
    for (const [from, to] of [
      [BEGINS, RESTS],
      [GOES_ON, ENDS],
    ] as const) {
      const midnight = MONDAY + (day + 2 * Math.floor(day / 5)) * 24 * 60 * MINUTE;
      const end = midnight + to * 60 * MINUTE;
      let now = midnight + from * 60 * MINUTE;
      while (now < end) {
        const at = new Date(now);
        const call = nextOf(open, at, day, retries);
        if (!call) {
          now += MINUTE;
          continue;
        }
        const part = DAY_PARTS.findIndex((_, place) => dayPartBit(at) === 2 ** place);
        const isAnswered = luck() < (call.kind.answers[part] ?? 0);
        now += isAnswered ? TALKED_MS : RANG_MS;
        if (call.tries > 0) worked.again.rang += 1;
        if (call.tries > 0 && isAnswered) worked.again.contacts += 1;
        if (isAnswered) worked.contacts += 1;
        call.tries += 1;
        call.triedParts = triedAfter(call.triedParts, at);
        call.dayCount = call.day === day ? call.dayCount + 1 : 1;
        [call.lastAt, call.day] = [now, day];
        if (isAnswered) open = open.filter((other) => other !== call);
      }
      worked.hours += to - from;
    }
  return worked;
}

function pick(kinds: readonly Kind[], at: number): Kind {
  let sum = 0;
  return kinds.find(({ share }) => (sum += share) > at) ?? kinds.at(-1)!;
}

/** Mulberry32: small, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const totals = (all: readonly Worked[]) => ({
  perHour: sum(all.map(({ contacts }) => contacts)) / sum(all.map(({ hours }) => hours)),
  answeredLater: sum(all.map(({ again }) => again.contacts)) / sum(all.map(({ again }) => again.rang)),
});

/** Both orders for the same operators; the gain is that of each operator, with two standard errors. */
function compare(kinds: readonly Kind[]): Record<string, string> {
  const pairs = Array.from({ length: OPERATORS }, (_, seed) => ({
    age: work(kinds, seed + 1, false),
    other: work(kinds, seed + 1, true),
  }));
  const [age, other] = [totals(pairs.map((pair) => pair.age)), totals(pairs.map((pair) => pair.other))];
  const gains = pairs.map((pair) => pair.other.contacts / pair.age.contacts - 1);
  const mean = sum(gains) / gains.length;
  const error = Math.sqrt(sum(gains.map((gain) => (gain - mean) ** 2)) / gains.length / (gains.length - 1));
  return {
    'contacts an hour, by age': age.perHour.toFixed(2),
    'at another hour': other.perHour.toFixed(2),
    gain: `${percent(mean)} ± ${percent(2 * error)}`,
    'later tries answered, by age': percent(age.answeredLater),
    'at another hour ': percent(other.answeredLater),
  };
}

export async function run(): Promise<void> {
  console.log(`${OPERATORS} operators, ${CALLS_EACH} calls each, ${DAYS} days of eight hours`);
  console.table(Object.fromEntries(Object.entries(PEOPLE).map(([name, kinds]) => [name, compare(kinds)])));
}
