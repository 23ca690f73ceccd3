update call
set operator_id = $1, observations = $2, invalid = $3, state_id = $4, state_before_invalid = $5, hold_by = null, hold_until =
    null, hold_for = null, released_at = null, segmentation_id = null, version = version + 1, updated_at = $6
where id = $7
  and call.id >= $8
  and call.id < $9;

select move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]), move_call_figures($5::int[], $6::int[], $7::text[],
    $8::int[]);
