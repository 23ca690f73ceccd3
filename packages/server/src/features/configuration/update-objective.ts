import type { Objective, ObjectivePatch } from '@campanero/contract/configuration/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { checkStates } from './check-choices.ts';
import { isStale } from './configuration.policy.ts';
import { objectiveInWords } from './configuration.words.ts';
import { getObjective } from './get-one.ts';
import { refusingTakenName } from './name-taken.ts';
import { lockObjective, replaceObjectiveStates, updateObjectiveRow } from './objectives.queries.ts';

/**
 * Changes name or states of an objective; what is absent stays. Campaigns that exist keep the states they began with
 * (decisions 2). Whoever holds `config`; stale versions and taken names are refused. Leaves one audit record.
 */
export const updateObjective = (ctx: SignedCtx, id: number, patch: ObjectivePatch): Promise<Objective> =>
  transact(ctx, async ({ trx, now, audit }) => {
    if (!(await lockObjective(trx, id))) throw new AppError('NOT_FOUND');
    const before = await getObjective(trx, id);
    if (isStale(before, patch.version)) throw new AppError('CONFLICT');
    const states = patch.states && (await checkStates(trx, patch.states));
    await refusingTakenName(updateObjectiveRow(trx, id, { name: patch.name, now }));
    if (states) await replaceObjectiveStates(trx, id, states);
    const after = await getObjective(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'objective', id },
      before: objectiveInWords(before),
      after: objectiveInWords(after),
    });
    return after;
  });
