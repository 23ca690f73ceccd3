import { EDITED_FIELDS, type EditedField, type PersonData } from '@campanero/contract/contacts/person-fields';
import type { PersonBody } from '@campanero/contract/contacts/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { lockPerson, markNumber, updatePerson } from '../../call-store/write/index.ts';
import { type EditablePerson, type PersonRecord, selectPeopleOnNumber } from '../../call-store/read/index.ts';
import { AppError, assertCurrent, fieldError, found, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { auditAbout, type AuditValues } from '../../work/audit.ts';
import { isPlace, mergePlace } from '../campaigns/edit/choices.queries.ts';
import { lockRequestFor, markDone } from '../personal-data/request-work.queries.ts';

/** A person whose call the user may see, or any person (`anywhere`) for the permission `personal-data`. */
type PersonKey = { personId: number } & ({ lead: boolean } | { anywhere: true });

/** For a change with the permission `personal-data`: its reason and the person's request. */
type Rectification = { reason: string; requestId?: number | undefined };

async function completeRequest({ trx, now, actor }: Work, personId: number, requestId: number): Promise<void> {
  const asked = { requestId, personId, kind: 'RECTIFICACION' } as const;
  await lockRequestFor(trx, asked);
  await markDone(trx, asked, { at: now, by: actor.id });
}

// For users who may see a call to one of the person's numbers, in any campaign status. Also updates blocks and denormalised
// data of calls.
export const savePerson = (ctx: SignedCtx, { personId, ...key }: PersonKey, body: PersonBody, why?: Rectification) =>
  transact(ctx, async (work) => {
    const { trx, actor, audit } = work;
    const person = found(await lockPerson(trx, actor, { personId, ...key }));
    assertCurrent(person, body.version);
    const change = mergePerson(person, body);
    if (!(await isPlace(trx, change))) throw fieldError('UNKNOWN_PLACE', 'districtId', 'La ubicación no existe.');

    if (why?.requestId !== undefined) {
      if (!isChanged(person, change)) throw new AppError('REQUEST_UNFIT');
      await completeRequest(work, personId, why.requestId);
    }
    const saved = await updatePerson(work, person, change);
    const after = { Persona: saved.name || undefined, ...personAuditValues(saved) };
    const values = { ...after, Motivo: why?.reason, Pedido: why?.requestId };
    await audit(personAudit(personId, 'ACTUALIZAR'), { before: personAuditValues(person), after: values });
    return { personId };
  });

type WrongMark = PersonKey & Partial<Rectification> & { phone: string; wrong: boolean };

/** A number that is wrong for all its persons is blocked. */
export const markWrong = (ctx: SignedCtx, { personId, phone, wrong, reason, requestId, ...key }: WrongMark) =>
  transact(ctx, async (work) => {
    const { trx, actor, audit } = work;
    const number = Number(phone);
    const person = found(await lockPerson(trx, actor, { personId, number, ...key }));
    const [before] = await selectPeopleOnNumber(trx, actor, number, personId);
    if (requestId !== undefined) {
      if (before!.wrong === wrong) throw new AppError('REQUEST_UNFIT');
      await completeRequest(work, personId, requestId);
    }
    await markNumber(work, person, { number, wrong });
    const after = {
      Persona: person.name || undefined,
      Número: formatPhone(phone),
      'Número equivocado': yesOrNo(wrong),
    };
    const values = { ...after, Motivo: reason, Pedido: requestId };
    const prior = { 'Número equivocado': yesOrNo(before!.wrong) };
    await audit(personAudit(personId, 'ACTUALIZAR'), { before: prior, after: values });
    return { personId };
  });

/** During a review the person's numbers are blocked. */
export const setReview = (
  ctx: SignedCtx,
  { personId, inReview, reason }: { personId: number; inReview: boolean; reason: string },
): Promise<{ personId: number }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const person = found(await lockPerson(trx, actor, { personId, anywhere: true }));
    if (inReview === (person.inReviewSince !== null)) return { personId };
    await updatePerson(work, person, { inReviewSince: inReview ? now : null, inReviewBy: inReview ? actor.id : null });
    const before = { 'En revisión': yesOrNo(!inReview) };
    const after = { 'En revisión': yesOrNo(inReview), Motivo: reason };
    await audit(personAudit(personId, 'ACTUALIZAR'), { before, after });
    return { personId };
  });

const personAudit = auditAbout('CONTACTO', 'person');

const keepIfAbsent = <T>(asked: T | undefined, current: T): T => (asked === undefined ? current : asked);

/** Absent fields stay. */
const mergePerson = (person: PersonRecord, body: PersonBody): Omit<EditablePerson, 'inReviewSince' | 'inReviewBy'> => ({
  ...(Object.fromEntries(
    EDITED_FIELDS.map(({ name }) => [name, keepIfAbsent<string | null>(body[name], person[name])]),
  ) as Pick<PersonData, EditedField['name']>),
  ...mergePlace(person, body),
  interested: keepIfAbsent(body.interested, person.interested),
  dead: keepIfAbsent(body.dead, person.dead),
  doNotCall: keepIfAbsent(body.doNotCall, person.doNotCall),
});

const isChanged = (person: PersonRecord, change: Partial<PersonRecord>): boolean =>
  (Object.keys(change) as (keyof PersonRecord)[]).some((name) => change[name] !== person[name]);

const yesOrNo = (flag: boolean) => (flag ? 'Sí' : 'No');

const personAuditValues = (person: PersonRecord): AuditValues => ({
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
