select "n"
from "call_figure"
where "campaign_id" = $1
  and "operator_id" = $2
  and "figure" = $3;
