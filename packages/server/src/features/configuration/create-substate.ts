import type { Substate, SubstateBody } from '@campanero/contract/configuration/schemas';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { substateInWords } from './configuration.words.ts';
import { getSubstate } from './get-one.ts';
import { refusingTakenName } from './name-taken.ts';
import { insertSubstate } from './substates.queries.ts';

/** A new substate, not yet of any state. Whoever holds `config`; a name that exists already is refused. One audit record. */
export const createSubstate = (ctx: SignedCtx, { name }: SubstateBody): Promise<Substate> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const id = await refusingTakenName(insertSubstate(trx, { name, now }));
    const made = await getSubstate(trx, id);
    await audit({
      action: 'ETIQUETA',
      subaction: 'CREAR',
      object: { type: 'substate', id },
      after: substateInWords(made),
    });
    return made;
  });
