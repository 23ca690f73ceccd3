select "id"
from "audience_load"
where "status" = $1
  and "working" = $2
  and "id" in ($3);

select number
from unnest($1::bigint[]) as given(number)
union
select phone.number
from person_phone known
join person_phone phone on phone.person_id = known.person_id
where known.number = any($2::bigint[])
order by number;
