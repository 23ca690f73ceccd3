select "audience_load"."id", "audience_load"."attempt", "audience_load"."campaign_id", "audience_load"."source",
    "audience_load"."source_id", "audience_load"."exclude_called_days", "audience_load"."exclude_active",
    "audience_load"."drop_places", "audience_load"."created_by", "campaign"."external", "campaign"."obeys_lists",
    "campaign"."block", "campaign"."id_lo", "campaign"."id_hi", "campaign"."next_position"
from "audience_load" inner
join "campaign" on "campaign"."id" = "audience_load"."campaign_id"
where "audience_load"."id" = $1
  and "audience_load"."attempt" = $2
  and "audience_load"."status" = $3;

update "audience_load"
set "progress" = $1, "read" = $2, "rejected" = $3
where "id" = $4
  and "attempt" = $5
  and "status" = $6;

update "audience_load"
set "block" = $1
where "id" = $2
  and "attempt" = $3;

select "id"
from "audience_load"
where "id" = $1
  and "attempt" = $2
  and "status" = $3
for update;

select nextval('small_block') as block;

select ensure_shared_call_leaf();

select pg_advisory_xact_lock($1, $2);

select setval('person_id_seq', nextval('person_id_seq') + $1) - $2 as first;
