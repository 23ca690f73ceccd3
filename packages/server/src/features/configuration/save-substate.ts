import type { Substate, SubstateBody, SubstatePatch } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { AppError } from '../../work/app-error.ts';
import { getSubstate, refuseTakenName, substateInWords } from './catalogue-rules.ts';
import { insertSubstate, lockSubstate, updateSubstateRow } from './substates.queries.ts';

/** A new substate, not yet of any state. For the `config` permission; a taken name is refused. Leaves one audit record. */
export const createSubstate = (ctx: SignedCtx, { name }: SubstateBody): Promise<Substate> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const id = await insertSubstate(trx, { name, now }).catch(refuseTakenName('substate'));
    const made = await getSubstate(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'CREAR',
      object: { type: 'substate', id },
      after: substateInWords(made),
    });
    return made;
  });

/** Renames a substate. For the `config` permission; stale versions and taken names are refused. Leaves one audit record. */
export const updateSubstate = (ctx: SignedCtx, id: number, { name, version }: SubstatePatch): Promise<Substate> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await lockSubstate(trx, id);
    if (!before) throw new AppError('NOT_FOUND');
    assertCurrent(before, version);
    await updateSubstateRow(trx, id, { name, now }).catch(refuseTakenName('substate'));
    const after = await getSubstate(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: { type: 'substate', id },
      before: substateInWords(before),
      after: substateInWords(after),
    });
    return after;
  });
