import type { Objective, ObjectiveBody } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { checkStates } from './check-choices.ts';
import { objectiveInWords } from './configuration.words.ts';
import { refusingTakenName } from './name-taken.ts';
import { getObjective } from './get-one.ts';
import { insertObjective, replaceObjectiveStates } from './objectives.queries.ts';

/**
 * A new objective with the states its campaigns begin with (spec 7, Configuration). Whoever holds `config`; a name that
 * exists already is refused. Leaves the objective and one audit record.
 */
export const createObjective = (ctx: SignedCtx, body: ObjectiveBody): Promise<Objective> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const states = await checkStates(trx, body.states);
    const id = await refusingTakenName(insertObjective(trx, { name: body.name, now }));
    await replaceObjectiveStates(trx, id, states);
    const made = await getObjective(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'CREAR',
      object: { type: 'objective', id },
      after: objectiveInWords(made),
    });
    return made;
  });
