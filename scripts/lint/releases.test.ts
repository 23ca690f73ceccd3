import { expect, test } from 'vitest';
import { findBreaks } from './releases.ts';

test.each([
  'alter table campaign add column obeys boolean not null default false, add column note text;',
  'create table x (id int primary key, name text not null);',
  'drop index audit_person; create index audit_subject on audit (subject);',
  'alter table x drop constraint x_kind_check, add constraint x_kind_check check (kind in (1, 2));',
  'alter table x add column total numeric(10, 2) not null generated always as (a + b) stored;',
  '-- drop table once nothing uses it\nselect 1;',
  '-- contract: 1.2.0\ndrop table old_things;',
])('the version before survives: %s', (sql) => expect(findBreaks(sql)).toEqual([]));

test.each([
  'drop table old_things;',
  'alter table x drop column y;',
  'alter table x rename to y;',
  'alter table x rename column a to b;',
  'alter table x alter column a type bigint;',
  'alter table x alter column a set not null;',
  'alter table x add column a int default 1, add column b text not null;',
  '-- contract: soon\ndrop table old_things;',
])('it does not: %s', (sql) => expect(findBreaks(sql)).toHaveLength(1));
