import type { Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { countStates } from './states.queries.ts';
import { countSubstates } from './substates.queries.ts';

/** Each once, all of them known: what a list of choices in a body comes to. */
export async function checkStates(trx: Trx, given: readonly number[], field = 'states'): Promise<number[]> {
  const ids = [...new Set(given)];
  if ((await countStates(trx, ids)) < ids.length) throw unknown('UNKNOWN_STATE', field);
  return ids;
}

export async function checkSubstates(trx: Trx, given: readonly number[]): Promise<number[]> {
  const ids = [...new Set(given)];
  if ((await countSubstates(trx, ids)) < ids.length) throw unknown('UNKNOWN_SUBSTATE', 'substates');
  return ids;
}

const unknown = (code: 'UNKNOWN_STATE' | 'UNKNOWN_SUBSTATE', field: string) =>
  new AppError(code, { fields: [{ field, message: new AppError(code).message }] });
