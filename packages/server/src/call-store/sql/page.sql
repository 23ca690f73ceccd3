select id
from state
where id = $1
  or callback
order by id;

select
  array(
    select s.id::int
    from state s
    where coalesce(strpos(fold("s"."name"), fold($1)) > 0, false)
      and s.id in (
        select state_id
        from call_total
        where call_total.campaign_id = $2
          and call_total.n > 0
      )
    order by 1
  ) as states,
  array(
    select s.id::int
    from substate s
    where coalesce(strpos(fold("s"."name"), fold($3)) > 0, false)
    order by 1
  ) as substates,
  array(
    select u.id
    from app_user u
    where coalesce(strpos(fold(trim("u"."first_name" || ' ' || "u"."last_name")), fold($4)) > 0, false)
      and u.id in (
        select operator_id
        from call_total
        where call_total.campaign_id = $5
          and call_total.n > 0
      )
    order by 1
  ) as operators;

select coalesce(sum(call_total.n), 0)::bigint as n
from call_total
where call_total.campaign_id = $1
  and call_total.state_id = any($2::bigint[]);

select
  id,
  row_number() over (order by trim("app_user"."first_name" || ' ' || "app_user"."last_name") collate "es-x-icu", id)::int
      as place
from app_user;

select count(*)
from call
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.state_id = $4::bigint
  and call.district_id = $5
  and (
    call.state_id = $6::bigint
    or call.substate_id = $7::bigint
    or call.operator_id = $8::bigint
    or exists (
      select
      from person
      where person.id = call.person_id
        and strpos(fold(person.first_name || ' ' || person.last_name || ' ' || person.business_name), fold($9)) > 0
    )
  );

select key & $1::bigint as position
from (
  select (coalesce(($2::bigint[])[call.operator_id], $3::bigint) + (call.id & $4::bigint)) as key
  from call
  where call.campaign_id = $5
    and call.id >= $6
    and call.id < $7
    and call.state_id = $8::bigint
    and call.district_id = $9
    and (
      call.state_id = $10::bigint
      or call.substate_id = $11::bigint
      or call.operator_id = $12::bigint
      or exists (
        select
        from person
        where person.id = call.person_id
          and strpos(fold(person.first_name || ' ' || person.last_name || ' ' || person.business_name), fold($13)) > 0
      )
    )
  order by 1 asc
  limit $14 offset $15
) as page
order by key asc;

select
  call.id,
  call.number,
  call.state_id,
  state.name as state_name,
  state.color as state_color,
  substate.name as substate_name,
  trim("u"."first_name" || ' ' || "u"."last_name") as user_name,
  call.callback_at,
  call.call_count,
  call.in_reserve,
  call.blocked,
  case when person.erased_at is not null then 'ERASED' else blocked_number.reason end as block_reason,
  case
    when campaign.obeys_lists then (
      select coalesce(
        json_agg(
          json_build_object(
            'listId',
            block_list.id,
            'name',
            block_list.name,
            'kind',
            block_list.kind,
            'by',
            trim("loader"."first_name" || ' ' || "loader"."last_name"),
            'at',
            list_load.finished_at
          )
          order by list_load.finished_at, block_list.id
        ),
        '[]'
      )
      from listed_number
      join block_list on block_list.id = listed_number.list_id
        and block_list.removed_at is null
      join block_list_load list_load on list_load.id = listed_number.load_id
      join app_user loader on loader.id = list_load.created_by
      where listed_number.number = call.number
    )
    else '[]'
  end as block_lists,
  coalesce(coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name), '') as name,
  call.created_at,
  call.updated_at
from call
join campaign on campaign.id = call.campaign_id
join state on state.id = call.state_id
left join person on person.id = call.person_id
  and true
left join substate on substate.id = call.substate_id
left join app_user u on u.id = call.operator_id
left join blocked_number on blocked_number.number = call.number
where call.campaign_id = $1
  and call.id >= $2
  and call.id < $3
  and call.id = any($4::bigint[]);
