import type pg from 'pg';

// Rights of an application's role that is not the owner (rule security/two-database-roles), at every start, for new tables.
const APPEND_ONLY = ['audit', 'audit_block', 'call_history', 'interview_save'];
const NEVER_DELETED = ['call', 'person', 'state', 'substate', 'objective'];
const FUNCTIONS = [
  'create_call_leaf(int, int)',
  'index_call_leaf(int)',
  'analyze_call_leaf(int)',
  'constrain_call_leaf(int)',
  'validate_call_leaf(int)',
  'attach_call_leaf(int, int)',
  'ensure_shared_call_leaf()',
  'ensure_history_months(date, date)',
  'create_load_tables(int, int)',
  'analyze_load_table(text, int, int)',
  'sweep_load_tables()',
  'bare_call_leaves()',
  'create_people_leaf(text, int)',
  'index_people_leaf(text, int)',
  'attach_people_leaf(int)',
  'analyze_people()',
  'set_history_again(bigint[], boolean[])',
  'remove_audit_words(bigint[], bytea[], text, timestamptz)',
  'erase_history_words(bigint[], bigint[], boolean)',
  'erase_history_entries(bigint[])',
];

export async function grantTo(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  const { rows } = await client.query<{ isOwner: boolean }>('select current_user = $1 as "isOwner"', [appRole]);
  if (rows[0]?.isOwner) return;
  const { rows: tables } = await client.query<{ name: string; isView: boolean }>(
    `select relname as name, relkind = 'v' as "isView" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
       and relname <> 'schema_migration' and relname !~ '^(call|person|person_phone)_b\\d+$'`,
  );
  const statements = [
    `grant usage on schema public to ${role}`,
    ...tables.map(
      ({ name, isView }) =>
        `grant ${isView ? 'select' : rightsOn(name)} on ${client.escapeIdentifier(name)} to ${role}`,
    ),
    `grant usage, select on all sequences in schema public to ${role}`,
    // A load takes a range of person ids with setval().
    `grant update on sequence person_id_seq to ${role}`,
    ...FUNCTIONS.map((signature) => `grant execute on function ${signature} to ${role}`),
  ];
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

function rightsOn(table: string): string {
  if (APPEND_ONLY.includes(table)) return 'select, insert';
  if (NEVER_DELETED.includes(table)) return 'select, insert, update';
  return 'select, insert, update, delete';
}
