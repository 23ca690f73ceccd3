-- What a span of dates needs beside the outcome: registrations that were not the first of their call, and registrations on calls
-- of an interested person (moved when that flag changes too).
alter table outcome_count
  add column again int not null default 0 check (again between 0 and n),
  add column interested int not null default 0 check (interested between 0 and n);

update outcome_count o set again = counted.again, interested = counted.interested
from (
  with recursive registration as (
    select h.id, h.call_id, h.campaign_id, h.user_id, h.created_at, h.state_id, h.affinity,
      row_number() over (partition by h.call_id order by h.created_at, h.id) > 1 as again
    from call_history h where h.corrects_id is null
  ), corrected as (
    select corrects_id as root, id, state_id, affinity from call_history
    where corrects_id in (select id from registration)
    union all
    select corrected.root, h.id, h.state_id, h.affinity from corrected join call_history h on h.corrects_id = corrected.id
  ), standing as (
    select distinct on (root) root, state_id, affinity from corrected order by root, id desc
  )
  select r.campaign_id, r.user_id, (r.created_at at time zone interval '-03:00')::date as day,
    coalesce(standing.state_id, r.state_id) as state_id,
    coalesce(case when standing.root is null then r.affinity else standing.affinity end, 0) as affinity,
    count(*) filter (where r.again)::int as again, count(*) filter (where call.interested)::int as interested
  from registration r join call on call.id = r.call_id left join standing on standing.root = r.id
  group by 1, 2, 3, 4, 5
) counted
where (o.campaign_id, o.operator_id, o.day, o.state_id, o.affinity)
  = (counted.campaign_id, counted.user_id, counted.day, counted.state_id, counted.affinity);

-- A span that cuts a day reads that day's entries, and the corrections made since.
create index call_history_correction on call_history (campaign_id, created_at) where corrects_id is not null;

drop function move_outcome_counts(int, int, date, int[], int[], int[], timestamptz);
-- `at` is when the outcome was registered: a correction brings the original's, so first and last hour of work stay true.
-- `agains` and `interesteds` are the part of each delta that counts as such.
create function move_outcome_counts(
  campaign int, operator int, on_day date, states int[], affinities int[], deltas int[], agains int[], interesteds int[], at timestamptz
) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select state_id, affinity, sum(delta)::int as delta, sum(again)::int as again, sum(interested)::int as interested
    from unnest(states, affinities, deltas, agains, interesteds) as given (state_id, affinity, delta, again, interested)
    group by 1, 2 having sum(delta) <> 0 order by 1, 2
  loop
    update outcome_count t set n = t.n + move.delta, again = t.again + move.again, interested = t.interested + move.interested,
      first_at = least(t.first_at, at), last_at = greatest(t.last_at, at)
    where t.campaign_id = campaign and t.operator_id = operator and t.day = on_day
      and t.state_id = move.state_id and t.affinity = move.affinity;
    continue when found;
    insert into outcome_count as t (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
    values (campaign, operator, on_day, move.state_id, move.affinity, move.delta, move.again, move.interested, at, at)
    on conflict (campaign_id, operator_id, day, state_id, affinity) do update
      set n = t.n + excluded.n, again = t.again + excluded.again, interested = t.interested + excluded.interested,
        first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  end loop;
end $$;

-- A finished campaign keeps each operator's figures too, and which states counted as contacted and as effective, so that the
-- figures of a span stay as they were when an administrator changes a state.
alter table frozen_statistics add column operators jsonb, add column states jsonb;
update frozen_statistics frozen set
  states = (select jsonb_build_object(
      'contactability', coalesce(jsonb_agg(id order by id) filter (where contactability), '[]'),
      'effectiveness', coalesce(jsonb_agg(id order by id) filter (where effectiveness), '[]')) from state),
  operators = coalesce((
    select jsonb_object_agg(operator_id, jsonb_build_object('totalCalls', total, 'totalCalled', called, 'totalReCalled', recalled,
      'contacted', contacted, 'effective', effective))
    from (
      select operator_id, sum(n) as total, coalesce(sum(n) filter (where state.contactability), 0) as contacted,
        coalesce(sum(n) filter (where state.effectiveness), 0) as effective
      from call_total join state on state.id = call_total.state_id
      where campaign_id = frozen.campaign_id and operator_id > 0 and n > 0 group by 1) total
    left join lateral (
      select coalesce(sum(n) filter (where figure = 'called'), 0) as called,
        coalesce(sum(n) filter (where figure = 'recalled'), 0) as recalled
      from call_figure where campaign_id = frozen.campaign_id and call_figure.operator_id = total.operator_id) figure on true), '{}');
alter table frozen_statistics alter column operators set not null, alter column states set not null;
