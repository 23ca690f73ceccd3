import { isSystemState, type ActionBody, type ActionName } from '@campanero/contract/configuration/schemas';
import { AppError, auditAbout, type SignedCtx, transact } from '../../work/index.ts';
import { lockStates, selectFlagged, updateFlag } from './states.queries.ts';
import { checkEntries } from './catalogue.queries.ts';
import { ACTION_LABELS, namesOf } from './configuration.words.ts';

export async function listActions({ db }: SignedCtx, action: ActionName) {
  return split(await selectFlagged(db, action));
}

/** States in neither list stay. Audited even if nothing changed. */
export const saveActions = (ctx: SignedCtx, action: ActionName, body: ActionBody) =>
  transact(ctx, async ({ trx, now, audit }) => {
    await checkEntries(trx, 'state', body.has, 'has');
    await checkEntries(trx, 'state', body.hasNo, 'hasNo');
    if (body.has.some(isSystemState)) throw new AppError('SYSTEM_STATE');
    await lockStates(trx, [...body.has, ...body.hasNo]);
    const changed = new Set(await updateFlag(trx, action, body, now));
    const after = await selectFlagged(trx, action);
    // Derived from the written rows, so that concurrent changes are not audited as this one's.
    const before = after.map((state) => (changed.has(state.id) ? { ...state, has: !state.has } : state));
    const inWords = (states: typeof after) => ({ [ACTION_LABELS[action]]: namesOf(split(states).has) });
    const values = { before: inWords(before), after: inWords(after) };
    await audit(auditAbout('ETIQUETA', 'action')(action, 'ACTUALIZAR', values));
    return split(after);
  });

function split<S extends { has: boolean }>(states: readonly S[]) {
  return { has: states.filter((state) => state.has), hasNo: states.filter((state) => !state.has) };
}
