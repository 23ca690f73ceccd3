select m.campaign_id, u.id as operator_id, trim("u"."first_name" || ' ' || "u"."last_name") as name, coalesce(c.untouched, 0) as
    untouched, coalesce(c.touched, 0) as touched, coalesce(c.pending, 0) as pending, coalesce(c.callbacks, 0) as callbacks,
    coalesce(c.held, 0) as held
from campaign_operator m
join app_user u on u.id = m.user_id
left join (
  select call.operator_id, count(*) filter (where (call.call_count = 0 and not call.invalid and call.observations is null and
      call.callback_at is null and (call.hold_until is null or call.hold_until <= $1 or call.hold_by = call.operator_id)))::int
      as untouched, count(*) filter (where not (call.call_count = 0 and not call.invalid and call.observations is null and
      call.callback_at is null and (call.hold_until is null or call.hold_until <= $2 or call.hold_by = call.operator_id)))::int
      as touched, count(*) filter (where (not call.blocked and not call.invalid and (call.call_count = 0 or call.state_id in (
        select state.id
        from state
        where state.callback
      ))))::int as pending, count(*) filter (where (not call.blocked and not call.invalid and (call.call_count = 0 or
      call.state_id in (
        select state.id
        from state
        where state.callback
      ))) and call.callback_at is not null)::int as callbacks, count(*) filter (where call.hold_by = call.operator_id and
      call.hold_until > $3)::int as held
  from call
  where call.campaign_id = $4
    and call.id >= $5
    and call.id < $6
    and call.operator_id = any($7::bigint[])
  group by call.operator_id
) c on c.operator_id = u.id
where m.campaign_id = $8
  and m.user_id = any($9::bigint[])
order by u.first_name, u.last_name, u.id;
