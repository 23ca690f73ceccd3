/* prepared */
with entry as (
  insert into call_history(
    call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at, person_id, again,
    dialled_at, created_at
  )
  select
    $1::bigint,
    $2::int,
    $3::int,
    $4::smallint,
    $5::smallint,
    $6::smallint,
    $7,
    $8::timestamptz,
    $9::bigint,
    $10::boolean,
    $11::timestamptz,
    $12::timestamptz
  where (
    $13::boolean
    or (
      not exists (select from blocked_number where number = $14)
      and not (
        (select campaign.obeys_lists from campaign where campaign.id = $15)
        and (
          (
            select true
            from listed_number
            where listed_number.number = $16
              and listed_number.list_id = any(
                array(select block_list.id from block_list where block_list.removed_at is null)
              )
            limit 1
          ) is not null
        )
      )
    )
  )
    and not exists (select from person where id = $17::bigint and erased_at is not null)
  returning id
),
changed as (
  update call
  set
    operator_id = $18,
    state_id = $19,
    substate_id = $20,
    affinity = $21,
    callback_at = $22,
    call_count = call_count + 1,
    in_reserve = false,
    last_at = $23,
    day = $24,
    day_count = $25,
    tried_parts = $26,
    hold_by = null,
    hold_until = null,
    hold_for = null,
    released_at = null,
    segmentation_id = null,
    version = version + 1,
    updated_at = $27
  from entry
  where call.id = $28
    and call.id >= 0
    and call.id < 16777216000
)
select
  entry.id,
  move_call_totals($29::int[], $30::int[], $31::int[], $32::int[]),
  move_call_figures($33::int[], $34::int[], $35::text[], $36::int[]),
  move_outcome_counts(
    $37::int, $38::int, $39::date, $40::int[], $41::int[], $42::int[], $43::int[], $44::int[], $45::timestamptz
  ),
  record_events($46::text[], $47::int[], $48, $49::jsonb || jsonb_build_object('entryId', entry.id), $50::timestamptz)
from entry;
