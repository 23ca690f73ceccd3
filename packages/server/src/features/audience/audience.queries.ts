import { rolesWith } from '@campanero/contract/roles';
import { type AudienceFilters, PLAIN_FILTER_NAMES, PLAIN_FILTERS } from '@campanero/contract/audience/filters';
import {
  asBigint,
  countsAcross,
  fullName,
  rulesOfCampaign,
  run,
  selectFirst,
  selectRow,
  selectRows,
  selectValue,
} from '../../db/index.ts';
import { answerFilters } from '@campanero/contract/surveys/answer-filter';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import type { Db, Trx } from '../../db/client.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { listWatchers, statusAt } from '../campaigns/status/stage.queries.ts';
import type { AuditValues } from '../../work/audit.ts';

export const findAudience = (db: Db | Trx, viewer: Viewer, id: number, now: Date) =>
  db
    .selectFrom('campaign')
    .select(['campaign.id', 'name', 'external', 'idLo', 'idHi', 'nextPosition'])
    .select([statusAt(now).as('status'), rulesOfCampaign.as('rules'), countsAcross.as('countsAcross')])
    .where('campaign.id', '=', asBigint(id))
    .where(visibleTo(viewer))
    .executeTakeFirst();
export type Audience = NonNullable<Awaited<ReturnType<typeof findAudience>>>;

export const listWatchingManagers = (trx: Trx, campaignId: number): Promise<number[]> =>
  listWatchers(trx, campaignId, rolesWith('campaign.manage'));

type Names = Record<'states' | 'operator' | 'substate' | 'district' | 'section' | 'subsection', string | null>;

/** The filters that are set, with names instead of ids. */
export async function describeFilters(
  db: Db | Trx,
  campaignId: number | null,
  filters: AudienceFilters & { general?: string | undefined },
) {
  const names = await selectRow<Names>(db)`
    select
      (select string_agg(name, ', ' order by id) from state where id = any(${statesOf(filters)}::bigint[])) as states,
      (select ${fullName()} from app_user where id = ${filters.operatorId ?? null}::bigint) as operator,
      (select name from substate where id = ${filters.substateId ?? null}::bigint) as substate,
      (select display from location_district where id = ${filters.districtId ?? null}) as district,
      (select display from location_section where id = ${filters.sectionId ?? null} limit 1) as section,
      (select display from location_subsection where id = ${filters.subsectionId ?? null} limit 1) as subsection`;
  const described: AuditValues = {
    Estados: names.states ?? undefined,
    Operador: names.operator ?? undefined,
    ...Object.fromEntries(PLAIN_FILTER_NAMES.map((name) => [PLAIN_FILTERS[name].label, filters[name]])),
    [PLAIN_FILTERS.substateId.label]: names.substate ?? undefined,
    [PLAIN_FILTERS.answer.label]: filters.answer && (await nameAnswer(db, campaignId, filters.answer)),
    [PLAIN_FILTERS.districtId.label]: names.district ?? filters.districtId,
    [PLAIN_FILTERS.sectionId.label]: names.section ?? filters.sectionId,
    [PLAIN_FILTERS.subsectionId.label]: names.subsection ?? filters.subsectionId,
    Texto: filters.general,
  };
  return described;
}

/** The answer itself where the campaign's survey does not ask it any more. */
async function nameAnswer(db: Db | Trx, campaignId: number | null, answer: string): Promise<string> {
  const items = await selectValue<SurveyItem[] | undefined>(db)`
    select v.items from campaign c join survey s on s.id = c.survey_id
    join survey_version v on v.survey_id = s.id and v.number = s.number where c.id = ${campaignId}`;
  return answerFilters(items ?? []).find(({ id }) => id === answer)?.name ?? answer;
}

const statesOf = ({ stateId, states = [] }: AudienceFilters) => (stateId === undefined ? states : [stateId]);

type Share = { id: number; amount: number };

export const insertShares = (trx: Trx, segmentationId: number, shares: readonly Share[]) =>
  trx
    .insertInto('segmentationShare')
    .values(shares.map(({ id, amount }) => ({ segmentationId, operatorId: id, amount })))
    .execute();

interface StoredSegmentation {
  id: number;
  total: number;
  createdAt: Date;
  userName: string;
  operators: (Share & { name: string })[];
}

/** The segmentation with that id, or the campaign's last one, unless it was undone. */
export const findSegmentation = (db: Db | Trx, campaignId: number, id: number | null = null) =>
  selectFirst<StoredSegmentation>(db)`
      select s.id, s.total, s.created_at, ${fullName('author')} as user_name,
        (select json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'amount', h.amount)
            order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id)
          from segmentation_share h join app_user u on u.id = h.operator_id where h.segmentation_id = s.id) as operators
      from segmentation s join app_user author on author.id = s.created_by
      where s.campaign_id = ${campaignId} and s.undone_at is null and (${id}::bigint is null or s.id = ${id}::bigint)
      order by s.id desc limit 1`;

export const markUndone = (trx: Trx, id: number, by: number, now: Date) =>
  run(trx)`update segmentation set undone_by = ${by}, undone_at = ${now} where id = ${id}`;

export const selectUserNames = (trx: Trx, ids: readonly number[]) =>
  selectRows<{ id: number; name: string }>(trx)`
    select id, ${fullName()} as name from app_user where id = any(${ids}::int[])
    order by first_name collate "es-x-icu", last_name collate "es-x-icu", id`;
