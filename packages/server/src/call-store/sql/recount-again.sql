with recursive correction as materialized (
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history
  where campaign_id = $1
    and corrects_id is not null
),
entry as (
  select id, call_id, again, from_last < n as counted
  from (
    select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n, row_number() over
        (partition by call_id order by created_at desc, id desc)::int as from_last
    from call_history
    where campaign_id = $2
      and corrects_id is null
  ) placed
  union all select correction.id, entry.call_id, correction.again, entry.counted
  from entry
  join correction on correction.corrects_id = entry.id
)
select id, call_id, counted
from entry
where again <> counted
order by id;
