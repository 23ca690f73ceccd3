import type pg from 'pg';

export interface PastCampaign {
  id: number;
  /** Operator ids. */
  operators: number[];
}

interface PastParts {
  /** Registrations; every call has two, and one in a hundred is corrected. */
  entries: number;
  /** Ids of those who registered them, in turn. */
  operators: number[];
  /** The registrations are spread evenly over so many days up to today. */
  days: number;
  /** Otherwise it goes on. */
  isFinished?: boolean;
}

/** Operators for such campaigns; their ids. */
export async function makeOperators(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(OPERATORS, [count]);
  return rows.map(({ id }) => id);
}

/**
 * A campaign with a past: calls, history and the counters that registering would have left, filled by set-based statements.
 * Everything is computed from the position, so that two runs measure the same rows.
 */
export async function makePastCampaign(client: pg.Client, parts: PastParts): Promise<PastCampaign> {
  const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  const calls = Math.ceil(parts.entries / 2);
  const { operators } = parts;
  const [campaign] = await ask<{ id: number; lo: string }>(CAMPAIGN, [
    calls,
    parts.isFinished ? 'FINALIZADA' : 'EN CURSO',
  ]);
  if (campaign === undefined) throw new Error('no campaign was made');
  const { id, lo } = campaign;
  await ask('select ensure_shared_call_leaf()');
  await ask('insert into campaign_operator (campaign_id, user_id) select $1, unnest($2::int[])', [id, operators]);
  await ask(CALLS, [id, lo, calls, operators]);
  await ask(HISTORY, [id, lo, calls, operators, parts.days]);
  await ask(CORRECTIONS, [id]);
  await ask(TOTALS, [id, lo, calls]);
  await ask(FIGURES, [id, lo, calls]);
  await ask(OUTCOMES, [id, lo, calls]);
  return { id, operators };
}

/** Partitions for so many days of history and the calls of the first campaigns. */
export async function beginPast(client: pg.Client, days: number): Promise<void> {
  await client.query('select ensure_shared_call_leaf()');
  await client.query(`select ensure_history_months(current_date - ${days + 2}, current_date + 1)`);
}

/** What autovacuum would have done meanwhile. */
export async function endPast(client: pg.Client): Promise<void> {
  for (const table of ['call', 'call_history', 'call_total', 'call_figure', 'outcome_count'])
    await client.query(`vacuum analyze ${table}`);
}

const OPERATORS = `
  with added as (
    insert into app_user (first_name, last_name, email)
    select 'Operador', 'Pasado ' || n, 'pasado' || n || '.' || gen_random_uuid() || '@demo.gob.ar'
    from generate_series(1, $1::int) n returning id
  ), roles as (insert into user_role (user_id, role_id) select id, 2 from added)
  select id from added order by id`;

const CAMPAIGN = `
  insert into campaign (name, description, objective_id, coordinated_by, external, start_date, end_date, status, block, next_position)
  select 'Campaña con historia', 'Para medir', (select min(id) from objective), (select min(user_id) from user_role where role_id = 4),
    false, now() - interval '1 year', now() + interval '60 days', $2, nextval('small_block'), $1::int
  returning id, id_lo as lo`;

/**
 * State and affinity of the nth registration (0 or 1) on the call at a position, as people register: six of ten reach nobody, and
 * only who was reached has an affinity.
 */
const outcomeOf = (nth: string) => `
  cross join lateral (select ((i::bigint * 7919 + ${nth} * 31) % 1000003)::int as mixed) drawn
  cross join lateral (select (array[3, 3, 3, 3, 5, 5, 4, 13, 7, 8, 6, 6, 2, 2, 9, 10, 12, 14, 15, 16])[1 + mixed % 20] as state_id) chosen
  cross join lateral (select case when state_id in (2, 6, 9, 10, 12, 14, 15, 16) then nullif(mixed % 4, 0) end as affinity) felt`;

const CALLS = `
  insert into call (id, campaign_id, number, person_id, operator_id, state_id, call_count, day_count, last_at, affinity, interested,
    created_at, updated_at)
  select $2::bigint + i, $1, 3900000000 + i, 1, ($4::int[])[1 + i % cardinality($4::int[])], state_id, 2, 1, now(),
    affinity, i % 12 = 0, now() - interval '1 year', now()
  from generate_series(0, $3::int - 1) i ${outcomeOf('1')}`;

// In working hours: nine in the morning plus eight hours.
const HISTORY = `
  insert into call_history (call_id, campaign_id, user_id, state_id, affinity, again, created_at)
  select $2::bigint + i, $1, ($4::int[])[1 + i % cardinality($4::int[])], state_id, affinity, nth > 0,
    (current_date - $5::int + ((nth * $3::bigint + i) * $5::int / (2 * $3::bigint))::int + time '12:00'
      + make_interval(secs => (i::bigint * 7919 % 28800)::int)) at time zone 'UTC'
  from generate_series(0, 1) nth cross join generate_series(0, $3::int - 1) i ${outcomeOf('nth')}`;

const CORRECTIONS = `
  insert into call_history (call_id, campaign_id, user_id, state_id, affinity, again, corrects_id, reason, created_at)
  select call_id, campaign_id, user_id, 10, 2, again, id, 'Para medir', created_at + interval '1 hour'
  from call_history where campaign_id = $1 and id % 100 = 0`;

const TOTALS = `
  insert into call_total (campaign_id, operator_id, state_id, n)
  select $1, operator_id, state_id, count(*) from call
  where id >= $2::bigint and id < $2::bigint + $3::int group by 2, 3`;

const FIGURES = `
  insert into call_figure (campaign_id, operator_id, figure, n)
  select $1, operator_id, figure, count(*)
  from call, lateral (values ('called', true), ('recalled', true), ('interested', interested), ('affinity_1', affinity = 1),
    ('affinity_2', affinity = 2), ('affinity_3', affinity = 3)) as f (figure, holds)
  where id >= $2::bigint and id < $2::bigint + $3::int and holds group by 2, 3`;

// Day after day, as they come to be: those of a day lie together on disk.
const OUTCOMES = `
  insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
  select $1, h.user_id, (h.created_at at time zone interval '-03:00')::date, coalesce(c.state_id, h.state_id),
    coalesce(case when c.id is null then h.affinity else c.affinity end, 0), count(*), count(*) filter (where nth > 1),
    count(*) filter (where call.interested), min(h.created_at), max(h.created_at)
  from (
    select *, row_number() over (partition by call_id order by created_at, id) as nth
    from call_history where campaign_id = $1 and corrects_id is null
  ) h
  join call on call.id = h.call_id and call.id >= $2::bigint and call.id < $2::bigint + $3::int
  left join call_history c on c.campaign_id = $1 and c.corrects_id = h.id
  group by 2, 3, 4, 5 order by 3`;
