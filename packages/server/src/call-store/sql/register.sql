/* prepared */
with entry as (
  insert into call_history(call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at, person_id,
      again, created_at)
  select $1::bigint, $2::int, $3::int, $4::smallint, $5::smallint, $6::smallint, $7, $8::timestamptz, $9::bigint, $10::boolean,
      $11::timestamptz
  where $12::boolean
    or (not exists (
      select
      from blocked_number
      where number = $13
    ) and not ((
      select campaign.obeys_lists
      from campaign
      where campaign.id = $14
    ) and (
      select true
      from listed_number
      join block_list on block_list.id = listed_number.list_id
        and block_list.removed_at is null
      where listed_number.number = $15
      limit 1
    ) is not null))
  returning id
),
changed as (
  update call
  set operator_id = $16, state_id = $17, substate_id = $18, affinity = $19, callback_at = $20, call_count = call_count + 1,
      last_at = $21, day = $22, day_count = $23, tried_parts = $24, hold_by = null, hold_until = null, hold_for = null, passed_at
      = null, segmentation_id = null, version = version + 1, updated_at = $25
  from entry
  where call.id = $26
    and call.id >= 0
    and call.id < 16777216000
)
select entry.id, move_call_totals($27::int[], $28::int[], $29::int[], $30::int[]), move_call_figures($31::int[], $32::int[],
    $33::text[], $34::int[]), move_outcome_counts($35::int, $36::int, $37::date, $38::int[], $39::int[], $40::int[], $41::int[],
    $42::int[], $43::timestamptz)
from entry;
