import { type Condition, KIND_NAMES, optionsOf, type SurveyItem } from '@campanero/contract/surveys/definition';
import { changedMeaning, type SurveyMistake, surveyMistakes } from '@campanero/contract/surveys/mistakes';
import type { SurveyBody, SurveyPatch } from '@campanero/contract/surveys/schemas';
import { isDeepStrictEqual } from 'node:util';
import type { Db, Trx } from '../../db/index.ts';
import { AppError, assertCurrent, auditAbout, type AuditValues, type SignedCtx, transact } from '../../work/index.ts';
import {
  deleteUnanswered,
  getSurveyRow,
  insertSurvey,
  insertVersion,
  lockSurvey,
  selectItemsOfAll,
  selectVersions,
  updateSurveyRow,
} from './surveys.queries.ts';

export async function describeSurvey(db: Db | Trx, id: number) {
  const row = await getSurveyRow(db, id);
  const [all, versions] = await Promise.all([selectItemsOfAll(db, id), selectVersions(db, id)]);
  const items = all.find(({ number }) => number === row.number)?.items ?? [];
  return { ...row, items, versions, lastIds: lastIdsOf(all.map((version) => version.items)) };
}

/** Over all versions, so that an id never means two things. */
function lastIdsOf(versions: readonly SurveyItem[][]) {
  const options = new Map<number, number>();
  for (const each of versions.flat())
    if ('options' in each)
      options.set(each.id, Math.max(options.get(each.id) ?? 0, ...each.options.map((option) => option.id)));
  return {
    item: Math.max(0, ...versions.flat().map(({ id }) => id)),
    options: [...options].map(([itemId, last]) => ({ itemId, last })),
  };
}

export const createSurvey = (ctx: SignedCtx, { name, items }: SurveyBody) =>
  transact(ctx, async ({ trx, actor, now, audit }) => {
    refuseMistakes(surveyMistakes(items));
    const id = await insertSurvey(trx, name, now);
    await insertVersion(trx, { surveyId: id, number: 1, items, madeBy: actor.id }, now);
    await audit(auditAbout('ETIQUETA', 'survey')(id, 'CREAR'), {
      after: surveyAuditValues({ name, disable: false, items }),
    });
    return describeSurvey(trx, id);
  });

// Each change of what is asked is a version of its own, so an operator's open page stays right. Before the first answer that is only
// seen in the database: nobody lists versions without answers, and old ones are removed.
export const updateSurvey = (ctx: SignedCtx, id: number, patch: SurveyPatch) =>
  transact(ctx, async ({ trx, actor, now, audit }) => {
    const row = await lockSurvey(trx, id);
    assertCurrent(row, patch.version);
    const before = await describeSurvey(trx, id);
    const items = patch.items ?? before.items;
    const isChanged = !isDeepStrictEqual(items, before.items);
    if (isChanged) {
      const saved = (await selectItemsOfAll(trx, id)).flatMap((version) => version.items);
      refuseMistakes([...surveyMistakes(items), ...changedMeaning(saved, items), ...reusedIds(before, items)]);
    }
    const number = isChanged ? row.number + 1 : undefined;
    if (number) await insertVersion(trx, { surveyId: id, number, items, madeBy: actor.id }, now);
    await updateSurveyRow(trx, id, { name: patch.name, disable: patch.disable, number }, now);
    if (number) await deleteUnanswered(trx, id, now);
    const after = await describeSurvey(trx, id);
    await audit(auditAbout('ETIQUETA', 'survey')(id, 'ACTUALIZAR'), {
      before: surveyAuditValues(before),
      after: surveyAuditValues(after),
    });
    return after;
  });

type Described = Awaited<ReturnType<typeof describeSurvey>>;

/** An id that is new here and was used before, in a version that is gone: its old answers would count for the new meaning. */
function reusedIds({ items: present, lastIds }: Described, items: readonly SurveyItem[]): SurveyMistake[] {
  return items.flatMap((each) => {
    const was = present.find(({ id }) => id === each.id);
    if (!was && each.id <= lastIds.item) return [{ itemId: each.id, message: REUSED }];
    if (!('options' in each)) return [];
    const known = was && 'options' in was ? was.options.map(({ id }) => id) : [];
    const last = lastIds.options.find(({ itemId }) => itemId === each.id)?.last ?? 0;
    return each.options.some(({ id }) => id <= last && !known.includes(id))
      ? [{ itemId: each.id, message: REUSED }]
      : [];
  });
}
const REUSED = 'Una pregunta u opción nueva usa el número de otra que se quitó. Vuelva a agregarla.';

function refuseMistakes(mistakes: readonly SurveyMistake[]): void {
  if (mistakes.length === 0) return;
  const fields = mistakes.map(({ itemId, message }) => ({ field: itemId ? `items.${itemId}` : 'items', message }));
  throw new AppError('SURVEY_MISTAKES', { fields });
}

const TESTS: Record<Condition['test'], string> = {
  is: 'es',
  not: 'no es',
  atLeast: 'desde',
  atMost: 'hasta',
  answered: 'tiene respuesta',
  unknown: 'no sabe',
};

/** By the numbers of questions and options, as everything else of the record. */
function conditionInWords(each: SurveyItem): string {
  const showIf = 'showIf' in each ? each.showIf : null;
  if (!showIf || showIf.conditions.length === 0) return '';
  const conditions = showIf.conditions.map(({ questionId, test, values }) =>
    [`n.º ${questionId}`, TESTS[test], values.join(' o ')].filter((part) => part !== '').join(' '),
  );
  return `se muestra si ${conditions.join(showIf.match === 'all' ? ' y ' : ' o bien ')}`;
}

function answersInWords(each: SurveyItem): string {
  if (each.kind === 'number') return `entre ${each.min ?? '…'} y ${each.max ?? '…'} ${each.unit}`.trim();
  if (each.kind === 'scale') return [`${each.from} a ${each.to}`, ...each.labels].join(' / ');
  return optionsOf(each)
    .map(({ text }) => text)
    .join(' / ');
}

/** By id, which stays with a question when others are added before it. */
const inWords = (items: readonly SurveyItem[]) =>
  Object.fromEntries(
    items.map((each) => {
      const facts = [
        KIND_NAMES[each.kind],
        'required' in each && each.required && 'obligatoria',
        answersInWords(each),
        'help' in each && each.help && `ayuda: ${each.help}`,
        conditionInWords(each),
      ];
      return [`N.º ${each.id}`, `${each.text} (${facts.filter(Boolean).join(', ')})`];
    }),
  );

const surveyAuditValues = ({ name, disable, items }: Pick<Described, 'name' | 'disable' | 'items'>): AuditValues => ({
  Relevamiento: name,
  Habilitado: disable ? 'No' : 'Sí',
  Orden: items.map(({ id }) => id).join(', '),
  ...inWords(items),
});
