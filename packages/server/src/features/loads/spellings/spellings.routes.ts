import { routesOf } from '../../../http/mount.ts';
import {
  deleteSpelling,
  findSpelling,
  insertSpelling,
  listOfficialNames,
  listSpellings,
  type SpellingRow,
} from './spellings.queries.ts';
import { letters } from '@campanero/contract/loads/csv/columns';
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
    const place = {
      districtId: body.districtId,
      sectionId: body.sectionId ?? null,
      subsectionId: body.subsectionId ?? null,
    };
    if (!(await isPlace(trx, place))) throw new AppError('UNKNOWN_PLACE');
    const key = letters(name);
    const official = await listOfficialNames(trx, place);
    if (official.some((each) => letters(each) === key)) throw new AppError('SPELLING_OFFICIAL');
    const id = await insertSpelling(trx, { name, key, ...place, createdBy: actor.id, createdAt: now });
    if (id === undefined) throw new AppError('SPELLING_TAKEN');
    const made = (await findSpelling(trx, id))!;
    await audit(spellingAudit(id, 'CREAR', { after: inWords(made) }));
    return made;
  });

/** Deletes a spelling: later loads treat it as an unknown place. Leaves one audit record ETIQUETA ACTUALIZAR. */
const forgetSpelling = (ctx: SignedCtx, id: number): Promise<SpellingRow> =>
  transact(ctx, async ({ trx, audit }) => {
    const found = await findSpelling(trx, id);
    if (!found || !(await deleteSpelling(trx, id))) throw new AppError('NOT_FOUND');
    const values = { before: inWords(found), after: { 'Forma de escribirlo': null } };
    await audit(spellingAudit(id, 'ACTUALIZAR', values));
    return found;
  });
