import type { AudienceFilters } from '@campanero/contract/audience/filters';
import { AUDIENCE_ORDER, type AudienceOrder } from '@campanero/contract/audience/list-schemas';
import fc from 'fast-check';
import type { TestApp } from './app.ts';
import type { AudienceCall, StoredCall } from './audience.ts';
import { aState, aSubstate } from './catalogue.ts';
import { anOperator } from './factories.ts';

/** States, substates and operators of a random audience, and their names by id. */
export interface AudienceParts {
  states: number[];
  substates: number[];
  operators: number[];
  names: Map<string, string>;
}

export async function audienceParts(world: TestApp): Promise<AudienceParts> {
  const parts: AudienceParts = { states: [1], substates: [], operators: [], names: new Map([['state1', 'Pendiente']]) };
  for (const name of ['Ñandú', 'Nada', 'Árbol', 'Zeta']) {
    const { id } = await aState(world, { name });
    parts.names.set(`state${id}`, name);
    parts.states.push(id);
  }
  for (const name of ['Oso', 'Águila']) {
    const { id } = await aSubstate(world, { name });
    parts.names.set(`substate${id}`, name);
    parts.substates.push(id);
  }
  for (const firstName of ['Íñigo', 'Ana', 'Ana', 'Zoe']) {
    const { id } = await anOperator(world, { firstName, lastName: 'Paz' });
    parts.names.set(`operator${id}`, `${firstName} Paz`);
    parts.operators.push(id);
  }
  return parts;
}

const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
/** Everything that filters and orders use. */
const aCallOf = ({ states, substates, operators }: AudienceParts): fc.Arbitrary<AudienceCall> =>
  fc.record({
    number: fc.oneof(
      fc.integer({ min: 1_100_000_000, max: 1_199_999_999 }),
      fc.integer({ min: 1_144_440_000, max: 1_144_449_999 }),
    ),
    operatorId: orNull(fc.constantFrom(...operators)),
    stateId: fc.constantFrom(1, 1, 1, ...states),
    substateId: orNull(fc.constantFrom(...substates)),
    callCount: fc.integer({ min: 0, max: 4 }),
    blocked: fc.boolean(),
    birthYear: orNull(fc.integer({ min: 1940, max: 1960 })),
    gender: orNull(fc.constantFrom('F', 'M', 'X')),
    districtId: orNull(fc.constantFrom('02', '06')),
    sectionId: orNull(fc.constantFrom('02001', '02002')),
    subsectionId: orNull(fc.constantFrom('a', 'b', 'c')),
    // Before and after their load.
    updatedAt: fc.integer({ min: 0, max: 50 }).map((month) => new Date(Date.UTC(2024, month, 1))),
  });

const UNTOUCHED = { operatorId: null, stateId: 1, substateId: null, callCount: 0 };
/** Every third call is unchanged since its load, because those are found another way. Numbers are unique in a campaign. */
export function someCalls(parts: AudienceParts, amount: number): AudienceCall[] {
  const numbers = new Set<number>();
  return fc
    .sample(aCallOf(parts), { numRuns: amount, seed: 7 })
    .map(({ updatedAt, ...call }, index) => (index % 3 === 0 ? { ...call, ...UNTOUCHED } : { ...call, updatedAt }))
    .filter(({ number }) => !numbers.has(number!) && numbers.add(number!));
}

const isIn = (text: string, digits: string) => text.startsWith(digits) || (digits.length >= 4 && text.endsWith(digits));
/** `assigned` matches nothing: the requesting user has no calls. */
export function isMatch(call: StoredCall, by: AudienceFilters): boolean {
  const checks: boolean[] = [
    by.stateId === undefined || call.stateId === by.stateId,
    by.states === undefined || by.states.includes(call.stateId),
    by.substateId === undefined || call.substateId === by.substateId,
    by.operatorId === undefined || call.operatorId === by.operatorId,
    by.number === undefined || isIn(String(call.number), by.number),
    by.callsMin === undefined || call.callCount >= by.callsMin,
    by.callsMax === undefined || call.callCount <= by.callsMax,
    by.gender === undefined || call.gender === by.gender,
    by.birthYearFrom === undefined || (call.birthYear !== null && call.birthYear >= by.birthYearFrom),
    by.birthYearTo === undefined || (call.birthYear !== null && call.birthYear <= by.birthYearTo),
    by.districtId === undefined || call.districtId === by.districtId,
    by.sectionId === undefined || call.sectionId === by.sectionId,
    by.subsectionId === undefined || call.subsectionId === by.subsectionId,
    by.assigned !== true,
  ];
  return checks.every(Boolean);
}

const collator = new Intl.Collator('es');
type Key = string | number | null;
const compare = (a: Exclude<Key, null>, b: Exclude<Key, null>) =>
  typeof a === 'string' ? collator.compare(a, String(b)) : a - Number(b);

/** The ids in the expected order. */
export function sortedAs(
  calls: readonly StoredCall[],
  { names }: AudienceParts,
  order: AudienceOrder,
  direction: 'asc' | 'desc',
): number[] {
  const nameOf = (kind: string, id: number | null) => (id === null ? null : names.get(`${kind}${id}`)!);
  const keys: Record<AudienceOrder, (call: StoredCall) => Key[]> = {
    id: () => [],
    createdAt: () => [],
    number: (call) => [call.number],
    stateName: (call) => [nameOf('state', call.stateId), call.stateId],
    substateName: (call) => [nameOf('substate', call.substateId), call.substateId],
    userName: (call) => [nameOf('operator', call.operatorId), call.operatorId],
    callCounter: (call) => [call.callCount],
    updatedAt: (call) => [call.updatedAt.getTime()],
  };
  const way = direction === 'asc' ? 1 : -1;
  const key = (call: StoredCall): Key[] => [...keys[order](call), call.id];
  return calls
    .toSorted((a, b) => {
      const other = key(b);
      for (const [place, mine] of key(a).entries()) {
        const theirs = other[place]!;
        if (mine === theirs) continue;
        if (mine === null) return 1;
        if (theirs === null) return -1;
        return way * compare(mine, theirs);
      }
      return 0;
    })
    .map(({ id }) => id);
}

/** Filters derived from an existing call, so that most of them match. */
const someFilters = (calls: () => readonly StoredCall[]) =>
  fc
    .record({
      seed: fc.nat(),
      keep: fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
      digits: fc.integer({ min: 1, max: 10 }),
      tail: fc.boolean(),
    })
    .map(({ seed, keep, digits, tail }): AudienceFilters => {
      const all = calls();
      const like = all[seed % all.length]!;
      const number = tail ? String(like.number).slice(-Math.max(4, digits)) : String(like.number).slice(0, digits);
      const possible = {
        stateId: like.stateId,
        states: [like.stateId, all[(seed + 1) % all.length]!.stateId],
        substateId: like.substateId ?? undefined,
        operatorId: like.operatorId ?? undefined,
        number,
        callsMin: like.callCount,
        callsMax: like.callCount + 1,
        gender: (like.gender ?? undefined) as 'F' | undefined,
        birthYearFrom: like.birthYear ?? 1945,
        birthYearTo: (like.birthYear ?? 1945) + 5,
        districtId: like.districtId ?? undefined,
        sectionId: like.sectionId ?? undefined,
        subsectionId: like.subsectionId ?? undefined,
      };
      // Each filter one time in four, so that few are combined.
      return Object.fromEntries(
        Object.entries(possible).filter(
          ([, value], index) => value !== undefined && keep[index] && (seed + index) % 2 === 0,
        ),
      );
    });

export const aRequest = (calls: () => readonly StoredCall[]) =>
  fc.record({
    filters: fc.nat().chain(() => someFilters(calls)),
    order: fc.constantFrom(...AUDIENCE_ORDER),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    size: fc.constantFrom(7, 10, 25, 50, 100),
    page: fc.nat({ max: 30 }),
  });
