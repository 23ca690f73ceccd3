import { routesOf } from '../../../http/mount.ts';
import {
  deleteSpelling,
  findSpelling,
  listOfficialNames,
  listSpellings,
  type SpellingRow,
} from './spellings.queries.ts';
import { letters } from '@campanero/contract/loads/csv/columns';
import { insertNew } from '../../../db/index.ts';
import type { SpellingBody } from '@campanero/contract/loads/spellings';
import { AppError, auditAbout, type AuditValues, type SignedCtx, transact } from '../../../work/index.ts';
import { isPlace } from '../../campaigns/edit/choices.queries.ts';

export const spellingRoutes = routesOf('spellings', {
  list: (_input, { db }) => listSpellings(db),
  remember: ({ body }, ctx) => rememberSpelling(ctx, body),
  forget: ({ params }, ctx) => forgetSpelling(ctx, params.id),
});

const spellingAudit = auditAbout('ETIQUETA', 'spelling');
const inWords = ({ name, place, within }: SpellingRow): AuditValues => ({
  Lugar: within === '' ? place : `${place}, ${within}`,
  'Forma de escribirlo': name,
});

/** Refused if the spelling already means a place of the same parent. */
const rememberSpelling = (ctx: SignedCtx, { name, ...body }: SpellingBody): Promise<SpellingRow> =>
  transact(ctx, async ({ trx, actor, now, audit }) => {
    const { districtId, sectionId = null, subsectionId = null } = body;
    const place = { districtId, sectionId, subsectionId };
    if (!(await isPlace(trx, place))) throw new AppError('UNKNOWN_PLACE');
    const key = letters(name);
    const official = await listOfficialNames(trx, place);
    if (official.some((each) => letters(each) === key)) throw new AppError('SPELLING_OFFICIAL');
    const row = { name, key, ...place, createdBy: actor.id, createdAt: now };
    // The unique index decides whether it is taken for the same parent, to avoid a race.
    const id = await insertNew(trx, 'placeSpelling', row);
    if (id === undefined) throw new AppError('SPELLING_TAKEN');
    const made = (await findSpelling(trx, id))!;
    await audit(spellingAudit(id, 'CREAR'), { after: inWords(made) });
    return made;
  });

/** Deletes a spelling: later loads treat it as an unknown place. Leaves one audit record ETIQUETA ACTUALIZAR. */
const forgetSpelling = (ctx: SignedCtx, id: number): Promise<SpellingRow> =>
  transact(ctx, async ({ trx, audit }) => {
    const found = await findSpelling(trx, id);
    if (!found || !(await deleteSpelling(trx, id))) throw new AppError('NOT_FOUND');
    const values = { before: inWords(found), after: { 'Forma de escribirlo': null } };
    await audit(spellingAudit(id, 'ACTUALIZAR'), values);
    return found;
  });
