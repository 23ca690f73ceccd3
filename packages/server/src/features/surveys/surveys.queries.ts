import type { SurveyItem } from '@campanero/contract/surveys/definition';
import type { SurveyDetail, SurveyRow } from '@campanero/contract/surveys/schemas';
import {
  asBigint,
  type Db,
  fullName,
  hasRows,
  insertRow,
  run,
  selectColumn,
  selectFirst,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { fieldError, found } from '../../work/app-error.ts';
import { refuseDuplicate } from '../../work/refuse-duplicate.ts';
import { updateVersioned } from '../../work/version.ts';

type Row = Omit<SurveyRow, 'updatedAt'> & { updatedAt: Date; number: number };

const ROW = sql`survey.id, survey.name, survey.disable, survey.version, survey.number, survey.updated_at,
  (select count(*) from jsonb_array_elements(asked.items) item where item ->> 'kind' not in ('section', 'note')) as questions,
  (select count(*) from campaign where campaign.survey_id = survey.id) as campaigns,
  (select count(*) from interview where interview.survey_id = survey.id) as interviews
  from survey join survey_version asked on asked.survey_id = survey.id and asked.number = survey.number`;

export const selectSurveys = (db: Db | Trx) =>
  selectRows<Row>(db)`select ${ROW} order by survey.name collate "es-x-icu", survey.id`;

export const getSurveyRow = async (db: Db | Trx, id: number) =>
  found(await selectFirst<Row>(db)`select ${ROW} where survey.id = ${asBigint(id)}`);

export async function lockSurvey(trx: Trx, id: number): Promise<Row> {
  await sql`select from survey where id = ${asBigint(id)} for update`.execute(trx);
  return getSurveyRow(trx, id);
}

/** Each version with its items, the oldest first. */
export const selectItemsOfAll = (db: Db | Trx, surveyId: number) =>
  selectRows<{ number: number; items: SurveyItem[] }>(db)`
    select number, items from survey_version where survey_id = ${surveyId} order by number`;

/** Versions that anybody answered and the one that is asked now, the oldest first. */
export const selectItemsWithAnswers = (db: Db | Trx, surveyId: number) =>
  selectRows<{ number: number; items: SurveyItem[] }>(db)`
    select v.number, v.items from survey_version v join survey on survey.id = v.survey_id
    where v.survey_id = ${surveyId} and (v.number = survey.number
      or exists (select from interview_save s where s.survey_id = v.survey_id and s.number = v.number))
    order by v.number`;

/** Those with interviews, and the one that is asked now. */
export const selectVersions = (db: Db | Trx, surveyId: number) =>
  selectRows<Omit<SurveyDetail['versions'][number], 'madeAt'> & { madeAt: Date }>(db)`
    select v.number, v.made_at, jsonb_build_object('id', maker.id, 'name', ${fullName('maker')}) as made_by,
      coalesce(counted.n, 0) as interviews
    from survey_version v
    join survey on survey.id = v.survey_id
    join app_user maker on maker.id = v.made_by
    left join (select number, count(*) as n from interview where survey_id = ${surveyId} group by number) counted
      on counted.number = v.number
    where v.survey_id = ${surveyId} and (counted.n > 0 or v.number = survey.number)
    order by v.number desc`;

const refuseTakenName = refuseDuplicate('survey_name', () =>
  fieldError('NAME_TAKEN', 'name', 'Ya existe otro con ese nombre.'),
);

export const insertSurvey = (trx: Trx, name: string, now: Date) =>
  insertRow(trx, 'survey', { name, createdAt: now, updatedAt: now }).catch(refuseTakenName);

export const updateSurveyRow = (
  trx: Trx,
  id: number,
  change: { name: string | undefined; disable: boolean | undefined; number: number | undefined },
  now: Date,
) => updateVersioned(trx, 'survey', id, { ...change, updatedAt: now }).catch(refuseTakenName);

interface NewVersion {
  surveyId: number;
  number: number;
  items: readonly SurveyItem[];
  madeBy: number;
}

export const insertVersion = (trx: Trx, { surveyId, number, items, madeBy }: NewVersion, now: Date) =>
  run(trx)`
    insert into survey_version (survey_id, number, items, made_by, made_at)
    values (${surveyId}, ${number}, ${JSON.stringify(items)}, ${madeBy}, ${now})`;

/** A queue without a connection keeps what it has to send at most for seven days. */
const KEPT_MS = 8 * 24 * 3_600_000;

const isUnanswered = sql<boolean>`not exists (
  select from interview_save s where s.survey_id = v.survey_id and s.number = v.number)`;

/** Versions that nobody answered and that were replaced so long ago that no page shows them. */
export async function deleteUnanswered(trx: Trx, surveyId: number, now: Date): Promise<void> {
  // Two statements: who answers holds the version, and the answers that came meanwhile are seen by the later one.
  const old = await selectColumn<number>(trx)`
    select v.number from survey_version v
    where v.survey_id = ${surveyId} and ${isUnanswered}
      and exists (select from survey_version later where later.survey_id = v.survey_id and later.number > v.number
        and later.made_at < ${new Date(now.getTime() - KEPT_MS)})
    for update skip locked`;
  await run(trx)`
    delete from survey_version v where v.survey_id = ${surveyId} and v.number = any(${old}::int[]) and ${isUnanswered}`;
}

/** May be chosen for a campaign. */
export const isChoosable = (trx: Trx, id: number) =>
  hasRows(trx)`select from survey where id = ${asBigint(id)} and not disable`;

/** Null: the campaign asks nothing. Undefined: the viewer may not see it. */
export const findVisibleSurveyId = (db: Db | Trx, viewer: Viewer, campaignId: number) =>
  selectValue<number | null | undefined>(db)`
    select survey_id from campaign where campaign.id = ${asBigint(campaignId)} and ${visibleTo(viewer)}`;

/** Whether anybody answered in it. */
export const hasInterviews = (trx: Trx, campaignId: number) =>
  hasRows(trx)`select from interview where campaign_id = ${campaignId} limit 1`;

/** What a campaign asks now. Undefined without a survey. */
export const findAsked = (db: Db | Trx, surveyId: number) =>
  selectFirst<{ id: number; name: string; number: number; items: SurveyItem[] }>(db)`
    select survey.id, survey.name, survey.number, v.items
    from survey join survey_version v on v.survey_id = survey.id and v.number = survey.number
    where survey.id = ${surveyId}`;

/** What a page showed; it stays until the answers are saved. Undefined: removed, or never there. */
export const lockVersion = async (trx: Trx, surveyId: number, number: number): Promise<SurveyItem[] | undefined> =>
  (
    await selectColumn<SurveyItem[]>(trx)`
      select items from survey_version where survey_id = ${surveyId} and number = ${number} for key share`
  )[0];
