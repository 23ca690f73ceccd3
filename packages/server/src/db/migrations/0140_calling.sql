-- The operator's day.

-- Where somebody left off in a campaign: the call that next-contact gave them last, so that asking again gives the same one.
-- Only a pointer: whether the hold is still theirs stands on the call itself, whose hold columns nothing may index.
create table operator_desk (
  user_id int not null references app_user,
  campaign_id int not null references campaign,
  call_id bigint not null,
  primary key (user_id, campaign_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The counters of calls (migration 0007), moved in key order, so that two writers wait for each other and never in a circle.
-- One round trip for a whole registration. A counter that would fall below zero breaks its check and the change with it.
create function move_call_totals(campaigns int[], operators int[], states int[], deltas int[]) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select campaign_id, operator_id, state_id, sum(delta)::int as delta
    from unnest(campaigns, operators, states, deltas) as given (campaign_id, operator_id, state_id, delta)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  loop
    update call_total t set n = t.n + move.delta
    where t.campaign_id = move.campaign_id and t.operator_id = move.operator_id and t.state_id = move.state_id;
    continue when found;
    insert into call_total as t (campaign_id, operator_id, state_id, n)
    values (move.campaign_id, move.operator_id, move.state_id, move.delta)
    on conflict (campaign_id, operator_id, state_id) do update set n = t.n + excluded.n;
  end loop;
end $$;

create function move_call_figures(campaigns int[], operators int[], figures text[], deltas int[]) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select campaign_id, operator_id, figure, sum(delta)::int as delta
    from unnest(campaigns, operators, figures, deltas) as given (campaign_id, operator_id, figure, delta)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
  loop
    update call_figure t set n = t.n + move.delta
    where t.campaign_id = move.campaign_id and t.operator_id = move.operator_id and t.figure = move.figure;
    continue when found;
    insert into call_figure as t (campaign_id, operator_id, figure, n)
    values (move.campaign_id, move.operator_id, move.figure, move.delta)
    on conflict (campaign_id, operator_id, figure) do update set n = t.n + excluded.n;
  end loop;
end $$;

-- `at` is when the outcome was registered: a correction brings the original's, so first and last hour of work stay true.
create function move_outcome_counts(
  campaign int, operator int, on_day date, states int[], affinities int[], deltas int[], at timestamptz
) returns void language plpgsql as $$
declare
  move record;
begin
  for move in
    select state_id, affinity, sum(delta)::int as delta
    from unnest(states, affinities, deltas) as given (state_id, affinity, delta)
    group by 1, 2 having sum(delta) <> 0 order by 1, 2
  loop
    update outcome_count t set n = t.n + move.delta, first_at = least(t.first_at, at), last_at = greatest(t.last_at, at)
    where t.campaign_id = campaign and t.operator_id = operator and t.day = on_day
      and t.state_id = move.state_id and t.affinity = move.affinity;
    continue when found;
    insert into outcome_count as t (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
    values (campaign, operator, on_day, move.state_id, move.affinity, move.delta, at, at)
    on conflict (campaign_id, operator_id, day, state_id, affinity) do update
      set n = t.n + excluded.n, first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at);
  end loop;
end $$;
