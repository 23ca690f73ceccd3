update call
set operator_id = $1, hold_by = null, hold_until = null, hold_for = null, passed_at = null, segmentation_id = null, version =
    version + 1, updated_at = $2
where id = $3
  and call.id >= $4
  and call.id < $5;

select move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]), move_call_figures($5::int[], $6::int[], $7::text[],
    $8::int[]);
