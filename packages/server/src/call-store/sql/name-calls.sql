select call.id, call.number, campaign.id as campaign_id, campaign.name as campaign_name, nullif(coalesce(nullif(trim(
    person.first_name || ' ' || person.last_name), ''), person.business_name), '') as person_name
from call
join campaign on campaign.id = call.campaign_id
left join person on person.id = call.person_id
  and true
where call.id = any($1::bigint[])
  and exists (
    select "campaign_operator"."campaign_id"
    from "campaign_operator"
    where "campaign_operator"."campaign_id" = "campaign"."id"
      and "campaign_operator"."user_id" = $2::bigint
  );

select person.id, nullif(coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.business_name), '') as
    name
from person
where person.id = any($1::bigint[])
  and true;
