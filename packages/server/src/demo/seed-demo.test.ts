import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openDeps } from '../../test/deps.ts';
import { readLocations } from '../db/seed/locations.ts';
import { runSeed } from '../db/seed/seed.ts';
import { createLogger } from '../http/logging.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { hashAuditRow } from '../work/audit.ts';
import type { Deps } from '../work/context.ts';
import { seedDemo } from './seed-demo.ts';
import { DEMO_SIGN_INS, makeStaff, STAFF_SIZE } from './staff.ts';
import { planDemo } from './plan-demo.ts';

/** A Thursday, three in the afternoon in the city. */
const NOW = new Date('2026-11-12T18:00:00Z');
const SLOW = 600_000;
const hash = async () => '$argon2id$demo';

let deps: Deps;
let close: () => Promise<void>;
const far: string[] = [];

beforeAll(async () => {
  const database = await createTestDatabase();
  const jobs = {
    enqueue: async (_trx, { name }, _payload, options) => void (options?.startAfter && far.push(name)),
  } as Partial<JobQueue> as JobQueue;
  const opened = await openDeps(database.url, {
    log: createLogger('silent'),
    clock: () => NOW,
    publish: {} as Deps['publish'],
    jobs,
  });
  ({ deps } = opened);
  close = async () => {
    await opened.close();
    await database.drop();
  };
  await runSeed({
    db: deps.db,
    config: { seed: 'demo', adminEmail: undefined, adminPassword: undefined },
    hash,
    seedDemo: (places) => seedDemo(deps, { places, now: NOW, hash }),
  });
}, SLOW);
afterAll(() => close());

const rowsOf = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(deps.db)).rows;
const one = async (query: string) => (await rowsOf(query))[0]!;

const storyAt = async (now: string) =>
  planDemo(new Date(now), await readLocations(), makeStaff(Array.from({ length: STAFF_SIZE }, (_, n) => n + 1)));
const MOMENTS = ['2026-11-15T03:01:00Z', '2027-03-01T02:30:00Z', '2028-02-29T12:00:00Z'];

test.each(MOMENTS)('nothing is registered in the future, whatever the moment of the first start: %s', async (now) => {
  const { campaigns } = await storyAt(now);
  const moments = campaigns.flatMap(({ calls }) => calls.flatMap(({ entries }) => entries.map(({ at }) => at)));
  expect(moments.length).toBeGreaterThan(4_000);
  expect(moments.filter((at) => at > new Date(now))).toEqual([]);
});

test('the same moment gives the same demo', async () => {
  const [first, second] = await Promise.all([storyAt(MOMENTS[0]!), storyAt(MOMENTS[0]!)]);
  expect(JSON.stringify(first.campaigns) === JSON.stringify(second.campaigns)).toBe(true);
});

test('every screen has something to show', async () => {
  expect(
    await one(`select
    (select count(*) from campaign) as campaigns,
    (select count(distinct (status, external)) from campaign) as statuses_on_both_sides,
    (select count(*) between 18000 and 22000 from person) as people,
    (select count(distinct to_char(created_at, 'YYYY-MM')) >= 8 from call_history) as months,
    (select count(*) > 0 from call where callback_at <= '${NOW.toISOString()}') as due,
    (select count(*) > 0 from call where callback_at > '${NOW.toISOString()}') as future,
    (select count(*) > 0 from rejected_row) as rejected,
    (select count(*) from block_list where dated < '${NOW.toISOString()}'::date - 30) as old_lists,
    (select count(*) > 0 from call join campaign on campaign.id = campaign_id join listed_number using (number)
      where obeys_lists and blocked) as listed,
    (select count(*) > 15 from interview where complete) as interviews,
    (select count(*) > 5 from interview where not complete) as half_interviews,
    (select sum(filled) > 15 from quota_cell) as quotas,
    (select count(answered_at) > 0 from survey_link) as links,
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
    people: true,
    months: true,
    due: true,
    future: true,
    rejected: true,
    oldLists: 1,
    answered: 2,
    late: 1,
    dueSoon: 1,
    listed: true,
    interviews: true,
    halfInterviews: true,
    quotas: true,
    links: true,
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
  expect(far.toSorted()).toEqual(['audience.load-small', 'audience.load-small', 'campaign.close', 'campaign.close']);
});

test('campaigns of today have a script that is a real PDF', async () => {
  const scripts = await deps.db.selectFrom('script').select(['fileKey', 'bytes', 'contentType']).execute();
  expect(scripts.length).toBeGreaterThan(15);
  const [first] = scripts;
  const content = await buffer(await deps.files.get(first!.fileKey));
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
    using (campaign_id, operator_id, state_id) where coalesce(t.n, 0) <> coalesce(c.n, 0)`,
  'called and recalled equal the count': `select * from (select campaign_id, operator_id,
      coalesce(sum(n) filter (where figure = 'called'), 0) as called, coalesce(sum(n) filter (where figure = 'recalled'), 0) as recalled,
      coalesce(sum(n) filter (where figure = 'interested'), 0) as interested, coalesce(sum(n) filter (where figure = 'affinity_2'), 0) as positive,
      coalesce(sum(n) filter (where figure = 'free'), 0) as free from call_figure group by 1, 2) f
    full join (select c.campaign_id, coalesce(operator_id, 0) as operator_id, count(*) filter (where call_count >= 1) as called,
      count(*) filter (where call_count >= 2) as recalled, count(*) filter (where c.interested) as interested,
      count(*) filter (where c.affinity = 2) as positive, count(*) filter (where operator_id is null and not c.blocked) as free
      from call c group by 1, 2) c
    using (campaign_id, operator_id)
    where (coalesce(f.called, 0), coalesce(f.recalled, 0), coalesce(f.interested, 0), coalesce(f.positive, 0), coalesce(f.free, 0))
      is distinct from (coalesce(c.called, 0), coalesce(c.recalled, 0), coalesce(c.interested, 0), coalesce(c.positive, 0), coalesce(c.free, 0))`,
  'outcome_count equals the registrations, moved by corrections': `with standing as (
      select h.campaign_id, h.user_id as operator_id, h.created_at - interval '3 hours' as local,
        coalesce(c.state_id, h.state_id) as state_id
      from call_history h left join (select corrects_id, state_id from call_history where corrects_id is not null) c on c.corrects_id = h.id
      where h.corrects_id is null)
    select * from (select campaign_id, operator_id, day, state_id, sum(n) as n from outcome_count group by 1, 2, 3, 4) o full join
    (select campaign_id, operator_id, (local at time zone 'UTC')::date as day, state_id, count(*) as n from standing group by 1, 2, 3, 4) s
    using (campaign_id, operator_id, day, state_id) where coalesce(o.n, 0) <> coalesce(s.n, 0)`,
  'outcome_count knows what was registered again, and on interested persons': `with registration as (
      select h.campaign_id, h.user_id as operator_id, ((h.created_at - interval '3 hours') at time zone 'UTC')::date as day, c.interested,
        exists (select from call_history e where e.call_id = h.call_id and e.corrects_id is null and e.created_at < h.created_at) as again
      from call_history h join call c on c.id = h.call_id where h.corrects_id is null)
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
  'calls of open campaigns carry the block': `select c.id from call c join campaign on campaign.id = campaign_id and status <> 'FINALIZADA'
    where c.blocked <> (exists (select from blocked_number b where b.number = c.number) or exists (select from listed_number l where l.number = c.number))`,
  'nobody was called, nor loaded, after the block': `select h.id from blocked_number b join call c using (number)
    left join call_history h on h.call_id = c.id where h.created_at > b.at or c.created_at > b.at`,
  'nothing happens in the future or outside the campaign': `select h.id from call_history h join campaign c on c.id = h.campaign_id
    where h.created_at > '${NOW.toISOString()}' or h.created_at < c.start_date - interval '1 day' or (h.corrects_id is null and h.created_at > c.end_date)`,
  'only operators of the campaign and side have calls': `select c.id from call c left join campaign_operator o on o.campaign_id = c.campaign_id and o.user_id = c.operator_id
    where c.operator_id is not null and o.user_id is null
    union select c.id from campaign c join campaign_operator o on o.campaign_id = c.id join user_role r on r.user_id = o.user_id
    where r.role_id <> case when c.external then 1 else 2 end`,
  'coordinators are of the right side': `select c.id from campaign c join user_role r on r.user_id = c.coordinated_by where c.external <> (r.role_id = 3)`,
  'persons on numbers of external campaigns are known as such': `select p.id from person p where from_external <> exists (
    select from person_phone f join call k on k.number = f.number join campaign c on c.id = k.campaign_id where f.person_id = p.id and c.external)`,
  'shares add up to what was handed out': `select s.id from segmentation s join segmentation_share h on h.segmentation_id = s.id
    group by s.id having sum(h.amount) <> s.total or max(h.amount) - min(h.amount) > 1`,
  'untouched calls remember their segmentation': `select id from call where (segmentation_id is null) <> (operator_id is null or call_count > 0)`,
  'a load report adds up and belongs to its calls': `select l.id from audience_load l join campaign c on c.id = l.campaign_id
    where l.status = 'COMPLETED' and (l.loaded <> c.next_position or l.rejected <> (select count(*) from rejected_row r where r.load_id = l.id))`,
  'a load is named after the file, form or audience it came from': `select l.id from audience_load l
    left join form f on l.source = 'form' and f.id::text = l.source_id
    left join dashboard_audience d on l.source = 'dashboard' and d.id::text = l.source_id
    where case l.source when 'csv' then l.name not like '%.csv' else l.name is distinct from coalesce(f.name, d.description) end`,
  'copies on calls of open campaigns are those of the person': `select c.id from call c join person p on p.id = c.person_id
    join campaign k on k.id = c.campaign_id and k.status <> 'FINALIZADA' where (c.gender::text, c.birth_year, c.section_id, c.interested) is distinct from (p.gender, extract(year from p.birthday), p.section_id, p.interested)`,
};

describe('the plan contradicts nothing', () => {
  for (const [rule, query] of Object.entries(CONTRADICTIONS))
    test(rule, async () => expect(await rowsOf(query)).toEqual([]));
});

test('audit records are in order, each with the hash of its content', async () => {
  const rows = await deps.db.selectFrom('audit').selectAll().orderBy('id').execute();
  expect(rows.length).toBeGreaterThan(4_000);
  expect(rows.filter((row) => !hashAuditRow(row).equals(row.hash))).toEqual([]);
  expect(rows.every((row, index) => index === 0 || rows[index - 1]!.at <= row.at)).toBe(true);
});
