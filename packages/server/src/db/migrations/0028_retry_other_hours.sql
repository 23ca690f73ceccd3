-- Trying again at another hour (docs/decisions/015-calling.md).

alter table campaign add column retry_other_hours boolean not null default true;

-- The parts of the day (UTC-3) in which outcomes were registered on the call, as bits: 1 before noon, 2 before 16 hours, 4 from then on.
alter table call add column tried_parts smallint not null default 0 check (tried_parts between 0 and 7);

-- Finished campaigns call nobody any more: theirs stay at 0.
update call set tried_parts = tried.parts
from (
  select entry.call_id, bit_or(case when entry.hour < 12 then 1 when entry.hour < 16 then 2 else 4 end)::smallint as parts
  from (
    select h.call_id, extract(hour from h.created_at at time zone interval '-03:00') as hour
    from call_history h join campaign on campaign.id = h.campaign_id
    where h.corrects_id is null and campaign.status <> 'FINALIZADA') entry
  group by 1) tried
where call.id = tried.call_id;

-- The same index with the parts before the time: next-contact reads the first call of each state and set of parts, so that it finds the
-- calls not yet tried in this part of the day, longest untouched first, without reading the others. A hold changes none of its columns.
drop index call_again;
create index call_again on call (campaign_id, operator_id, state_id, tried_parts, last_at)
  where call_count > 0 and callback_at is null and not blocked;
-- What was let go without an outcome, of every state: such calls to be made again were looked for among all that are to be made again.
drop index call_passed;
create index call_passed on call (campaign_id, operator_id, state_id, passed_at) where passed_at is not null;
