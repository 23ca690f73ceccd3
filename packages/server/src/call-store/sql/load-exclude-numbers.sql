insert into load_no_call_5_1(number_order, number, reason)
select number_order, number, min(reason)
from (
  select row.number_order, row.number, 2 as reason
  from load_row_5_1 row
  join blocked_number on blocked_number.number = row.number
  where row.number_order >= 0
  union all select row.number_order, row.number, 2
  from load_row_5_1 row
  where row.number_order >= 0
    and row.number in (
      select listed_number.number
      from listed_number
      join block_list on block_list.id = listed_number.list_id
      where block_list.removed_at is null
    )
  union all select row.number_order, row.number, 1
  from load_row_5_1 row
  join call on call.number = row.number
    and call.campaign_id = $1
    and call.id >= $2
    and call.id < $3
  where row.number_order >= 0
  union all select row.number_order, row.number, 3
  from load_row_5_1 row
  where row.number_order >= 0
    and row.number in (
      select call.number
      from call
      where call.last_at >= $4
    )
  union all select row.number_order, row.number, 4
  from load_row_5_1 row
  where row.number_order >= 0
    and row.number in (
      select call.number
      from call
      join campaign on campaign.id = call.campaign_id
      where campaign.id <> $5
        and not ("campaign"."status" in ('FINALIZANDO', 'FINALIZADA'))
    )
) excluded
group by number_order, number;

select analyze_load_table($1, $2::int, $3::int);

select reason, count(*) filter (where row.number_order >= 0)::int as numbers, count(*)::int as rows
from load_row_5_1 row
join load_no_call_5_1 no_call on no_call.number = row.number
group by reason;
