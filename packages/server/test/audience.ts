import { sql } from 'kysely';
import type { TestApp } from './app.ts';

/** Fields not given are as a load leaves them. */
export interface AudienceCall {
  number?: number;
  firstName?: string;
  lastName?: string;
  operatorId?: number | null;
  stateId?: number;
  substateId?: number | null;
  callCount?: number;
  affinity?: number | null;
  blocked?: boolean;
  interested?: boolean;
  observations?: string | null;
  callbackAt?: Date | null;
  holdBy?: number | null;
  holdUntil?: Date | null;
  segmentationId?: number | null;
  birthYear?: number | null;
  gender?: string | null;
  districtId?: string | null;
  sectionId?: string | null;
  subsectionId?: string | null;
  updatedAt?: Date;
}
export type StoredCall = Required<AudienceCall> & { id: number; createdAt: Date };

/** An empty partition as a large load creates it; returns its block. */
export async function anOwnPartition({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ block: number }>`select nextval('large_block')::int as block`.execute(db);
  const block = rows[0]!.block;
  await sql`select create_call_leaf(${block}::int, ${block}::int), index_call_leaf(${block}::int)`.execute(db);
  await sql`select attach_call_leaf(${block}::int, ${block}::int)`.execute(db);
  return block;
}

let nextNumber = 1_140_000_000;

/** Inserts calls and counters in few statements, whatever their number. */
export async function anAudience(
  world: TestApp,
  campaignId: number,
  calls: readonly AudienceCall[],
): Promise<StoredCall[]> {
  await sql`select ensure_shared_call_leaf()`.execute(world.db);
  const { rows } = await sql<{ idLo: number; first: number }>`
    update campaign set block = coalesce(block, nextval('small_block')), next_position = next_position + ${calls.length}
    where id = ${campaignId} returning id_lo, next_position - ${calls.length}::int as first`.execute(world.db);
  const { idLo, first } = rows[0]!;
  const now = world.clock.now();
  const stored = calls.map((call, index): StoredCall => ({
    ...BLANK,
    number: (nextNumber += 1),
    updatedAt: now,
    ...call,
    id: idLo + first + index,
    createdAt: now,
  }));
  await insertAll(world, campaignId, stored);
  await recount(world, campaignId);
  return stored;
}

const BLANK = {
  firstName: 'Persona',
  lastName: 'Prueba',
  operatorId: null,
  stateId: 1,
  substateId: null,
  callCount: 0,
  affinity: null,
  blocked: false,
  interested: false,
  observations: null,
  callbackAt: null,
  holdBy: null,
  holdUntil: null,
  segmentationId: null,
  birthYear: null,
  gender: null,
  districtId: null,
  sectionId: null,
  subsectionId: null,
};

/** In the first partition of people, wherever the call is. */
const PERSON = sql`1000000000000 + g.id % 10000000000000`;

async function insertAll(world: TestApp, campaignId: number, calls: readonly StoredCall[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as g (id bigint, number bigint, "firstName" text, "lastName" text,
        "operatorId" int, "stateId" smallint, "substateId" smallint, "callCount" int, affinity smallint, blocked boolean, interested boolean,
        observations text, "callbackAt" timestamptz, "holdBy" int, "holdUntil" timestamptz, "segmentationId" int, "birthYear" smallint,
        gender text, "districtId" text, "sectionId" text, "subsectionId" text, "createdAt" timestamptz, "updatedAt" timestamptz)
    ), people as (
      insert into person (id, kind, first_name, last_name) select ${PERSON}, 'lead', "firstName", "lastName" from given g
    )
    insert into call (id, campaign_id, number, person_id, operator_id, state_id, substate_id, call_count, affinity, blocked, invalid,
      interested, observations, callback_at, hold_by, hold_until, segmentation_id, birth_year, gender, district_id, section_id,
      subsection_id, last_at, created_at, updated_at)
    select g.id, ${campaignId}, g.number, ${PERSON}, "operatorId", "stateId", "substateId", "callCount", affinity, blocked,
      "stateId" = 17, interested, observations, "callbackAt", "holdBy", "holdUntil", "segmentationId", "birthYear", gender::"char",
      "districtId", "sectionId", "subsectionId", case when "callCount" > 0 then "updatedAt" end, "createdAt", "updatedAt"
    from given g`.execute(world.db);
}

const FIGURES = sql`
  select coalesce(operator_id, 0) as "operatorId", figure, count(*)::int as n
  from call, lateral (values ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested),
    ('affinity_1', affinity = 1), ('affinity_2', affinity = 2), ('affinity_3', affinity = 3),
    ('free', operator_id is null and not blocked and not in_reserve), ('reserve', in_reserve)) as f (figure, holds)
  where holds`;

async function recount(world: TestApp, campaignId: number): Promise<void> {
  await sql`delete from call_total where campaign_id = ${campaignId}`.execute(world.db);
  await sql`delete from call_figure where campaign_id = ${campaignId}`.execute(world.db);
  await sql`
    insert into call_total (campaign_id, operator_id, state_id, n)
    select campaign_id, coalesce(operator_id, 0), state_id, count(*) from call where campaign_id = ${campaignId} group by 1, 2, 3`.execute(
    world.db,
  );
  await sql`
    insert into call_figure (campaign_id, operator_id, figure, n)
    select ${campaignId}, "operatorId", figure, n from (${FIGURES} and campaign_id = ${campaignId} group by 1, 2) counted`.execute(
    world.db,
  );
}

/** Operators of a campaign's calls, in load order. */
export const ownersOf = async (world: TestApp, campaignId: number) => {
  const calls = world.db.selectFrom('call').select('operatorId').where('campaignId', '=', campaignId);
  return (await calls.orderBy('id').execute()).map(({ operatorId }) => operatorId);
};
