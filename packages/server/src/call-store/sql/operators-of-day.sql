select worked.*, trim("app_user"."first_name" || ' ' || "app_user"."last_name") as name, (
  select max(role_id)
  from user_role
  where user_role.user_id = "app_user"."id"
) as primary
from (
  select operator_id, state.effectiveness, state.contactability, state.callback, sum(n)::int as n
  from outcome_count
  join state on state.id = outcome_count.state_id
  where outcome_count.day = $1
    and n > 0
  group by 1, 2, 3, 4
) worked
join app_user on app_user.id = worked.operator_id;
