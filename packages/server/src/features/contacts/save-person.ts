import type { PersonBody } from '@campanero/contract/contacts/schemas';
import { lockBlockingShared, lockNumbers } from '../../call-store/locks.ts';
import { getPerson, selectNumbers } from '../../call-store/read/people.ts';
import { lockPerson, updatePerson } from '../../call-store/write/person.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { isPlace } from '../campaigns/choices.queries.ts';
import { changePerson, personInWords } from './person-change.ts';
import { refreshCallsOf } from './refresh-calls.ts';

/**
 * Changes a person's data or flags: whoever sees a call to one of their numbers, in any status of the campaign (SEC-28);
 * external roles only persons of external campaigns. Flags decide anew whether the numbers are blocked, and the calls' copies
 * follow. One audit record CONTACTO ACTUALIZAR. Locks: blocking shared, person, numbers, calls, counters.
 */
export const savePerson = (
  ctx: SignedCtx,
  { personId, lead }: { personId: number; lead: boolean },
  body: PersonBody,
): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    await lockBlockingShared(trx);
    const person = await lockPerson(trx, actor, personId, lead);
    if (!person) throw new AppError('NOT_FOUND');
    if (body.version !== undefined && body.version !== person.version) throw new AppError('CONFLICT');
    const change = changePerson(person, body);
    if (!(await isPlace(trx, change)))
      throw new AppError('UNKNOWN_PLACE', { fields: [{ field: 'districtId', message: 'La ubicación no existe.' }] });

    const numbers = await selectNumbers(trx, personId);
    await lockNumbers(trx, numbers);
    await updatePerson(trx, person, change, now);
    await refreshCallsOf(work, numbers);
    const saved = await getPerson(trx, personId);
    const name = `${saved.firstName} ${saved.lastName}`.trim() || saved.businessName;
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: personInWords(person),
      after: { ...(name !== '' && { Persona: name }), ...personInWords(saved) },
    });
    return { personId };
  });
