/* prepared */
with entry as (
  insert into call_history(
    call_id, campaign_id, user_id, state_id, substate_id, affinity, observations, callback_at, person_id, again,
    created_at
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
    $11::timestamptz
  where (
    $12::boolean
    or (
      not exists (select from blocked_number where number = $13)
      and not (
        (select campaign.obeys_lists from campaign where campaign.id = $14)
        and (
          (
            select true
            from listed_number
            where listed_number.number = $15
              and listed_number.list_id = any(
                array(select block_list.id from block_list where block_list.removed_at is null)
              )
            limit 1
          ) is not null
        )
      )
    )
  )
    and not exists (select from person where id = $16::bigint and erased_at is not null)
  returning id
),
changed as (
  update call
  set
    operator_id = $17,
    state_id = $18,
    substate_id = $19,
    affinity = $20,
    callback_at = $21,
    call_count = call_count + 1,
    last_at = $22,
    day = $23,
    day_count = $24,
    tried_parts = $25,
    hold_by = null,
    hold_until = null,
    hold_for = null,
    released_at = null,
    segmentation_id = null,
    version = version + 1,
    updated_at = $26
  from entry
  where call.id = $27
    and call.id >= 0
    and call.id < 16777216000
)
select
  entry.id,
  move_call_totals($28::int[], $29::int[], $30::int[], $31::int[]),
  move_call_figures($32::int[], $33::int[], $34::text[], $35::int[]),
  move_outcome_counts(
    $36::int, $37::int, $38::date, $39::int[], $40::int[], $41::int[], $42::int[], $43::int[], $44::timestamptz
  ),
  record_events($45::text[], $46::int[], $47, $48::jsonb || jsonb_build_object('entryId', entry.id), $49::timestamptz)
from entry;
