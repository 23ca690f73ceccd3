import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { LOADED_FIELDS, type LoadedField } from '@campanero/contract/contacts/person-fields';
import { AUDIENCE_COLUMNS, type AudienceField } from '@campanero/contract/loads/csv/columns';
import { sql, type RawBuilder } from 'kysely';
import { BATCH, readSorted, readTexts, type RowSource, type StreamedTable } from '../../db/stream-rows.ts';
import { columnOf } from '../../db/text.ts';
import { withinBounds, type CallRange } from '../range.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';
import { matches, matchesNoCall, type CallFilter } from './filter.ts';
import { countFromCounters, listOrder, type Audience } from './page.ts';

interface Column {
  header: string;
  value: RawBuilder<unknown>;
}
const selectList = (columns: readonly Column[]) =>
  sql.join(
    columns.map(({ value }) => value),
    sql`, `,
  );
const headersOf = (columns: readonly Column[]) => columns.map(({ header }) => header);

/** DD-MM-YYYY HH:MM in the product's zone, which a spreadsheet reads as a date. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone interval '-03:00', 'DD-MM-YYYY HH24:MI')`;
const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'Sí' else 'No' end`;
const AFFINITIES = sql`array['Neutro', 'Positivo', 'Negativo']`;

/** The columns that our own loader reads back, under names that it knows; a mobile stays in the mobile's column. */
const LOADED: Record<AudienceField, RawBuilder<unknown>> = {
  phone: sql`case when not phone.mobile then call.number end`,
  mobile: sql`case when phone.mobile then call.number end`,
  ...(Object.fromEntries(LOADED_FIELDS.map((field) => [field.name, personValue(field)])) as Record<
    LoadedField['name'],
    RawBuilder<unknown>
  >),
  district: sql`location_district.display`,
  section: sql`location_section.display`,
  subsection: sql`location_subsection.display`,
};

function personValue({ name, kind }: LoadedField): RawBuilder<unknown> {
  const column = sql.raw(`person.${columnOf(name)}`);
  return kind === 'birthday' ? sql`to_char(${column}, 'DD-MM-YYYY')` : column;
}

/** What the product itself knows of each call: the loader names these columns in its report and does not read them. */
const AUDIENCE: readonly Column[] = [
  ...AUDIENCE_COLUMNS.map(({ field, label }) => ({ header: label, value: LOADED[field] })),
  { header: 'Razón social', value: sql`person.business_name` },
  { header: 'Participativo', value: yes(sql`person.interested`) },
  { header: 'Estado', value: sql`state.name` },
  { header: 'Subestado', value: sql`substate.name` },
  { header: 'Afinidad', value: sql`(${AFFINITIES})[call.affinity]` },
  { header: 'Operador', value: sql`trim(app_user.first_name || ' ' || app_user.last_name)` },
  { header: 'Llamados', value: sql`call.call_count` },
  { header: 'Último llamado', value: moment('call.last_at') },
  { header: 'Volver a llamar', value: moment('call.callback_at') },
  { header: 'No llamar', value: yes(sql`call.blocked`) },
  { header: 'Observaciones', value: sql`call.observations` },
  { header: 'Cargado', value: moment('call.created_at') },
  { header: 'Actualizado', value: moment('call.updated_at') },
  // The last one: batches in another order than load order are put together by it.
  { header: 'Id de llamado', value: sql`call.id` },
];

/** `limit 1` keeps it a look-up by key for each call: joined, the planner may decide to read all people for every batch. */
const lookUpPerson = (viewer: Viewer, id: RawBuilder<unknown>) =>
  sql`select * from person where person.id = ${id} and ${isVisiblePerson(viewer)} limit 1`;

/** Nearly always the number that the person came with; person_phone is asked only about others. */
const IS_MOBILE = sql`case when person.came_number = call.number then coalesce(person.came_mobile, false)
  else coalesce((select mobile from person_phone where number = call.number and person_id = call.person_id), false) end`;

interface AudienceExport {
  viewer: Viewer;
  audience: Audience;
  filter: CallFilter;
  order: AudienceOrder;
  direction: 'asc' | 'desc';
}

/**
 * A campaign's audience with the filters and the order of its list. In load order each batch is a range of ids; any other order is
 * sorted first. Each batch shows its calls as they are when it is read.
 */
export async function streamAudience(source: RowSource, asked: AudienceExport): Promise<StreamedTable> {
  const { audience, filter, order, direction } = asked;
  const total = await countFromCounters({ db: source.db, heavyDb: source.db }, audience, filter);
  const sorting = await listOrder(source.db, order, direction);
  const isEmpty = audience.nextPosition === 0 || matchesNoCall(filter);
  const batches = isEmpty ? nothing() : sorting ? inOrder(source, asked, sorting) : inLoadOrder(source, asked);
  return { header: headersOf(AUDIENCE), total, batches };
}

async function* nothing(): StreamedTable['batches'] {}

const selectCalls = ({ viewer, audience, filter }: AudienceExport, chosen: RawBuilder<unknown>) => sql`
  select ${selectList(AUDIENCE)}
  from call
  join state on state.id = call.state_id
  left join substate on substate.id = call.substate_id
  left join app_user on app_user.id = call.operator_id
  left join lateral (${lookUpPerson(viewer, sql`call.person_id`)}) person on true
  cross join lateral (select ${IS_MOBILE} as mobile) phone
  left join location_district on location_district.id = person.district_id
  left join location_section on location_section.id = person.section_id
  left join location_subsection on location_subsection.id = person.subsection_id
  where ${matches(audience, filter)} and ${chosen}`;

async function* inLoadOrder(source: RowSource, asked: AudienceExport): StreamedTable['batches'] {
  const { idLo, nextPosition } = asked.audience;
  const isUp = asked.direction === 'asc';
  const first = idLo ?? 0;
  for (let begun = 0; begun < nextPosition; begun += BATCH) {
    const read = Math.min(begun + BATCH, nextPosition);
    const [from, to] = isUp
      ? [first + begun, first + read]
      : [first + nextPosition - read, first + nextPosition - begun];
    const inRange = sql`call.id >= ${from} and call.id < ${to} order by call.id ${sql.raw(asked.direction)}`;
    yield { rows: await readTexts(source, selectCalls(asked, inRange)), done: read / nextPosition };
  }
}

const inOrder = (source: RowSource, asked: AudienceExport, sorting: RawBuilder<unknown>) => {
  const { audience, filter } = asked;
  const base = audience.idLo ?? 0;
  return readSorted(source, {
    positions: sql`select call.id - ${base}::bigint from call where ${matches(audience, filter)} order by ${sorting}`,
    base,
    capacity: audience.nextPosition,
    rowsOf: (ids) => selectCalls(asked, sql`call.id = any(${[...ids]}::bigint[])`),
  });
};

/** One line for each registered outcome. `Corregido`: a later line, which names this one under `Corrige`, replaces it. */
const HISTORY: readonly Column[] = [
  { header: 'Registro', value: sql`h.id` },
  { header: 'Fecha y hora', value: sql`to_char(h.created_at at time zone interval '-03:00', 'DD-MM-YYYY HH24:MI:SS')` },
  { header: 'Teléfono', value: sql`call.number` },
  { header: 'Nombre', value: sql`person.first_name` },
  { header: 'Apellido', value: sql`person.last_name` },
  { header: 'Razón social', value: sql`person.business_name` },
  { header: 'Documento', value: sql`person.document` },
  { header: 'Habló con', value: sql`spoken.name` },
  { header: 'Operador', value: sql`trim(app_user.first_name || ' ' || app_user.last_name)` },
  { header: 'Estado', value: sql`state.name` },
  { header: 'Subestado', value: sql`substate.name` },
  { header: 'Afinidad', value: sql`(${AFFINITIES})[h.affinity]` },
  { header: 'Volver a llamar', value: moment('h.callback_at') },
  { header: 'Observaciones', value: sql`h.observations` },
  { header: 'Corrige', value: sql`h.corrects_id` },
  { header: 'Motivo de la corrección', value: sql`h.reason` },
  { header: 'Id de llamado', value: sql`h.call_id` },
];

interface HistoryExport {
  viewer: Viewer;
  campaign: CallRange;
  /** Outcomes registered later are left out, so that every attempt writes the same lines. */
  until: Date;
}

/** A campaign's registered outcomes, oldest first, those that were corrected and their corrections among them. */
export async function streamHistory(source: RowSource, asked: HistoryExport): Promise<StreamedTable> {
  const inScope = sql`campaign_id = ${asked.campaign.id} and created_at <= ${asked.until}`;
  const counted = await readTexts(source, sql`select count(*) from call_history where ${inScope}`);
  const corrected = await readTexts(
    source,
    sql`select distinct corrects_id from call_history where ${inScope} and corrects_id is not null`,
  );
  const total = Number(counted[0]?.[0]);
  const isCorrected = new Set(corrected.map(([id]) => id));
  return {
    header: [...headersOf(HISTORY), 'Corregido'],
    total,
    batches: readHistory(source, asked, { total, isCorrected }),
  };
}

async function* readHistory(
  source: RowSource,
  { viewer, campaign, until }: HistoryExport,
  { total, isCorrected }: { total: number; isCorrected: ReadonlySet<string | null | undefined> },
): StreamedTable['batches'] {
  let after: { at: string; id: number } | undefined;
  for (let read = 0; ;) {
    const next = after
      ? sql`and h.created_at >= ${after.at}::timestamptz and (h.created_at, h.id) > (${after.at}::timestamptz, ${after.id})`
      : sql``;
    const rows = await readTexts(
      source,
      sql`
        select ${selectList(HISTORY)}, h.created_at::text
        from (select * from call_history h where h.campaign_id = ${campaign.id} and h.created_at <= ${until} ${next}
          order by h.created_at, h.id limit ${BATCH}) h
        join call on call.id = h.call_id and ${withinBounds(campaign)}
        join state on state.id = h.state_id
        join app_user on app_user.id = h.user_id
        left join substate on substate.id = h.substate_id
        left join lateral (${lookUpPerson(viewer, sql`call.person_id`)}) person on true
        left join lateral (select ${personName} as name from (${lookUpPerson(viewer, sql`h.person_id`)}) person) spoken on true
        order by h.created_at, h.id`,
    );
    read += rows.length;
    const last = rows.at(-1);
    yield {
      rows: rows.map((row) => [...row.slice(0, -1), isCorrected.has(row[0]) ? 'Sí' : 'No']),
      done: total === 0 ? 1 : Math.min(1, read / total),
    };
    if (!last || rows.length < BATCH) return;
    after = { at: last.at(-1) ?? '', id: Number(last[0]) };
  }
}
