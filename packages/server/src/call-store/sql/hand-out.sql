select pg_advisory_xact_lock($1, $2);

/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

select obeys_lists
from campaign
where id = $1;

select count(*) as amount, array_agg(id)::text as ids
from (
  select call.id
  from call
  where call.campaign_id = $1
    and call.id >= $2
    and call.id < $3
    and call.state_id = any($4::bigint[])
    and call.call_count <= $5
    and call.district_id = $6
    and call.operator_id is null
    and not call.blocked
    and not call.in_reserve
    and not (
      (
        select true
        from listed_number
        where listed_number.number = call.number
          and listed_number.list_id = any(
            array(select block_list.id from block_list where block_list.removed_at is null)
          )
        limit 1
      ) is not null
    )
    and (
      select true
      from blocked_number
      where blocked_number.number = call.number
      limit 1
    ) is null
  order by call.id
  limit $7
) free;

with picked as materialized (select $1::bigint[] as ids),
turns as materialized (
  select array_agg(share.operator_id order by (nth + 0.5::float8) / share.amount, share.place) as operators
  from unnest($2::int[], $3::int[]) with ordinality as share(operator_id, amount, place)
  cross join lateral generate_series(0, share.amount - 1) as nth
),
moved as (
  update call
  set
    operator_id = (select operators from turns)[width_bucket(call.id, (select ids from picked))],
    segmentation_id = $4,
    version = call.version + 1,
    updated_at = $5
  where call.id = any((select ids from picked)::bigint[])
    and call.id >= $6
    and call.id < $7
    and coalesce(call.operator_id, 0) = 0
    and not call.blocked
    and not call.in_reserve
  returning
    0 as from_operator,
    call.operator_id as to_operator,
    call.id,
    call.state_id,
    call.call_count,
    call.interested,
    call.affinity,
    call.blocked
)
select
  moved.from_operator,
  moved.to_operator,
  moved.state_id,
  count(*)::int as n,
  count(*) filter (where moved.call_count > 0)::int as called,
  count(*) filter (where moved.call_count > 1)::int as recalled,
  count(*) filter (where moved.interested)::int as interested,
  count(*) filter (where moved.affinity = 1)::int as affinity1,
  count(*) filter (where moved.affinity = 2)::int as affinity2,
  count(*) filter (where moved.affinity = 3)::int as affinity3,
  count(*) filter (where not moved.blocked)::int as open
from moved
group by 1, 2, 3;

select
  move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]),
  move_call_figures($5::int[], $6::int[], $7::text[], $8::int[]);
