import type { State, StateBody } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { checkSubstates } from './check-choices.ts';
import { stateInWords } from './configuration.words.ts';
import { getState } from './get-one.ts';
import { refusingTakenName } from './name-taken.ts';
import { insertState, replaceStateSubstates } from './states.queries.ts';

/**
 * A new outcome for calls, with its colour, actions and substates (spec 7, Configuration). Whoever holds `config`; a name
 * that exists already is refused. Leaves the state and one audit record.
 */
export const createState = (ctx: SignedCtx, body: StateBody): Promise<State> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const substates = await checkSubstates(trx, body.substates);
    const id = await refusingTakenName(insertState(trx, body, now));
    await replaceStateSubstates(trx, id, substates);
    const made = await getState(trx, id);
    await audit({ action: 'ETIQUETA', subaction: 'CREAR', object: { type: 'state', id }, after: stateInWords(made) });
    return made;
  });
