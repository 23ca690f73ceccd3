import type { State, StatePatch } from '@campanero/contract/configuration/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { checkSubstates } from './check-choices.ts';
import { breaksSystemState, isStale } from './configuration.policy.ts';
import { stateInWords } from './configuration.words.ts';
import { getState } from './get-one.ts';
import { refusingTakenName } from './name-taken.ts';
import { lockState, replaceStateSubstates, updateStateRow } from './states.queries.ts';

/**
 * Changes a state; what is absent stays. Figures follow its actions at once, because they are read through the state.
 * Whoever holds `config`; the two states of the system keep name and actions; stale versions and taken names are refused.
 * Leaves one audit record.
 */
export const updateState = (ctx: SignedCtx, id: number, patch: StatePatch): Promise<State> =>
  transact(ctx, async ({ trx, now, audit }) => {
    if (!(await lockState(trx, id))) throw new AppError('NOT_FOUND');
    const before = await getState(trx, id);
    if (isStale(before, patch.version)) throw new AppError('CONFLICT');
    if (breaksSystemState(before, patch)) throw new AppError('SYSTEM_STATE');
    const substates = patch.substates && (await checkSubstates(trx, patch.substates));
    await refusingTakenName(updateStateRow(trx, id, patch, now));
    if (substates) await replaceStateSubstates(trx, id, substates);
    const after = await getState(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'state', id },
      before: stateInWords(before),
      after: stateInWords(after),
    });
    return after;
  });
