select exists (select from person where id = $1::bigint and erased_at is not null);

insert into "call_history"(
  "state_id", "substate_id", "affinity", "observations", "callback_at", "person_id", "call_id", "campaign_id",
  "user_id", "again", "dialled_at", "created_at", "corrects_id", "reason"
)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
returning "id";

update call
set
  state_id = $1,
  substate_id = $2,
  state_before_invalid = $3,
  affinity = $4,
  callback_at = $5,
  version = version + 1,
  updated_at = $6
where id = $7
  and call.id >= $8
  and call.id < $9;

select
  move_call_totals($1::int[], $2::int[], $3::int[], $4::int[]),
  move_call_figures($5::int[], $6::int[], $7::text[], $8::int[]),
  move_outcome_counts(
    $9::int, $10::int, $11::date, $12::int[], $13::int[], $14::int[], $15::int[], $16::int[], $17::timestamptz
  );

select record_events($1::text[], $2::int[], $3, $4::jsonb, $5::timestamptz);
