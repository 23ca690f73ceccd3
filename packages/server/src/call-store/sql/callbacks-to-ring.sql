select due.id, due.operator_id, due.subject
from (
  select call.id, call.operator_id, call.callback_at, 'callback:' || call.id || ':' || to_char(call.callback_at at time zone
      'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as subject
  from call
  where call.campaign_id = $1
    and call.id >= $2
    and call.id < $3
    and call.callback_at is not null
    and call.callback_at <= $4
    and call.callback_at > $5
    and not call.blocked
    and not call.invalid
    and call.operator_id is not null
) due
where not exists (
  select
  from notification
  where user_id = due.operator_id
    and action = 'CALLBACK'
    and notification.subject = due.subject
)
order by due.callback_at, due.id
limit $6;
