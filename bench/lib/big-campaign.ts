import pg from 'pg';

export interface BigCampaign {
  id: number;
  calls: number;
  /** Operator ids, in order. */
  operators: number[];
  idLo: number;
}

interface BigCampaignParts {
  calls: number;
  operators: number;
  /** How many of the calls have an operator, and how many of those, from the first, were called already. */
  assigned?: number;
  called?: number;
  /** The lowest number of its people: campaigns that have another one have nobody in common. */
  numbersFrom?: number;
  /** The planner has no statistics of its calls, as in the first moments after a load. */
  isUnanalysed?: boolean;
}

/**
 * A campaign with millions of calls, as a large load and some weeks of work would have left it: a leaf of its own, counters,
 * persons. Everything is computed from the position, so that two runs measure the same rows.
 */
export async function makeBigCampaign(url: string, parts: BigCampaignParts): Promise<BigCampaign> {
  const { calls, operators: operatorCount, assigned = 0, called = 0, numbersFrom = 3_900_000_000 } = parts;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<R>(text, values)).rows;
  const one = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R> => {
    const [row] = await ask<R>(text, values);
    if (row === undefined) throw new Error(`no row from: ${text}`);
    return row;
  };
  try {
    const operators = (await ask<{ id: number }>(OPERATORS, [operatorCount])).map((operator) => operator.id);
    const { id } = await one<{ id: number }>(CAMPAIGN);
    await ask('insert into campaign_operator (campaign_id, user_id) select $1, unnest($2::int[])', [id, operators]);
    const { block } = await one<{ block: number }>(`select nextval('large_block')::int as block`);
    // A run of ids of the sequence's own: a load in the same database takes its ids there too.
    const { person } = await one<{ person: string }>(
      `select setval('person_id_seq', nextval('person_id_seq') + ${calls}) - ${calls} as person`,
    );
    await ask(PERSONS, [Number(person), calls, numbersFrom]);
    // In one transaction: the product's sweep drops leaves that are not attached.
    await ask('begin');
    const { leaf } = await one<{ leaf: string }>('select create_call_leaf($1, $1) as leaf', [block]);
    await ask(CALLS.replace('LEAF', leaf), [
      block,
      id,
      Number(person),
      calls,
      operators,
      assigned,
      called,
      numbersFrom,
    ]);
    await ask('select index_call_leaf($1)', [block]);
    await ask('select constrain_call_leaf($1)', [block]);
    await ask('select validate_call_leaf($1)', [block]);
    await ask('select attach_call_leaf($1, $1)', [block]);
    await ask('commit');
    await ask('update campaign set block = $2, next_position = $3 where id = $1', [id, block, calls]);
    const idLo = block * 2 ** 24;
    await ask(TOTALS, [id, idLo, idLo + 2 ** 24]);
    await ask(FIGURES, [id, idLo, idLo + 2 ** 24]);
    if (parts.isUnanalysed) await ask(`alter table ${leaf} set (autovacuum_enabled = false)`);
    else await ask(`vacuum analyze ${leaf}`);
    await ask('analyze person');
    return { id, calls, operators, idLo };
  } finally {
    await client.end();
  }
}

const OPERATORS = `
  with added as (
    insert into app_user (first_name, last_name, email)
    select 'Operador', 'Medida ' || lpad(n::text, 4, '0'), 'medida' || n || '.' || gen_random_uuid() || '@demo.gob.ar'
    from generate_series(1, $1::int) n returning id)
  , roles as (insert into user_role (user_id, role_id) select id, 2 from added)
  select id from added order by id`;

const CAMPAIGN = `
  insert into campaign (name, description, objective_id, coordinated_by, external, start_date, end_date, status)
  select 'Campaña grande', 'Para medir', (select min(id) from objective), (select min(user_id) from user_role where role_id = 4),
    false, now() - interval '30 days', now() + interval '60 days', 'AUDIENCIA PROCESADA'
  returning id`;

// Without keys of their names, which take longer than all the rest: nobody looks for these people.
const PERSONS = `
  insert into person (id, identity, kind, first_name, last_name, gender, loaded_number, loaded_mobile, name_keys)
  select $1::bigint + i, i, 'lead', (array['Ana', 'Luis', 'María José', 'Íñigo', 'Clara'])[1 + i % 5], 'Gómez ' || i,
    (array['F', 'M', 'X'])[1 + i % 3], $3::bigint + (i::bigint * 48271) % 100000000, i % 4 > 0, '{}'
  from generate_series(0, $2::int - 1) i`;

// Numbers that no demo contact has, whose blocks would hide some of them.
// Multiplying by a number without factors in common with the modulus deals every value once, in no visible order.
const CALLS = `
  insert into LEAF (id, campaign_id, number, person_id, operator_id, state_id, substate_id, call_count, day_count, last_at, affinity,
    birth_year, gender, district_id, section_id, subsection_id, created_at, updated_at)
  select ($1::bigint << 24) + i, $2, $8::bigint + (i::bigint * 48271) % 100000000, $3::bigint + i,
    case when i < $6 then ($5::int[])[1 + i % cardinality($5::int[])] end,
    case when i < $7 then 2 + mixed % 15 else 1 end,
    case when i < $7 and mixed % 4 = 0 then 1 + mixed % 3 end,
    case when i < $7 then 1 + mixed % 3 else 0 end, case when i < $7 then 1 else 0 end,
    case when i < $7 then now() - make_interval(secs => mixed % 2000000) end, case when i < $7 then 1 + mixed % 3 end,
    1930 + mixed % 76, (array['F', 'M', 'X'])[1 + i % 3]::"char", place.district_id, place.section_id, place.id,
    now() - interval '30 days',
    case when i < $7 then now() - make_interval(secs => mixed % 2000000) else now() - interval '30 days' end
  from (select i, ((i::bigint * 7919) % 1000003)::int as mixed from generate_series(0, $4::int - 1) i) numbered
  left join (
    select row_number() over (order by u.id) - 1 as n, u.id, u.section_id, s.district_id
    from location_subsection u join location_section s on s.id = u.section_id) place on place.n = mixed % (select count(*) + 1 from location_subsection)`;

const TOTALS = `
  insert into call_total (campaign_id, operator_id, state_id, n)
  select campaign_id, coalesce(operator_id, 0), state_id, count(*) from call
  where campaign_id = $1 and id >= $2 and id < $3 group by 1, 2, 3`;

const FIGURES = `
  insert into call_figure (campaign_id, operator_id, figure, n)
  select campaign_id, operator, figure, n from (
    select campaign_id, coalesce(operator_id, 0) as operator, count(*) filter (where call_count > 0) as called,
      count(*) filter (where call_count > 1) as recalled, count(*) filter (where affinity = 1) as one,
      count(*) filter (where affinity = 2) as two, count(*) filter (where affinity = 3) as three,
      count(*) filter (where operator_id is null and not blocked) as free
    from call where campaign_id = $1 and id >= $2 and id < $3 group by 1, 2) counted,
  lateral (values ('called', called), ('recalled', recalled), ('affinity_1', one), ('affinity_2', two), ('affinity_3', three),
    ('free', free)) as f(figure, n) where n > 0`;
