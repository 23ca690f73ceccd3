import { EDITED_FIELDS, type EditedField, type PersonData } from '@campanero/contract/contacts/person-fields';
import type { PersonBody } from '@campanero/contract/contacts/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { type EditablePerson, lockPerson, updatePerson } from '../../call-store/write/index.ts';
import { type PersonRecord, selectPeople } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import { isPlace } from '../campaigns/edit/choices.queries.ts';
import type { AuditValues } from '../../work/audit.ts';
import { lockRequestFor, markDone } from '../personal-data/request-work.queries.ts';

/** Which person: one whose call the user sees, or any at all for whoever answers for all personal data. */
type PersonKey = { personId: number } & ({ lead: boolean } | { anywhere: true });

/** Why somebody who answers for all personal data changes a person, and for which request of that person. */
interface Rectification {
  reason: string;
  requestId?: number | undefined;
}

/** Notes on the request that it was done; the caller has checked that something changes. */
async function noteRectified({ trx, now, actor }: Work, personId: number, requestId: number): Promise<void> {
  const asked = { requestId, personId, kind: 'RECTIFICACION' } as const;
  await lockRequestFor(trx, asked);
  await markDone(trx, asked, { at: now, by: actor.id });
}

/**
 * Changes a person's data or flags. By any user who sees a call to one of their numbers, in any status of the campaign;
 * external roles only persons of external campaigns. The blocks of the numbers and the calls' copies are updated too. One
 * audit record CONTACTO ACTUALIZAR, with the reason where one was asked for.
 */
export const savePerson = (
  ctx: SignedCtx,
  { personId, ...found }: PersonKey,
  body: PersonBody,
  why?: Rectification,
): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, audit } = work;
    const person = await lockPerson(trx, actor, { personId, ...found });
    if (!person) throw new AppError('NOT_FOUND');
    assertCurrent(person, body.version);
    const change = changePerson(person, body);
    if (!(await isPlace(trx, change)))
      throw new AppError('UNKNOWN_PLACE', { fields: [{ field: 'districtId', message: 'La ubicación no existe.' }] });

    if (why?.requestId !== undefined) {
      if (!isChanged(person, change)) throw new AppError('REQUEST_UNFIT');
      await noteRectified(work, personId, why.requestId);
    }
    const saved = await updatePerson(work, person, change);
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: personInWords(person),
      after: { Persona: saved.name || undefined, ...personInWords(saved), Motivo: why?.reason, Pedido: why?.requestId },
    });
    return { personId };
  });

type WrongMark = PersonKey & Partial<Rectification> & { phone: string; wrong: boolean };

/**
 * Marks that a number is not that person's, or removes the mark. By any user who sees a call to that number, in any status of
 * the campaign. A number that is wrong for all its persons is blocked. One audit record CONTACTO ACTUALIZAR.
 */
export const markWrong = (
  ctx: SignedCtx,
  { personId, phone, wrong, reason, requestId, ...found }: WrongMark,
): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, audit } = work;
    const number = Number(phone);
    const person = await lockPerson(trx, actor, { personId, number, ...found });
    if (!person) throw new AppError('NOT_FOUND');

    const [before] = await selectPeople(trx, actor, { number, first: personId });
    if (requestId !== undefined) {
      if (before!.wrong === wrong) throw new AppError('REQUEST_UNFIT');
      await noteRectified(work, personId, requestId);
    }
    await updatePerson(work, person, { number, wrong });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: { 'Número equivocado': yesOrNo(before!.wrong) },
      after: {
        Persona: person.name || undefined,
        Número: formatPhone(phone),
        'Número equivocado': yesOrNo(wrong),
        Motivo: reason,
        Pedido: requestId,
      },
    });
    return { personId };
  });

/**
 * Begins or ends the review of a person's data: meanwhile nobody is handed their numbers, and whoever has one of their calls sees
 * why. For the permission `personal-data`. One audit record CONTACTO ACTUALIZAR; nothing if it stands so already.
 */
export const setReview = (
  ctx: SignedCtx,
  { personId, inReview, reason }: { personId: number; inReview: boolean; reason: string },
): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const person = await lockPerson(trx, actor, { personId, anywhere: true });
    if (!person) throw new AppError('NOT_FOUND');
    if (inReview === (person.inReviewSince !== null)) return { personId };
    await updatePerson(work, person, {
      inReviewSince: inReview ? now : null,
      inReviewBy: inReview ? actor.id : null,
    });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: { 'En revisión': inReview ? 'No' : 'Sí' },
      after: { 'En revisión': inReview ? 'Sí' : 'No', Motivo: reason },
    });
    return { personId };
  });

const keepIfAbsent = <T>(asked: T | undefined, present: T): T => (asked === undefined ? present : asked);

/**
 * A field that is absent stays, one that is empty is cleared; a new district clears section and subsection, a new section
 * the subsection, unless they come with it.
 */
function changePerson(person: PersonRecord, body: PersonBody): Omit<EditablePerson, 'inReviewSince' | 'inReviewBy'> {
  const districtId = keepIfAbsent(body.districtId, person.districtId);
  const isSameDistrict = districtId === person.districtId;
  const sectionId = keepIfAbsent(body.sectionId, isSameDistrict ? person.sectionId : null);
  const isSameSection = isSameDistrict && sectionId === person.sectionId;
  return {
    ...(Object.fromEntries(
      EDITED_FIELDS.map(({ name }) => [name, keepIfAbsent<string | null>(body[name], person[name])]),
    ) as Pick<PersonData, EditedField['name']>),
    districtId,
    sectionId,
    subsectionId: keepIfAbsent(body.subsectionId, isSameSection ? person.subsectionId : null),
    interested: keepIfAbsent(body.interested, person.interested),
    dead: keepIfAbsent(body.dead, person.dead),
    doNotCall: keepIfAbsent(body.doNotCall, person.doNotCall),
  };
}

const isChanged = (person: PersonRecord, change: Partial<PersonRecord>): boolean =>
  (Object.keys(change) as (keyof PersonRecord)[]).some((name) => change[name] !== person[name]);

const yesOrNo = (flag: boolean) => (flag ? 'Sí' : 'No');
/** Noon UTC is the same day in the product's time zone. */

/** A person as the audit shows them. */
const personInWords = (person: PersonRecord): AuditValues => ({
  ...Object.fromEntries(
    EDITED_FIELDS.map(({ name, kind, label }) => [
      label,
      kind === 'birthday' ? person[name] && formatDay(person[name]) : person[name],
    ]),
  ),
  Distrito: person.districtName,
  Sección: person.sectionName,
  Subsección: person.subsectionName,
  Participa: yesOrNo(person.interested),
  Fallecido: yesOrNo(person.dead),
  'No llamar': yesOrNo(person.doNotCall),
});
