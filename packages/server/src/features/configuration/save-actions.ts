import { isSystemState, type ActionBody, type ActionName } from '@campanero/contract/configuration/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { lockStates, selectFlagged, updateFlag } from './states.queries.ts';
import { ACTION_LABELS, checkStates, namesOf } from './catalogue-rules.ts';

/** The states that have an action and those that do not. System states stand among the latter: they never get one. */
export async function listActions({ db }: SignedCtx, action: ActionName) {
  return split(await selectFlagged(db, action));
}

/**
 * Which states have an action: those in `has` get it, those in `hasNo` lose it, any other keeps what it has. For the
 * `config` permission. Leaves one audit record with the list before and after, even if nothing changed.
 */
export const saveActions = (ctx: SignedCtx, action: ActionName, body: ActionBody) =>
  transact(ctx, async ({ trx, now, audit }) => {
    await checkStates(trx, body.has, 'has');
    await checkStates(trx, body.hasNo, 'hasNo');
    if (body.has.some(isSystemState)) throw new AppError('SYSTEM_STATE');
    await lockStates(trx, [...body.has, ...body.hasNo]);
    const changed = new Set((await updateFlag(trx, action, body, now)).map(({ id }) => id));
    const after = await selectFlagged(trx, action);
    // Read after the write, which waits for other writers of the same states: their changes must not be audited as ours.
    const before = after.map((state) => (changed.has(state.id) ? { ...state, has: !state.has } : state));
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'action', id: action },
      before: { [ACTION_LABELS[action]]: namesOf(split(before).has) },
      after: { [ACTION_LABELS[action]]: namesOf(split(after).has) },
    });
    return split(after);
  });

function split<S extends { has: boolean }>(states: readonly S[]) {
  return { has: states.filter((state) => state.has), hasNo: states.filter((state) => !state.has) };
}
