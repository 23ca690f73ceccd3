import type { State, StateBody, StatePatch } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { AppError } from '../../work/app-error.ts';
import { checkSubstates, getState, refuseTakenName, stateInWords } from './catalogue-rules.ts';
import { insertState, lockState, replaceStateSubstates, updateStateRow } from './states.queries.ts';
import { breaksSystemState } from './configuration.policy.ts';

/**
 * A new outcome for calls, with its colour, actions and substates. For the `config` permission; a taken name is refused.
 * Leaves the state and one audit record.
 */
export const createState = (ctx: SignedCtx, body: StateBody): Promise<State> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const substates = await checkSubstates(trx, body.substates);
    const id = await insertState(trx, body, now).catch(refuseTakenName('state'));
    await replaceStateSubstates(trx, id, substates);
    const made = await getState(trx, id);
    await audit({ action: 'ETIQUETA', subaction: 'CREAR', object: { type: 'state', id }, after: stateInWords(made) });
    return made;
  });

/**
 * Changes a state; absent fields stay. Figures follow its actions at once, because they are read through the state. For the
 * `config` permission; the two system states keep name and actions; stale versions and taken names are refused.
 * Leaves one audit record.
 */
export const updateState = (ctx: SignedCtx, id: number, patch: StatePatch): Promise<State> =>
  transact(ctx, async ({ trx, now, audit }) => {
    if (!(await lockState(trx, id))) throw new AppError('NOT_FOUND');
    const before = await getState(trx, id);
    assertCurrent(before, patch.version);
    if (breaksSystemState(before, patch)) throw new AppError('SYSTEM_STATE');
    const substates = patch.substates && (await checkSubstates(trx, patch.substates));
    await updateStateRow(trx, id, patch, now).catch(refuseTakenName('state'));
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
