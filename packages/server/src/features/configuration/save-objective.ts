import type { Objective, ObjectiveBody, ObjectivePatch } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { AppError } from '../../work/app-error.ts';
import { checkStates, getObjective, objectiveInWords, refuseTakenName } from './catalogue-rules.ts';
import { insertObjective, lockObjective, replaceObjectiveStates, updateObjectiveRow } from './objectives.queries.ts';

/**
 * A new objective with the states its campaigns begin with. For the `config` permission; a taken name is refused. Leaves the
 * objective and one audit record.
 */
export const createObjective = (ctx: SignedCtx, body: ObjectiveBody): Promise<Objective> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const states = await checkStates(trx, body.states);
    const id = await insertObjective(trx, { name: body.name, now }).catch(refuseTakenName('objective'));
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

/**
 * Changes name or states of an objective; absent fields stay. Existing campaigns keep the states they began with. For the
 * `config` permission; stale versions and taken names are refused. Leaves one audit record.
 */
export const updateObjective = (ctx: SignedCtx, id: number, patch: ObjectivePatch): Promise<Objective> =>
  transact(ctx, async ({ trx, now, audit }) => {
    if (!(await lockObjective(trx, id))) throw new AppError('NOT_FOUND');
    const before = await getObjective(trx, id);
    assertCurrent(before, patch.version);
    const states = patch.states && (await checkStates(trx, patch.states));
    await updateObjectiveRow(trx, id, { name: patch.name, now }).catch(refuseTakenName('objective'));
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
