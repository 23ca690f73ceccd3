/* prepared */
with entry as (
  insert into call_history(call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at, person_id,
      again, created_at)
  select $1::bigint, $2::int, $3::int, $4::smallint, $5::smallint, $6::smallint, $7, $8::timestamptz, $9::bigint, $10::boolean,
      $11::timestamptz
  where $12::boolean
    or not exists (
      select
      from blocked_number
      where number = $13
    )
  returning id
),
changed as (
  update call
  set operator_id = $14, state_id = $15, substate_id = $16, affinity = $17, callback_at = $18, call_count = call_count + 1,
      last_at = $19, day = $20, day_count = $21, tried_parts = $22, hold_by = null, hold_until = null, hold_for = null, passed_at
      = null, segmentation_id = null, version = version + 1, updated_at = $23
  from entry
  where call.id = $24
    and call.id >= 0
    and call.id < 16777216000
)
select entry.id, move_call_totals($25::int[], $26::int[], $27::int[], $28::int[]), move_call_figures($29::int[], $30::int[],
    $31::text[], $32::int[]), move_outcome_counts($33::int, $34::int, $35::date, $36::int[], $37::int[], $38::int[], $39::int[],
    $40::int[], $41::timestamptz)
from entry;
