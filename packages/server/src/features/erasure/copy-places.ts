import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import { CELL_MARK, type Shape } from '../personal-data/person-matcher.policy.ts';
import { HAS_WORDS, WORDLESS } from '../personal-data/requests.queries.ts';

export const GONE = '(borrado)';

/** One kind of row of a table that may name a person. */
export interface CopyPlace {
  /** In erasure_candidate. */
  id: string;
  /** In the counts of an erasure, and before the key of a row that a person decides on. */
  name: string;
  table: string;
  /** The columns of its key. */
  key: readonly string[];
  shape: Shape;
  /** What is searched, as one text; `[]` after the name of a column of texts. */
  columns: readonly string[];
  /** Rows that are left alone. */
  where?: (personIds: readonly number[]) => RawBuilder<unknown>;
  /** What becomes of a row that names the person: it loses its words, or goes. With `linesOf`, what else changes. */
  set?: RawBuilder<unknown>;
  /** It keeps the lines that do not name the person, in this column. */
  linesOf?: string;
  /** `maybe`: a person decides about texts that only may be about the erased one; `always`: about those that name them, too. */
  reviewed?: 'maybe' | 'always';
}

/** Whoever typed on what stood there before is refused (work/version.ts). */
const erasedVersion = (column = 'version') => sql`${sql.ref(column)} = ${sql.ref(column)} + ${sql.lit(ERASURE_STEP)}`;
const LIST_END = '[]';
/** What is searched of a row. */
export function textOf({ shape, columns }: Pick<CopyPlace, 'shape' | 'columns'>): RawBuilder<string> {
  const between = shape === 'row' ? CELL_MARK : ' ';
  const parts = columns.map((column) =>
    column.endsWith(LIST_END)
      ? sql`array_to_string(${sql.ref(column.slice(0, -LIST_END.length))}, ${between})`
      : sql.ref(column),
  );
  return sql<string>`concat_ws(${between}, ${sql.join(parts)})`;
}
const goneIfAny = (column: string) =>
  sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null then ${GONE} end`;
const goneCells = (column: string) =>
  sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null
    then array_fill(${GONE}::text, array[cardinality(${sql.ref(column)})]) end`;
/** Requests of the persons themselves lose their words once they are answered (run-erasure.ts). */
const ofOthers = (personIds: readonly number[]) =>
  sql`(person_id is null or person_id <> all(${[...personIds]}::bigint[]))`;
const REQUEST_COLUMNS = ['asker', 'contact', 'detail', 'answer', 'identified_note', 'undone_reason'];

/** Entries of the catalogue have names that nobody else has, and stay for good. */
const namePlace = ({ table, name, one }: { table: string; name: string; one: string }): CopyPlace => ({
  id: table,
  name,
  table,
  key: ['id'],
  shape: 'text',
  columns: ['name'],
  set: sql`name = ${one} || ' ' || id || ' ' || ${GONE}, ${erasedVersion()}`,
  reviewed: 'always',
});

/**
 * Every place besides calls, audit and files where a person's words may rest (rule personal-data/every-copy). A row that others still
 * need stays and loses its words, one that nobody needs is deleted. Columns that are not here are in text-columns.ts, with the reason.
 */
export const COPY_PLACES: readonly CopyPlace[] = [
  {
    id: 'rejected_row',
    name: 'Filas rechazadas',
    table: 'rejected_row',
    key: ['load_id', 'file_no', 'line'],
    shape: 'row',
    columns: ['cells[]', 'reason'],
    set: sql`cells = array_fill(''::text, array[cardinality(cells)]), reason = ${GONE}`,
    reviewed: 'maybe',
  },
  {
    id: 'block_list_rejected',
    name: 'Líneas rechazadas de listas de bloqueo',
    table: 'block_list_rejected',
    key: ['load_id', 'line'],
    shape: 'row',
    columns: ['content', 'reason'],
    set: sql`content = '', reason = ${GONE}`,
    reviewed: 'maybe',
  },
  {
    id: 'audience_load',
    name: 'Cargas de audiencia',
    table: 'audience_load',
    key: ['id'],
    shape: 'text',
    columns: ['name', 'failure', 'ignored_columns[]', 'unknown_places'],
    where: () => sql`status <> 'RUNNING'`,
    set: sql`name = ${GONE}, ${goneIfAny('failure')}, ignored_columns = '{}', unknown_places = '[]'`,
    reviewed: 'maybe',
  },
  {
    id: 'audience_load_file',
    name: 'Archivos de audiencia',
    table: 'audience_load_file',
    key: ['load_id', 'file_no'],
    shape: 'row',
    columns: ['original_name', 'sheet', 'header[]'],
    set: sql`original_name = ${GONE}, ${goneIfAny('sheet')}, ${goneCells('header')}`,
    reviewed: 'maybe',
  },
  {
    id: 'block_list_load',
    name: 'Cargas de listas de bloqueo',
    table: 'block_list_load',
    key: ['id'],
    shape: 'row',
    columns: ['original_name', 'origin', 'failure', 'sheet', 'columns', 'header[]'],
    where: () => sql`status <> 'RUNNING'`,
    set: sql`original_name = ${GONE}, origin = ${GONE}, ${goneIfAny('failure')}, ${goneIfAny('sheet')},
      ${goneIfAny('columns')}, ${goneCells('header')}`,
    reviewed: 'maybe',
  },
  {
    id: 'block_list',
    name: 'Listas de bloqueo',
    table: 'block_list',
    key: ['id'],
    shape: 'text',
    columns: ['origin', 'removal_reason'],
    set: sql`origin = ${GONE}, ${goneIfAny('removal_reason')}`,
    reviewed: 'maybe',
  },
  {
    id: 'block_list_name',
    name: 'Nombres de listas de bloqueo',
    table: 'block_list',
    key: ['id'],
    shape: 'text',
    columns: ['name'],
    set: sql`name = 'Lista ' || id || ' ' || ${GONE}`,
    reviewed: 'always',
  },
  {
    id: 'campaign_name',
    name: 'Nombres de campañas',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['name'],
    set: sql`name = 'Campaña ' || id || ' ' || ${GONE}, ${erasedVersion()}`,
    reviewed: 'always',
  },
  {
    id: 'campaign_description',
    name: 'Descripciones de campañas',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['description'],
    set: sql`description = ${GONE}, ${erasedVersion()}`,
    reviewed: 'always',
  },
  {
    id: 'keep_reason',
    name: 'Motivos de conservación',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['keep_reason'],
    where: () => sql`keep_reason is not null`,
    set: sql`keep_reason = ${GONE}, ${erasedVersion('keep_version')}`,
    reviewed: 'maybe',
  },
  {
    id: 'exempt_reason',
    name: 'Motivos de no respetar listas de bloqueo',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['exempt_reason'],
    where: () => sql`exempt_reason is not null`,
    set: sql`exempt_reason = ${GONE}, ${erasedVersion()}`,
    reviewed: 'maybe',
  },
  {
    id: 'campaign_external_id',
    name: 'Identificadores externos de campañas',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['external_id'],
    where: () => sql`external_id is not null`,
    set: sql`external_id = null, ${erasedVersion()}`,
    reviewed: 'always',
  },
  {
    id: 'campaign_form',
    name: 'Formularios de campañas',
    table: 'campaign',
    key: ['id'],
    shape: 'text',
    columns: ['form_name'],
    where: () => sql`form_name is not null`,
    set: sql`form_name = ${GONE}, ${erasedVersion()}`,
    reviewed: 'always',
  },
  namePlace({ table: 'objective', name: 'Nombres de objetivos', one: 'Objetivo' }),
  namePlace({ table: 'state', name: 'Nombres de estados', one: 'Estado' }),
  namePlace({ table: 'substate', name: 'Nombres de subestados', one: 'Subestado' }),
  {
    id: 'script',
    name: 'Nombres de guiones',
    table: 'script',
    key: ['id'],
    shape: 'text',
    columns: ['original_name'],
    set: sql`original_name = ${GONE}`,
    reviewed: 'always',
  },
  {
    id: 'mail_unsent',
    name: 'Correos sin enviar',
    table: 'mail',
    key: ['id'],
    shape: 'text',
    columns: ['subject', 'body', 'inbox_body', 'last_error'],
    where: () => sql`sent_at is null`,
  },
  {
    id: 'mail',
    name: 'Correos',
    table: 'mail',
    key: ['id'],
    shape: 'text',
    columns: ['subject', 'body', 'inbox_body', 'last_error'],
    where: () => sql`sent_at is not null`,
    set: sql`subject = ${GONE}, body = ${GONE}, inbox_body = null, last_error = null`,
    reviewed: 'maybe',
  },
  {
    id: 'notification',
    name: 'Notificaciones',
    table: 'notification',
    key: ['id'],
    shape: 'text',
    columns: ['reason', 'subject'],
    reviewed: 'maybe',
  },
  {
    id: 'note',
    name: 'Notas de usuarios',
    table: 'note',
    key: ['id'],
    shape: 'text',
    columns: ['text'],
    linesOf: 'text',
    set: erasedVersion(),
    reviewed: 'maybe',
  },
  {
    id: 'idempotency_key',
    name: 'Respuestas a pedidos repetidos',
    table: 'idempotency_key',
    key: ['user_id', 'key'],
    shape: 'text',
    columns: ['answer', 'key'],
  },
  {
    id: 'export_job',
    name: 'Filtros de exportaciones',
    table: 'export_job',
    key: ['id'],
    shape: 'text',
    columns: ['filters', 'failure', 'file_name'],
    where: () => sql`status not in ('PENDING', 'RUNNING')`,
    set: sql`filters = '{}', ${goneIfAny('failure')}, file_name = null`,
    reviewed: 'maybe',
  },
  {
    id: 'segmentation',
    name: 'Filtros de segmentaciones',
    table: 'segmentation',
    key: ['id'],
    shape: 'text',
    columns: ['filters'],
    set: sql`filters = '{}'`,
    reviewed: 'maybe',
  },
  {
    id: 'data_request',
    name: 'Otros pedidos de datos',
    table: 'data_request',
    key: ['id'],
    shape: 'text',
    columns: REQUEST_COLUMNS,
    where: (personIds) => sql`${HAS_WORDS} and ${ofOthers(personIds)}`,
    set: WORDLESS,
    reviewed: 'maybe',
  },
  {
    // Somebody still has to be answered: the words go then.
    id: 'data_request_open',
    name: 'Pedidos de datos abiertos, que se vacían al responderse',
    table: 'data_request',
    key: ['id'],
    shape: 'text',
    columns: REQUEST_COLUMNS,
    where: (personIds) => sql`state = 'ABIERTO' and not names_erased and ${ofOthers(personIds)}`,
    set: sql`names_erased = true`,
    reviewed: 'maybe',
  },
  {
    id: 'form_registration',
    name: 'Inscripciones de formularios',
    table: 'form_registration',
    key: ['form_id', 'position'],
    shape: 'row',
    columns: ['phone', 'first_name', 'last_name', 'email', 'document'],
    set: sql`phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null, gender = null`,
  },
  {
    id: 'dashboard_audience_contact',
    name: 'Contactos del tablero telefónico',
    table: 'dashboard_audience_contact',
    key: ['audience_id', 'position'],
    shape: 'row',
    columns: ['phone', 'first_name', 'last_name', 'email', 'document', 'orion_id'],
    set: sql`orion_id = '', phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null,
      gender = null, nationality = null, channel = null, district = null, section = null, subsection = null`,
  },
  {
    id: 'form',
    name: 'Nombres de formularios',
    table: 'form',
    key: ['id'],
    shape: 'text',
    columns: ['name'],
    set: sql`name = ${GONE}`,
    reviewed: 'always',
  },
  {
    id: 'dashboard_audience',
    name: 'Audiencias del tablero telefónico',
    table: 'dashboard_audience',
    key: ['id'],
    shape: 'text',
    columns: ['description'],
    set: sql`description = ${GONE}`,
    reviewed: 'always',
  },
  {
    // Of erasures of others: it may say whom a text is about instead.
    id: 'erasure_candidate',
    name: 'Motivos de textos que se dejaron',
    table: 'erasure_candidate',
    key: ['id'],
    shape: 'text',
    columns: ['reason'],
    where: () => sql`reason is not null`,
    set: sql`reason = ${GONE}`,
    reviewed: 'maybe',
  },
  {
    id: 'job',
    name: 'Tareas terminadas',
    table: `${JOB_SCHEMA}.job`,
    key: ['name', 'id'],
    shape: 'text',
    columns: ['data', 'output'],
    where: () => sql`state in ('completed', 'failed', 'cancelled')`,
  },
];
