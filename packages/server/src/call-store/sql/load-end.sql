select number
from blocked_number
where at >= $1
  and exists (
    select
    from person_phone phone
    where phone.number = blocked_number.number
      and phone.created_at = $2
  );

select pg_advisory_xact_lock($1, 0);

update person_phone
set mobile = true
from unnest($1::bigint[], $2::bigint[]) as found(number, person_id)
where person_phone.number = found.number
  and person_phone.person_id = found.person_id
  and not person_phone.mobile;

update call
set blocked = true
from blocked_number
where (blocked_number.at >= $1 or blocked_number.number = any($2::bigint[]))
  and call.number = blocked_number.number
  and call.campaign_id = $3
  and call.id >= $4
  and call.id < $5
  and not call.blocked;

update campaign
set block = coalesce(block, $1::int), next_position = next_position + $2::int
where id = $3;

update audience_load
set stale_numbers = $1::bigint[]
where id = $2;

with noted as (
  select id, stale_numbers
  from audience_load
  where id = $1
    and stale_numbers <> '{}'
  for update
),
forgotten as (
  update audience_load
  set stale_numbers = '{}'
  from noted
  where audience_load.id = noted.id
)
select unnest(stale_numbers) as number
from noted;
