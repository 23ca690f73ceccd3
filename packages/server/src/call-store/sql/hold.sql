with changed as (
  update call
  set hold_by = $1, hold_until = $2, hold_for = $3, segmentation_id = null, released_at = coalesce($4::timestamptz, released_at)
  where id = $5
    and call.id >= $6
    and call.id < $7
  returning id
)
insert into operator_current_call(user_id, campaign_id, call_id, held_call_id, held_at)
select $8::int, $9::int, id, id, $10::timestamptz
from changed
where $11::int is not null
on conflict (user_id, campaign_id) do update
set held_call_id = excluded.held_call_id, held_at = excluded.held_at;
