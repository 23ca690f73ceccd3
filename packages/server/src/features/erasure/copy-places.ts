import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import { JOB_SCHEMA } from '../../jobs/schema.ts';
import { CELL_SEPARATOR, type Shape } from '../personal-data/person-matcher.policy.ts';
import { HAS_TEXT, CLEARED_TEXT } from '../personal-data/requests.queries.ts';

export const ERASED_TEXT = '(borrado)';

/** A table, or part of one, whose texts may name a person. */
export interface CopyPlace {
  /** Stored in erasure_candidate. */
  id: string;
  /** Shown in the counts of an erasure and in reviews. */
  name: string;
  table: string;
  key: readonly string[];
  shape: Shape;
  /** Searched as one text; `[]` marks an array column. */
  columns: readonly string[];
  /** Rows to search; all if absent. */
  where?: (personIds: readonly number[]) => RawBuilder<unknown>;
  /** Update of a row that names the person; without it the row is deleted. With `linesOf`, further changes. */
  set?: RawBuilder<unknown>;
  /** Only the lines of this column that name the person are erased. */
  linesOf?: string;
  /** `maybe`: a user reviews uncertain matches; `always`: certain ones, too. */
  reviewed?: 'maybe' | 'always';
}

/** Beyond any version that a form knows, so that edits based on the erased text are refused (work/version.ts). */
const erasedVersion = (column = 'version') => sql`${sql.ref(column)} = ${sql.ref(column)} + ${sql.lit(ERASURE_STEP)}`;
/** Defaults: the table named like the id, with key `id` and free text. */
type PlaceDeclaration = Omit<CopyPlace, 'table' | 'key' | 'shape' | 'reviewed'> &
  Partial<Pick<CopyPlace, 'table' | 'key' | 'shape'>>;

const LIST_END = '[]';
export function textOf({ shape, columns }: Pick<CopyPlace, 'shape' | 'columns'>): RawBuilder<string> {
  const between = shape === 'row' ? CELL_SEPARATOR : ' ';
  const parts = columns.map((column) =>
    column.endsWith(LIST_END)
      ? sql`array_to_string(${sql.ref(column.slice(0, -LIST_END.length))}, ${between})`
      : sql.ref(column),
  );
  return sql<string>`concat_ws(${between}, ${sql.join(parts)})`;
}
const erased = (...columns: string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} = ${ERASED_TEXT}`));
const erasedIfSet = (...columns: string[]) =>
  sql.join(
    columns.map((column) => sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null then ${ERASED_TEXT} end`),
  );
const erasedCells = (column: string) =>
  sql`${sql.ref(column)} = case when ${sql.ref(column)} is not null
    then array_fill(${ERASED_TEXT}::text, array[cardinality(${sql.ref(column)})]) end`;
/** For unique names that are never deleted. */
const numberedName = (thing: string) => sql`name = ${thing} || ' ' || id || ' ' || ${ERASED_TEXT}`;
const isSet = (column: string) => () => sql`${sql.ref(column)} is not null`;
/** The persons' own requests are cleared once they are answered (run-erasure.ts). */
const ofOthers = (personIds: readonly number[]) =>
  sql`(person_id is null or person_id <> all(${[...personIds]}::bigint[]))`;
const campaignText = (
  id: string,
  column: string,
  name: string,
  { set = erased(column), version = 'version' } = {},
): PlaceDeclaration => ({
  id,
  name,
  table: 'campaign',
  columns: [column],
  where: isSet(column),
  set: sql`${set}, ${erasedVersion(version)}`,
});
const REQUEST_COLUMNS = ['asker', 'contact', 'detail', 'answer', 'identified_note', 'undone_reason'];
const MAIL_COLUMNS = ['subject', 'body', 'inbox_body', 'last_error'];

/** Uncertain matches are reviewed. */
const MAYBE_REVIEWED: readonly PlaceDeclaration[] = [
  {
    id: 'rejected_row',
    name: 'Filas rechazadas',
    key: ['load_id', 'file_no', 'line'],
    shape: 'row',
    columns: ['cells[]', 'reason'],
    set: sql`cells = array_fill(''::text, array[cardinality(cells)]), ${erased('reason')}`,
  },
  {
    id: 'block_list_rejected',
    name: 'Líneas rechazadas de listas de bloqueo',
    key: ['load_id', 'line'],
    shape: 'row',
    columns: ['content', 'reason'],
    set: sql`content = '', ${erased('reason')}`,
  },
  {
    id: 'audience_load',
    name: 'Cargas de audiencia',
    columns: ['name', 'failure', 'ignored_columns[]', 'unknown_places', 'source_filters'],
    where: () => sql`status <> 'RUNNING'`,
    set: sql`${erased('name')}, ${erasedIfSet('failure')}, ignored_columns = '{}', unknown_places = '[]',
      source_filters = case when source_filters is not null then '{}'::jsonb end`,
  },
  {
    id: 'audience_load_file',
    name: 'Archivos de audiencia',
    key: ['load_id', 'file_no'],
    shape: 'row',
    columns: ['original_name', 'sheet', 'header[]'],
    set: sql`${erased('original_name')}, ${erasedIfSet('sheet')}, ${erasedCells('header')}`,
  },
  {
    id: 'block_list_load',
    name: 'Cargas de listas de bloqueo',
    shape: 'row',
    columns: ['original_name', 'origin', 'failure', 'sheet', 'columns', 'header[]'],
    where: () => sql`status <> 'RUNNING'`,
    set: sql`${erased('original_name', 'origin')}, ${erasedIfSet('failure', 'sheet', 'columns')}, ${erasedCells('header')}`,
  },
  {
    id: 'block_list',
    name: 'Listas de bloqueo',
    columns: ['origin', 'removal_reason'],
    set: sql`${erased('origin')}, ${erasedIfSet('removal_reason')}`,
  },
  campaignText('keep_reason', 'keep_reason', 'Motivos de conservación', { version: 'keep_version' }),
  campaignText('exempt_reason', 'exempt_reason', 'Motivos de no respetar listas de bloqueo'),
  {
    id: 'mail',
    name: 'Correos',
    columns: MAIL_COLUMNS,
    where: isSet('sent_at'),
    set: sql`${erased('subject', 'body')}, inbox_body = null, last_error = null`,
  },
  { id: 'notification', name: 'Notificaciones', columns: ['reason', 'subject'] },
  {
    id: 'call_question',
    name: 'Consultas a coordinadores',
    columns: ['question', 'answer'],
    set: sql`${erased('question')}, ${erasedIfSet('answer')}`,
  },
  {
    id: 'interview_text',
    name: 'Respuestas a relevamientos',
    key: ['save_id', 'question_id'],
    columns: ['words'],
    set: erased('words'),
  },
  { id: 'note', name: 'Notas de usuarios', columns: ['text'], linesOf: 'text', set: erasedVersion() },
  {
    id: 'export_job',
    name: 'Filtros de exportaciones',
    columns: ['filters', 'failure', 'file_name'],
    where: () => sql`status not in ('PENDING', 'RUNNING')`,
    set: sql`filters = '{}', ${erasedIfSet('failure')}, file_name = null`,
  },
  { id: 'segmentation', name: 'Filtros de segmentaciones', columns: ['filters'], set: sql`filters = '{}'` },
  {
    id: 'data_request',
    name: 'Otros pedidos de datos',
    columns: REQUEST_COLUMNS,
    where: (personIds) => sql`${HAS_TEXT} and ${ofOthers(personIds)}`,
    set: CLEARED_TEXT,
  },
  {
    // Cleared when answered: until then the answer needs the text.
    id: 'data_request_open',
    name: 'Pedidos de datos abiertos, que se vacían al responderse',
    table: 'data_request',
    columns: REQUEST_COLUMNS,
    where: (personIds) => sql`state = 'ABIERTO' and not names_erased and ${ofOthers(personIds)}`,
    set: sql`names_erased = true`,
  },
  {
    // Reasons of other erasures may name this person.
    id: 'erasure_candidate',
    name: 'Motivos de textos que se dejaron',
    columns: ['reason'],
    where: isSet('reason'),
    set: erased('reason'),
  },
];

/** Certain matches are reviewed, too: names that users know things by. */
const ALWAYS_REVIEWED: readonly PlaceDeclaration[] = [
  {
    id: 'block_list_name',
    name: 'Nombres de listas de bloqueo',
    table: 'block_list',
    columns: ['name'],
    set: numberedName('Lista'),
  },
  {
    id: 'campaign_name',
    name: 'Nombres de campañas',
    table: 'campaign',
    columns: ['name'],
    set: sql`${numberedName('Campaña')}, ${erasedVersion()}`,
  },
  campaignText('campaign_description', 'description', 'Descripciones de campañas'),
  campaignText('campaign_external_id', 'external_id', 'Identificadores externos de campañas', {
    set: sql`external_id = null`,
  }),
  campaignText('campaign_form', 'form_name', 'Formularios de campañas'),
  ...[
    { id: 'objective', name: 'Nombres de objetivos', thing: 'Objetivo' },
    { id: 'state', name: 'Nombres de estados', thing: 'Estado' },
    { id: 'substate', name: 'Nombres de subestados', thing: 'Subestado' },
    { id: 'survey', name: 'Nombres de relevamientos', thing: 'Relevamiento' },
  ].map(({ thing, ...place }) => ({
    ...place,
    columns: ['name'],
    set: sql`${numberedName(thing)}, ${erasedVersion()}`,
  })),
  { id: 'script', name: 'Nombres de guiones', columns: ['original_name'], set: erased('original_name') },
  { id: 'form', name: 'Nombres de formularios', columns: ['name'], set: erased('name') },
  {
    id: 'dashboard_audience',
    name: 'Audiencias del tablero telefónico',
    columns: ['description'],
    set: erased('description'),
  },
];

const NOT_REVIEWED: readonly PlaceDeclaration[] = [
  {
    id: 'mail_unsent',
    name: 'Correos sin enviar',
    table: 'mail',
    columns: MAIL_COLUMNS,
    where: () => sql`sent_at is null`,
  },
  {
    id: 'mail_to_person',
    name: 'Correos a la propia persona',
    table: 'mail',
    columns: ['recipient'],
    where: () => sql`user_id is null`,
  },
  {
    id: 'idempotency_key',
    name: 'Respuestas a pedidos repetidos',
    key: ['user_id', 'key'],
    columns: ['answer', 'key'],
  },
  {
    id: 'form_registration',
    name: 'Inscripciones de formularios',
    key: ['form_id', 'position'],
    shape: 'row',
    columns: ['phone', 'first_name', 'last_name', 'email', 'document'],
    set: sql`phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null, gender = null`,
  },
  {
    id: 'dashboard_audience_contact',
    name: 'Contactos del tablero telefónico',
    key: ['audience_id', 'position'],
    shape: 'row',
    columns: ['phone', 'first_name', 'last_name', 'email', 'document', 'orion_id'],
    set: sql`orion_id = '', phone = '', first_name = null, last_name = null, email = null, document = null, birthday = null,
      gender = null, nationality = null, channel = null, district = null, section = null, subsection = null`,
  },
  {
    id: 'job',
    name: 'Tareas terminadas',
    table: `${JOB_SCHEMA}.job`,
    key: ['name', 'id'],
    columns: ['data', 'output'],
    where: () => sql`state in ('completed', 'failed', 'cancelled')`,
  },
];

/** All tables besides calls, audit and files that may name a person (rule personal-data/every-copy); other columns: text-columns.test.ts. */
export const COPY_PLACES: readonly CopyPlace[] = (
  [
    ['maybe', MAYBE_REVIEWED],
    ['always', ALWAYS_REVIEWED],
    [undefined, NOT_REVIEWED],
  ] as const
).flatMap(([reviewed, places]) =>
  places.map((place) => ({ table: place.id, key: ['id'], shape: 'text' as const, reviewed, ...place })),
);
