import type { Substate, SubstatePatch } from '@campanero/contract/configuration/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { isStale } from './configuration.policy.ts';
import { substateInWords } from './configuration.words.ts';
import { getSubstate } from './get-one.ts';
import { refusingTakenName } from './name-taken.ts';
import { lockSubstate, updateSubstateRow } from './substates.queries.ts';

/** Renames a substate. Whoever holds `config`; stale versions and taken names are refused. Leaves one audit record. */
export const updateSubstate = (ctx: SignedCtx, id: number, { name, version }: SubstatePatch): Promise<Substate> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await lockSubstate(trx, id);
    if (!before) throw new AppError('NOT_FOUND');
    if (isStale(before, version)) throw new AppError('CONFLICT');
    await refusingTakenName(updateSubstateRow(trx, id, { name, now }));
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
