import { segmentBody } from '@campanero/contract/audience/segment-schemas';
import { type Split, splitShares } from '@campanero/contract/audience/split';
import { ERRORS } from '@campanero/contract/errors';
import { MAX_CALLS_PER_OPERATOR } from '@campanero/contract/limits';

interface Person {
  id: number;
  name: string;
}

export interface Known {
  pending: number;
  /** Registrations per hour; null without history. */
  pace: number | null;
}

export interface Share extends Person {
  pending: number;
  receives: number;
  /** Gets one more: the remainder of an equal split. */
  hasExtra: boolean;
  isOver: boolean;
}

/** The same arithmetic as on the server, in the order of the request. */
export function previewSplit(
  total: number,
  people: readonly Person[],
  knownOf: (id: number) => Known,
  split: Split = 'equal',
): Share[] {
  const isOverAll = total > people.length * MAX_CALLS_PER_OPERATOR;
  // Too many for all: show the equal split, which shows by how much.
  const way = isOverAll ? 'equal' : split;
  const amounts = splitShares(
    way,
    total,
    people.map(({ id }) => knownOf(id).pace),
  );
  const least = amounts.at(-1) ?? 0;
  return people.map(({ id, name }, place) => {
    const receives = amounts[place] ?? 0;
    return {
      id,
      name,
      pending: knownOf(id).pending,
      receives,
      hasExtra: way === 'equal' && receives > least,
      isOver: receives > MAX_CALLS_PER_OPERATOR,
    };
  });
}

export const OVER_LIMIT = ERRORS.TOO_MANY_PER_OPERATOR.es;
const OVER_TOTAL = ERRORS.AMOUNT_OVER_TOTAL.es;

export function readAmount(typed: string, total: number | undefined): { amount: number | null; error?: string } {
  const digits = typed.replaceAll(/[.\s]/g, '');
  if (digits === '') return { amount: null };
  const parsed = segmentBody.shape.amount.safeParse(/^\d+$/.test(digits) ? Number(digits) : Number.NaN);
  if (!parsed.success) return { amount: null, error: parsed.error.issues[0]!.message };
  const amount = parsed.data ?? null;
  return total !== undefined && amount !== null && amount > total ? { amount, error: OVER_TOTAL } : { amount };
}
