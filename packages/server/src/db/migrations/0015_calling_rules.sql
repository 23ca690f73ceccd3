-- When numbers may be called, how often and how soon again (rule calls/calling-rules).

-- One row: what applies to every campaign without rules of its own. The rules are read and written whole, as the contract has them
-- (calling-rules/schemas.ts), hence json.
create table calling_default (
  only_one boolean primary key default true check (only_one),
  rules jsonb not null,
  across_campaigns boolean not null default false,   -- attempts and pause count every campaign's calls to the same number
  version int not null default 0,
  updated_by int references app_user,
  updated_at timestamptz
);
insert into calling_default (rules)
values ('{"week": null, "closesOnHolidays": false, "attemptsPerDay": null, "attemptsInAll": null, "pauseMinutes": null}');

alter table campaign add column calling_rules jsonb;   -- null: the system's

create table holiday (
  day date primary key,
  name text not null check (length(btrim(name)) between 1 and 120),
  kind text not null check (kind in ('FIXED', 'MOVABLE', 'NON_WORKING', 'OWN'))
);

-- Argentina's national holidays by law 27.399. MOVABLE ones stand on the day the law moves them to: one that falls on Tuesday or
-- Wednesday to the Monday before, on Thursday or Friday to the Monday after. NON_WORKING: Jueves Santo by the same law, and the
-- days for tourism, which the government names each December for the year to come (2026: resolution 164/2025 of the Jefatura de
-- Gabinete); those of 2027 are not named yet, and the administrator adds them.
insert into holiday (day, name, kind) values
  ('2026-01-01', 'Año Nuevo', 'FIXED'),
  ('2026-02-16', 'Carnaval', 'FIXED'),
  ('2026-02-17', 'Carnaval', 'FIXED'),
  ('2026-03-23', 'Día no laborable con fines turísticos', 'NON_WORKING'),
  ('2026-03-24', 'Día Nacional de la Memoria por la Verdad y la Justicia', 'FIXED'),
  ('2026-04-02', 'Día del Veterano y de los Caídos en la Guerra de Malvinas', 'FIXED'),
  ('2026-04-03', 'Viernes Santo', 'FIXED'),
  ('2026-05-01', 'Día del Trabajador', 'FIXED'),
  ('2026-05-25', 'Día de la Revolución de Mayo', 'FIXED'),
  ('2026-06-15', 'Paso a la Inmortalidad del General Martín Miguel de Güemes', 'MOVABLE'),
  ('2026-06-20', 'Paso a la Inmortalidad del General Manuel Belgrano', 'FIXED'),
  ('2026-07-09', 'Día de la Independencia', 'FIXED'),
  ('2026-07-10', 'Día no laborable con fines turísticos', 'NON_WORKING'),
  ('2026-08-17', 'Paso a la Inmortalidad del General José de San Martín', 'MOVABLE'),
  ('2026-10-12', 'Día del Respeto a la Diversidad Cultural', 'MOVABLE'),
  ('2026-11-23', 'Día de la Soberanía Nacional', 'MOVABLE'),
  ('2026-12-07', 'Día no laborable con fines turísticos', 'NON_WORKING'),
  ('2026-12-08', 'Inmaculada Concepción de María', 'FIXED'),
  ('2026-12-25', 'Navidad', 'FIXED'),
  ('2027-01-01', 'Año Nuevo', 'FIXED'),
  ('2027-02-08', 'Carnaval', 'FIXED'),
  ('2027-02-09', 'Carnaval', 'FIXED'),
  ('2027-03-24', 'Día Nacional de la Memoria por la Verdad y la Justicia', 'FIXED'),
  ('2027-03-25', 'Jueves Santo', 'NON_WORKING'),
  ('2027-03-26', 'Viernes Santo', 'FIXED'),
  ('2027-04-02', 'Día del Veterano y de los Caídos en la Guerra de Malvinas', 'FIXED'),
  ('2027-05-01', 'Día del Trabajador', 'FIXED'),
  ('2027-05-25', 'Día de la Revolución de Mayo', 'FIXED'),
  ('2027-06-20', 'Paso a la Inmortalidad del General Manuel Belgrano', 'FIXED'),
  ('2027-06-21', 'Paso a la Inmortalidad del General Martín Miguel de Güemes', 'MOVABLE'),
  ('2027-07-09', 'Día de la Independencia', 'FIXED'),
  ('2027-08-16', 'Paso a la Inmortalidad del General José de San Martín', 'MOVABLE'),
  ('2027-10-11', 'Día del Respeto a la Diversidad Cultural', 'MOVABLE'),
  ('2027-11-20', 'Día de la Soberanía Nacional', 'MOVABLE'),
  ('2027-12-08', 'Inmaculada Concepción de María', 'FIXED'),
  ('2027-12-25', 'Navidad', 'FIXED');
