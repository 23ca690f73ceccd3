-- One row: what the global page shows now. A recalculation replaces its content in one statement.
create unique index global_statistics_one on global_statistics ((true));
