import { formatPhone } from '@campanero/contract/shared/phone-number';
import { lockBlockingShared, lockNumbers } from '../../call-store/locks.ts';
import { hasReachableCall, selectNumbers } from '../../call-store/read/people.ts';
import { lockPerson, markNumberWrong } from '../../call-store/write/person.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { refreshCallsOf } from './refresh-calls.ts';

export interface WrongMark {
  personId: number;
  lead: boolean;
  phone: string;
  wrong: boolean;
}

/**
 * Marks that a number is not that person's, or takes it back: whoever sees a call to that very number, in any status of the
 * campaign. A number that is wrong for all its persons is blocked. One audit record CONTACTO ACTUALIZAR.
 */
export const markWrong = (ctx: SignedCtx, { personId, lead, phone, wrong }: WrongMark): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, audit } = work;
    const number = Number(phone);
    await lockBlockingShared(trx);
    const person = await lockPerson(trx, actor, personId, lead);
    const isTheirs = person && (await selectNumbers(trx, personId)).includes(number);
    if (!isTheirs || !(await hasReachableCall(trx, actor, [number]))) throw new AppError('NOT_FOUND');

    await lockNumbers(trx, [number]);
    const wasWrong = await markNumberWrong(trx, { personId, number, wrong });
    await refreshCallsOf(work, [number]);
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: { 'Número equivocado': wasWrong ? 'Sí' : 'No' },
      after: {
        Persona: `${person.firstName} ${person.lastName}`.trim() || person.businessName || undefined,
        Número: formatPhone(phone),
        'Número equivocado': wrong ? 'Sí' : 'No',
      },
    });
    return { personId };
  });
