select pg_advisory_xact_lock($1, $2);

/* prepared */
select pg_advisory_xact_lock_shared($1, $2);

update call
set hold_by = null, hold_until = null, hold_for = null
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and operator_id = any($4::int[])
  and hold_by = operator_id;

select count(*) as n
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.operator_id = any($4::bigint[])
  and (
    not call.blocked
    and not call.invalid
    and (call.call_count = 0 or call.state_id in (select state.id from state where state.callback))
  );

with locked as materialized (
  select call.id, call.operator_id
  from call
  where call.campaign_id = $1
    and call.id >= $2
    and call.id < $3
    and call.operator_id = any($4::bigint[])
    and (
      not call.blocked
      and not call.invalid
      and (call.call_count = 0 or call.state_id in (select state.id from state where state.callback))
    )
  order by call.id
  for update
),
picked as materialized (
  select array_agg(id order by id) as ids, array_agg(operator_id order by id) as operators
  from locked
),
moved as (
  update call
  set
    operator_id = ($5::int[])[1 + (width_bucket(call.id, (select ids from picked)) - 1) % $6],
    segmentation_id = null,
    hold_by = case when call.hold_by = call.operator_id then null else call."hold_by" end,
    hold_until = case when call.hold_by = call.operator_id then null else call."hold_until" end,
    hold_for = case when call.hold_by = call.operator_id then null else call."hold_for" end,
    version = call.version + 1,
    updated_at = $7
  where call.id = any((select ids from picked)::bigint[])
    and call.id >= $8
    and call.id < $9
  returning
    (select operators from picked)[width_bucket(call.id, (select ids from picked))] as from_operator,
    coalesce(call.operator_id, 0) as to_operator,
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
