-- Searching the audit by the labels of what changed, over millions of records. A record has one of a few hundred sets of labels
-- (the fields of its use case), so it names its set: finding and counting are then small index reads, and writing costs one
-- lookup. Derived from info, hence no part of the record's hash; filled by a trigger, so that no writer can forget it.
create table audit_label_set (
  id bigint not null,                 -- made from the labels themselves, below 2^53
  labels jsonb not null               -- as they stand in info, in its order
);
-- Not unique on purpose: two transactions that write the first record of a kind at once must not wait for each other, and a set
-- that stands here twice is found once all the same.
create index audit_label_set_id on audit_label_set (id);

create function audit_labels(info jsonb) returns jsonb
  language sql immutable strict parallel safe
  return jsonb_path_query_array(info, '$.*[*].label');
create function audit_label_set_id(labels jsonb) returns bigint
  language sql immutable strict parallel safe
  return ('x' || left(md5(labels::text), 13))::bit(52)::bigint;

alter table audit add column label_set bigint;

create function name_audit_label_set() returns trigger language plpgsql as $$
declare
  found_labels jsonb := audit_labels(new.info);
begin
  new.label_set := audit_label_set_id(found_labels);
  if not exists (select from audit_label_set where id = new.label_set) then
    insert into audit_label_set (id, labels) values (new.label_set, found_labels);
  end if;
  return new;
end $$;
create trigger audit_label_set before insert on audit for each row execute function name_audit_label_set();

-- Records written before this file: nothing that their hash covers is touched.
alter table audit disable trigger audit_append_only;
update audit set label_set = audit_label_set_id(audit_labels(info));
alter table audit enable trigger audit_append_only;
insert into audit_label_set (id, labels) select distinct label_set, audit_labels(info) from audit;

create index audit_label on audit (label_set, id desc);
