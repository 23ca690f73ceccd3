select pg_advisory_xact_lock($1, $2);

select pg_advisory_xact_lock($1, $2);

select pg_advisory_xact_lock($1, 0);
