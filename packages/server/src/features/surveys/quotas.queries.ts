import type { QuotaCell, QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import { type Db, hasRows, run, selectRows, selectValue, type Trx } from '../../db/index.ts';

export type StoredCell = QuotaCell & { isSeveral: boolean };

export const selectCells = (db: Db | Trx, campaignId: number) =>
  selectRows<StoredCell>(db)`
    select q.id, q.section_id, s.display as section_name, q.gender, q.age_from, q.age_to, q.target, q.is_off, q.filled, q.is_several,
      case when q.question_id is not null then jsonb_build_object('questionId', q.question_id, 'value', q.value) end as answer
    from quota_cell q left join location_section s on s.id = q.section_id
    where q.campaign_id = ${campaignId} order by q.place, q.id`;

export const isSection = (trx: Trx, id: string) => hasRows(trx)`select from location_section where id = ${id}`;

/** Whether any cell is of those who gave an answer. */
export const hasAnswerCells = (trx: Trx, campaignId: number) =>
  hasRows(trx)`select from quota_cell where campaign_id = ${campaignId} and question_id is not null`;

export type CellChange = QuotaCellBody & { isSeveral: boolean; place: number };

export const insertCell = (trx: Trx, campaignId: number, cell: CellChange) =>
  selectValue<number>(trx)`
    insert into quota_cell (campaign_id, place, section_id, gender, age_from, age_to, question_id, value, is_several, target, is_off)
    values (${campaignId}, ${cell.place}, ${cell.sectionId}, ${cell.gender}, ${cell.ageFrom}, ${cell.ageTo},
      ${cell.answer?.questionId ?? null}, ${cell.answer?.value ?? null}, ${cell.isSeveral}, ${cell.target}, ${cell.isOff})
    returning id`;

export const updateCell = (trx: Trx, id: number, cell: CellChange) =>
  run(trx)`
    update quota_cell set place = ${cell.place}, section_id = ${cell.sectionId}, gender = ${cell.gender}, age_from = ${cell.ageFrom},
      age_to = ${cell.ageTo}, question_id = ${cell.answer?.questionId ?? null}, value = ${cell.answer?.value ?? null},
      is_several = ${cell.isSeveral}, target = ${cell.target}, is_off = ${cell.isOff}
    where id = ${id}`;

export const deleteOtherCells = (trx: Trx, campaignId: number, kept: readonly number[]) =>
  run(trx)`delete from quota_cell where campaign_id = ${campaignId} and id <> all(${[...kept]}::int[])`;
