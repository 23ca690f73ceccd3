import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { createDiskStore } from '../../../integrations/files/disk.ts';
import { hashAuditRow } from '../../../work/audit.ts';
import { createDb, createPool, type Db } from '../../client.ts';
import { runSeed } from '../seed.ts';
import { readLocations } from '../locations.ts';
import { DEMO_SIGN_INS } from './staff.ts';
import { buildDemoData } from './demo-data.ts';

/** A Thursday, three in the afternoon in the city. */
const NOW = new Date('2026-11-12T18:00:00Z');
const SLOW = 180_000;

interface World {
  database: TestDatabase;
  folder: string;
  db: Db;
  far: { name: string; payload: Record<string, unknown> }[];
}
const worlds: World[] = [];
let db: Db;

async function seedWorld(): Promise<World> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'campanero-demo-'));
  const world: World = { database, folder, db: createDb(createPool(database.url)), far: [] };
  worlds.push(world);
  await runSeed({
    db: world.db,
    config: { seed: 'demo', adminEmail: undefined, adminPassword: undefined, publicUrl: 'http://localhost:3000' },
    hash: async () => '$argon2id$demo',
    now: NOW,
    files: createDiskStore(folder),
    enqueueFar: async (_trx, name, payload) => void world.far.push({ name, payload }),
  });
  return world;
}

beforeAll(async () => {
  ({ db } = await seedWorld());
}, SLOW);
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.db.destroy()));
  await Promise.all(worlds.map((world) => world.database.drop()));
  await Promise.all(worlds.map((world) => rm(world.folder, { recursive: true, force: true })));
});

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
const one = async (query: string) => (await rowsOf(query))[0]!;

/** The whole story as text, told on an installation of its own: ids are part of it. */
async function demoDataOn(now: Date): Promise<string> {
  const database = await createTestDatabase();
  const own = createDb(createPool(database.url, { max: 1 }));
  try {
    const places = await readLocations();
    const passwords = { demo: '$argon2id$a', unknown: '$argon2id$b' };
    const demoData = await own.transaction().execute((trx) => buildDemoData(trx, { now, places, passwords }));
    return JSON.stringify(
      demoData.campaigns.map(({ id, plan, calls, coordinator, operators }) => [
        id,
        plan,
        coordinator,
        operators,
        calls.map((call) => [
          call.id,
          call.phone.number,
          call.phone.blocked,
          call.person,
          call.operatorId,
          call.entries,
        ]),
      ]),
    );
  } finally {
    await own.destroy();
    await database.drop();
  }
}

const MOMENTS = ['2026-11-15T03:01:00Z', '2027-03-01T02:30:00Z', '2028-02-29T12:00:00Z'];
const told = new Map<string, string>();

test.each(MOMENTS)(
  'it can be told at any hour of any day: %s',
  async (now) => {
    const demoData = await demoDataOn(new Date(now));
    told.set(now, demoData);
    const moments = [...demoData.matchAll(/"at":"([^"]+)"/g)].map(([, at]) => at!);
    expect(moments.length).toBeGreaterThan(20_000);
    expect(moments.filter((at) => at > new Date(now).toISOString())).toEqual([]);
  },
  SLOW,
);

test(
  'the same moment gives the same demo',
  async () => {
    const now = MOMENTS[0]!;
    // A telling takes seconds: the first is that of the test before, unless this one runs alone.
    const first = told.get(now) ?? (await demoDataOn(new Date(now)));
    expect((await demoDataOn(new Date(now))) === first).toBe(true);
  },
  SLOW,
);

test('every screen has something to show', async () => {
  expect(
    await one(`select
    (select count(*) from campaign) as campaigns,
    (select count(distinct (status, external)) from campaign) as statuses_on_both_sides,
    (select count(*) from person) as people,
    (select count(distinct to_char(created_at, 'YYYY-MM')) >= 8 from call_history) as months,
    (select count(*) > 0 from call where callback_at <= '${NOW.toISOString()}') as due,
    (select count(*) > 0 from call where callback_at > '${NOW.toISOString()}') as future,
    (select count(*) > 0 from rejected_row) as rejected,
    (select count(*) from block_list where dated < '${NOW.toISOString()}'::date - 30) as old_lists,
    (select count(*) > 0 from call join campaign on campaign.id = campaign_id join listed_number using (number)
      where obeys_lists and blocked) as listed,
    (select count(*) > 0 from form_registration) as forms,
    (select count(*) > 0 from dashboard_audience_contact) as dashboard,
    (select count(*) > 0 from mail) as mails,
    (select count(*) from data_request where state <> 'ABIERTO') as answered,
    (select count(*) from data_request where state = 'ABIERTO' and due_on < '${NOW.toISOString()}'::date) as late,
    (select count(*) from data_request where state = 'ABIERTO'
      and due_on - '${NOW.toISOString()}'::date between 0 and 2) as due_soon,
    (select count(distinct action) from notification) as bells,
    (select count(*) from frozen_statistics) = (select count(*) from campaign where status = 'FINALIZADA') as frozen`),
  ).toMatchObject({
    campaigns: 48,
    statusesOnBothSides: 16,
    people: 20_000,
    months: true,
    due: true,
    future: true,
    rejected: true,
    oldLists: 1,
    answered: 2,
    late: 1,
    dueSoon: 1,
    listed: true,
    forms: true,
    dashboard: true,
    mails: true,
    bells: 4,
    frozen: true,
  });
});

test('the five sign-ins stand, each with its role, and the operators have work', async () => {
  const people = await rowsOf(
    `select email, role_id from app_user join user_role on user_id = id where email = any('{${DEMO_SIGN_INS.join(',')}}') order by role_id desc`,
  );
  expect(people.map(({ email }) => email)).toEqual([...DEMO_SIGN_INS]);
  for (const email of ['operador@demo.gob.ar', 'operador.externo@demo.gob.ar']) {
    const work = await one(`select count(distinct c.id) as campaigns, count(k.id) as pending from app_user u
      join campaign_operator o on o.user_id = u.id join campaign c on c.id = o.campaign_id and c.status = 'EN CURSO'
      join call k on k.campaign_id = c.id and k.operator_id = u.id and k.state_id = 1 where u.email = '${email}'`);
    expect(work['campaigns'], email).toBeGreaterThanOrEqual(3);
    expect(work['pending'], email).toBeGreaterThan(50);
  }
});

test('campaigns that load or close have their job, far ahead', () => {
  const names = worlds[0]!.far.map(({ name }) => name).toSorted();
  expect(names).toEqual(['audience.load', 'audience.load', 'campaign.close', 'campaign.close']);
});

test('campaigns of today have a script that is a real PDF', async () => {
  const scripts = await db.selectFrom('script').select(['fileKey', 'bytes', 'contentType']).execute();
  expect(scripts.length).toBeGreaterThan(15);
  const [first] = scripts;
  const content = await buffer(await createDiskStore(worlds[0]!.folder).get(first!.fileKey));
  expect(content.length).toBe(first!.bytes);
  expect(await fileTypeFromBuffer(content)).toMatchObject({ mime: first!.contentType });
});

/** Each query lists what contradicts the rule it is named after: the answer must be empty. */
const CONTRADICTIONS: Record<string, string> = {
  'a call counts its registrations, corrections aside': `select c.id from call c left join call_history h on h.call_id = c.id and h.corrects_id is null
    group by c.id, c.call_count having c.call_count <> count(h.id)`,
  'a call stands in the state of its latest outcome': `select c.id from call c
    join lateral (select state_id from call_history h where h.call_id = c.id order by created_at desc limit 1) h on true
    where coalesce(c.state_before_invalid, c.state_id) <> h.state_id`,
  'a call never registered is pending': `select id from call where call_count = 0 and state_id <> 1`,
  'call_total equals the count': `select * from call_total t full join
    (select campaign_id, coalesce(operator_id, 0) as operator_id, state_id, count(*) as n from call group by 1, 2, 3) c
    using (campaign_id, operator_id, state_id) where t.n is distinct from c.n`,
  'called and recalled equal the count': `select * from (select campaign_id, operator_id,
      coalesce(sum(n) filter (where figure = 'called'), 0) as called, coalesce(sum(n) filter (where figure = 'recalled'), 0) as recalled,
      coalesce(sum(n) filter (where figure = 'interested'), 0) as interested, coalesce(sum(n) filter (where figure = 'affinity_2'), 0) as positive,
      coalesce(sum(n) filter (where figure = 'free'), 0) as free from call_figure group by 1, 2) f
    full join (select c.campaign_id, coalesce(operator_id, 0) as operator_id, count(*) filter (where call_count >= 1) as called,
      count(*) filter (where call_count >= 2) as recalled, count(*) filter (where p.interested) as interested,
      count(*) filter (where c.affinity = 2) as positive, count(*) filter (where operator_id is null and b.number is null) as free
      from call c join person p on p.id = c.person_id left join blocked_number b on b.number = c.number group by 1, 2) c
    using (campaign_id, operator_id)
    where (coalesce(f.called, 0), coalesce(f.recalled, 0), coalesce(f.interested, 0), coalesce(f.positive, 0), coalesce(f.free, 0))
      is distinct from (c.called, c.recalled, c.interested, c.positive, c.free)`,
  'outcome_count equals the registrations, moved by corrections': `with standing as (
      select h.campaign_id, h.user_id as operator_id, h.created_at - interval '3 hours' as local,
        coalesce(c.state_id, h.state_id) as state_id
      from call_history h left join (select corrects_id, state_id from call_history where corrects_id is not null) c on c.corrects_id = h.id
      where h.corrects_id is null)
    select * from (select campaign_id, operator_id, day, state_id, sum(n) as n from outcome_count group by 1, 2, 3, 4) o full join
    (select campaign_id, operator_id, (local at time zone 'UTC')::date as day, state_id, count(*) as n from standing group by 1, 2, 3, 4) s
    using (campaign_id, operator_id, day, state_id) where o.n is distinct from s.n`,
  'outcome_count knows what was registered again, and on interested persons': `with registration as (
      select h.campaign_id, h.user_id as operator_id, ((h.created_at - interval '3 hours') at time zone 'UTC')::date as day, p.interested,
        exists (select from call_history e where e.call_id = h.call_id and e.corrects_id is null and e.created_at < h.created_at) as again
      from call_history h join call c on c.id = h.call_id join person p on p.id = c.person_id where h.corrects_id is null)
    select * from (select campaign_id, operator_id, day, sum(again) as again, sum(interested) as interested from outcome_count group by 1, 2, 3) o
    full join (select campaign_id, operator_id, day, count(*) filter (where again) as again,
      count(*) filter (where interested) as interested from registration group by 1, 2, 3) r using (campaign_id, operator_id, day)
    where (o.again, o.interested) is distinct from (r.again, r.interested)`,
  'positions are dense from the first id on': `select c.id from campaign c left join call k on k.campaign_id = c.id group by c.id
    having count(k.id) <> c.next_position or (count(k.id) > 0 and (min(k.id) <> c.id_lo or max(k.id) <> c.id_lo + c.next_position - 1))`,
  'a number is blocked exactly by the rule': `select * from blocked_number b full join (
      select number from person_phone join person on person.id = person_id group by number
        having bool_or(do_not_call) or bool_and(dead or wrong)
      union select number from call where invalid) r using (number) where b.number is null or r.number is null`,
  'calls carry the block': `select c.id from call c left join blocked_number b using (number) where c.blocked <> (b.number is not null)`,
  'nobody was called, nor loaded, after the block': `select h.id from blocked_number b join call c using (number)
    left join call_history h on h.call_id = c.id where h.created_at > b.at or c.created_at > b.at`,
  'nothing happens in the future or outside the campaign': `select h.id from call_history h join campaign c on c.id = h.campaign_id
    where h.created_at > '${NOW.toISOString()}' or h.created_at < c.start_date - interval '1 day' or (h.corrects_id is null and h.created_at > c.end_date)`,
  'only operators of the campaign and side have calls': `select c.id from call c left join campaign_operator o on o.campaign_id = c.campaign_id and o.user_id = c.operator_id
    where c.operator_id is not null and o.user_id is null
    union select c.id from campaign c join campaign_operator o on o.campaign_id = c.id join user_role r on r.user_id = o.user_id
    where r.role_id <> case when c.external then 1 else 2 end`,
  'coordinators are of the right side': `select c.id from campaign c join user_role r on r.user_id = c.coordinated_by where c.external <> (r.role_id = 3)`,
  'persons of external campaigns are known as such': `select p.id from person p where from_external <> exists (
    select from call k join campaign c on c.id = k.campaign_id where k.person_id = p.id and c.external)`,
  'shares add up to what was handed out': `select s.id from segmentation s join segmentation_share h on h.segmentation_id = s.id
    group by s.id having sum(h.amount) <> s.total or max(h.amount) - min(h.amount) > 1`,
  'untouched calls remember their segmentation': `select id from call where (segmentation_id is null) <> (operator_id is null or call_count > 0)`,
  'a load report adds up and belongs to its calls': `select l.id from audience_load l join campaign c on c.id = l.campaign_id
    where l.status = 'COMPLETED' and (l.loaded <> c.next_position or l.rejected <> (select count(*) from rejected_row r where r.load_id = l.id))`,
  'a load is named after the file, form or audience it came from': `select l.id from audience_load l
    left join form f on l.source = 'form' and f.id::text = l.source_id
    left join dashboard_audience d on l.source = 'dashboard' and d.id::text = l.source_id
    where case l.source when 'csv' then l.name not like '%.csv' else l.name is distinct from coalesce(f.name, d.description) end`,
  'copies on the call are those of its person': `select c.id from call c join person p on p.id = c.person_id
    where (c.gender::text, c.birth_year, c.section_id, c.interested) is distinct from (p.gender, extract(year from p.birthday), p.section_id, p.interested)`,
};

describe('the story contradicts nothing', () => {
  for (const [rule, query] of Object.entries(CONTRADICTIONS))
    test(rule, async () => expect(await rowsOf(query)).toEqual([]));
});

test('audit records are in order, each with the hash of its content', async () => {
  const rows = await db.selectFrom('audit').selectAll().orderBy('id').execute();
  expect(rows.length).toBeGreaterThan(20_000);
  expect(rows.filter((row) => !hashAuditRow(row).equals(row.hash))).toEqual([]);
  expect(rows.every((row, index) => index === 0 || rows[index - 1]!.at <= row.at)).toBe(true);
});
