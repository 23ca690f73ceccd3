import { LOADED_FIELDS, type LoadedField } from '@campanero/contract/contacts/person-fields';
import { AUDIENCE_COLUMNS, type AudienceField } from '@campanero/contract/loads/csv/columns';
import { ERASED_NUMBERS_FROM } from '@campanero/contract/shared/numbers';
import { columnOf, fullName, productTime, type RawBuilder, sql } from '../../db/index.ts';
import {
  BATCH,
  copyCsv,
  typedCell,
  chosenIds,
  readTexts,
  sortIds,
  type RowSource,
  type StreamedTable,
  type StreamedRow,
} from '../../db/stream-rows.ts';
import { withinBounds, type CallRange } from '../range.ts';
import { IS_MOBILE, isVisiblePerson, personName, type Viewer } from '../reach.ts';
import { matches, matchesNoCall, type CallFilter } from './filter.ts';
import { countFromCounters, listOrder, type CampaignCalls } from './page.ts';
import { phoneSeconds } from './phone.ts';
import { resolveFilter, type CallQuery } from './resolve-filter.ts';
import { sumTotals } from './totals.ts';

type Column = { header: string; value: RawBuilder<unknown> };
const selectList = (columns: readonly Column[]) =>
  sql.join(
    columns.map(({ value }) => value),
    sql`, `,
  );
const headersOf = (columns: readonly Column[]) => columns.map(({ header }) => header);

/** In the product's time zone, in a format that spreadsheets read as a date. */
const moment = (column: string) => sql`to_char(${productTime(column)}, 'DD-MM-YYYY HH24:MI')`;
/** Text typed by users. Other values (numbers, dates, place names) cannot be formulas and are not empty. */
const typed = (column: string) => typedCell(sql.raw(column));
const OPERATOR = typedCell(fullName());
const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'Sí' else 'No' end`;
const AFFINITIES = sql`array['Neutro', 'Positivo', 'Negativo']`;

/** The columns that the loader reads back, under names that it knows; a mobile number stays in the mobile column. */
const LOADED: Record<AudienceField, RawBuilder<unknown>> = {
  phone: sql`case when not phone.mobile and call.number < ${sql.lit(ERASED_NUMBERS_FROM)} then call.number end`,
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
  const column = `person.${columnOf(name)}`;
  return kind === 'birthday' ? sql`to_char(${sql.raw(column)}, 'DD-MM-YYYY')` : typed(column);
}

/** The columns after the loaded ones are the product's own: the loader reports them as unread. */
const AUDIENCE: readonly Column[] = [
  ...AUDIENCE_COLUMNS.map(({ field, label }) => ({ header: label, value: LOADED[field] })),
  { header: 'Razón social', value: typed('person.business_name') },
  { header: 'Participativo', value: yes(sql`person.interested`) },
  { header: 'Estado', value: typed('state.name') },
  { header: 'Subestado', value: typed('substate.name') },
  { header: 'Afinidad', value: sql`(${AFFINITIES})[call.affinity]` },
  { header: 'Operador', value: OPERATOR },
  { header: 'Llamados', value: sql`call.call_count` },
  { header: 'Último llamado', value: moment('call.last_at') },
  { header: 'Volver a llamar', value: moment('call.callback_at') },
  { header: 'No llamar', value: yes(sql`call.blocked`) },
  { header: 'Observaciones', value: typed('call.observations') },
  { header: 'Cargado', value: moment('call.created_at') },
  { header: 'Actualizado', value: moment('call.updated_at') },
  { header: 'Id de llamado', value: sql`call.id` },
];

/** `limit 1` forces a lookup by key per call: with a join the planner may read all persons for every batch. */
const lookUpPerson = (viewer: Viewer, id: RawBuilder<unknown>) =>
  sql`select * from person where person.id = ${id} and ${isVisiblePerson(viewer)} limit 1`;

/** Of a person who was erased, also on a number that others have: rejected with the number. */
const ERASED_PHONE = sql`'Número borrado'`;
const isErased = sql`(call.number >= ${sql.lit(ERASED_NUMBERS_FROM)} or person.erased_at is not null)`;

/** What a load takes from another campaign. */
const PEOPLE: readonly Column[] = AUDIENCE_COLUMNS.map(({ field, label }) => ({
  header: label,
  value:
    field === 'phone'
      ? sql`case when ${isErased} then ${ERASED_PHONE} when not phone.mobile then call.number::text end`
      : field === 'mobile'
        ? sql`case when phone.mobile and not ${isErased} then call.number end`
        : LOADED[field],
}));

type AudienceExport = { viewer: Viewer; audience: CampaignCalls; query: CallQuery };
interface Resolved extends Omit<AudienceExport, 'query'> {
  columns: readonly Column[];
  filter: CallFilter;
  direction: 'asc' | 'desc';
}

/** In load order each batch is a range of ids; other orders are sorted first. A batch has its calls as of the moment it is read. */
export async function streamAudience(source: RowSource, { viewer, audience, query }: AudienceExport) {
  const filter = await resolveFilter(source.db, viewer, audience, query);
  const { orderbytitle: order = 'id', orderbytype: direction = 'asc' } = query;
  const asked: Resolved = { viewer, audience, columns: AUDIENCE, filter, direction };
  const total = await countFromCounters(source, audience, filter);
  const sorting = await listOrder(source.db, order, direction);
  const isEmpty = audience.nextPosition === 0 || matchesNoCall(filter);
  const pieces = isEmpty ? nothing() : sorting ? inOrder(source, asked, sorting) : inLoadOrder(source, asked);
  return { header: headersOf(AUDIENCE), total, pieces };
}

/** In load order. Batches of one transaction of the connection are consistent. */
export async function streamPeople(source: RowSource, { viewer, audience, query }: AudienceExport) {
  const filter = await resolveFilter(source.db, viewer, audience, query);
  const total = await sumTotals(source.db, audience.id, filter);
  const asked: Resolved = { viewer, audience, columns: PEOPLE, filter, direction: 'asc' };
  return { header: headersOf(PEOPLE), total, pieces: matchesNoCall(filter) ? nothing() : inLoadOrder(source, asked) };
}

async function* nothing(): StreamedTable['pieces'] {}

const selectCalls = (
  { viewer, audience, columns, filter }: Resolved,
  { from, and }: { from: RawBuilder<unknown>; and: RawBuilder<unknown> },
) => sql`
  select ${selectList(columns)}
  from ${from}
  join state on state.id = call.state_id
  left join substate on substate.id = call.substate_id
  left join app_user on app_user.id = call.operator_id
  left join lateral (${lookUpPerson(viewer, sql`call.person_id`)}) person on true
  cross join lateral (select ${IS_MOBILE} as mobile) phone
  left join location_district on location_district.id = person.district_id
  left join location_section on location_section.id = person.section_id
  left join location_subsection on location_subsection.id = person.subsection_id
  where ${matches(audience, filter)} and ${and}`;

async function* inLoadOrder(source: RowSource, asked: Resolved): StreamedTable['pieces'] {
  const { idLo, nextPosition } = asked.audience;
  const isUp = asked.direction === 'asc';
  const first = idLo ?? 0;
  for (let begun = 0; begun < nextPosition; begun += BATCH) {
    const read = Math.min(begun + BATCH, nextPosition);
    const [from, to] = isUp
      ? [first + begun, first + read]
      : [first + nextPosition - read, first + nextPosition - begun];
    const inRange = sql`call.id >= ${from} and call.id < ${to} order by call.id ${sql.raw(asked.direction)}`;
    yield* copyCsv(source, selectCalls(asked, { from: sql`call`, and: inRange }), read / nextPosition);
  }
}

/** Leaves out calls that no longer match when their batch is read. */
async function* inOrder(source: RowSource, asked: Resolved, sorting: RawBuilder<unknown>): StreamedTable['pieces'] {
  const { audience, filter } = asked;
  const base = audience.idLo ?? 0;
  const positions = sql`select call.id - ${base}::bigint from call where ${matches(audience, filter)} order by ${sorting}`;
  const sorted = sortIds(source, { positions, base, capacity: audience.nextPosition, batch: BATCH });
  for await (const { ids, done } of sorted) {
    const from = sql`${chosenIds(ids)} join call on call.id = chosen.id`;
    yield* copyCsv(source, selectCalls(asked, { from, and: sql`true order by chosen.place` }), done);
  }
}

/** One line per registered outcome. `Corregido`: a later line, with this one under `Corrige`, replaces it. */
const HISTORY: readonly Column[] = [
  { header: 'Registro', value: sql`h.id` },
  { header: 'Fecha y hora', value: sql`to_char(${productTime('h.created_at')}, 'DD-MM-YYYY HH24:MI:SS')` },
  { header: 'Teléfono', value: sql`case when call.number < ${sql.lit(ERASED_NUMBERS_FROM)} then call.number end` },
  { header: 'Nombre', value: typed('person.first_name') },
  { header: 'Apellido', value: typed('person.last_name') },
  { header: 'Razón social', value: typed('person.business_name') },
  { header: 'Documento', value: typed('person.document') },
  { header: 'Habló con', value: typed('spoken.name') },
  { header: 'Operador', value: OPERATOR },
  { header: 'Estado', value: typed('state.name') },
  { header: 'Subestado', value: typed('substate.name') },
  { header: 'Afinidad', value: sql`(${AFFINITIES})[h.affinity]` },
  { header: 'Volver a llamar', value: moment('h.callback_at') },
  { header: 'Observaciones', value: typed('h.observations') },
  { header: 'Corrige', value: sql`h.corrects_id` },
  { header: 'Motivo de la corrección', value: typed('h.reason') },
  { header: 'Id de llamado', value: sql`h.call_id` },
  { header: 'Corregido', value: yes(sql`correction.is_there`) },
  { header: 'Marcado', value: sql`to_char(${productTime('h.dialled_at')}, 'DD-MM-YYYY HH24:MI:SS')` },
  { header: 'Segundos sonando', value: sql`phone.ring_seconds` },
  { header: 'Segundos hablados', value: sql`phone.talk_seconds` },
];

interface HistoryExport {
  viewer: Viewer;
  campaign: CallRange;
  /** Outcomes registered later are left out, so that every attempt writes the same lines. */
  until: Date;
}

/** The registrations of a campaign in batches, oldest first, corrected entries and corrections included. */
export async function streamHistory(source: RowSource, asked: HistoryExport): Promise<StreamedTable> {
  // The last outcome of each batch, and the running total.
  const ends = await readTexts(
    source,
    sql`
      select * from (
        select id, created_at::text, row_number() over (order by created_at, id) as read, lead(id) over (order by created_at, id) as next
        from call_history where campaign_id = ${asked.campaign.id} and created_at <= ${asked.until}) h
      where read % ${BATCH} = 0 or next is null
      order by read`,
  );
  return { header: headersOf(HISTORY), total: Number(ends.at(-1)?.[2] ?? 0), pieces: readHistory(source, asked, ends) };
}

/** A correction is later than its entry, so earlier partitions are not read; one day of tolerance for clock differences. */
const lookUpCorrection = (until: Date) => sql`
  select true as is_there from call_history c
  where c.call_id = h.call_id and c.corrects_id = h.id and c.created_at between h.created_at - interval '1 day' and ${until}
  limit 1`;

async function* readHistory(
  source: RowSource,
  { viewer, campaign, until }: HistoryExport,
  ends: readonly StreamedRow[],
): StreamedTable['pieces'] {
  const total = Number(ends.at(-1)?.[2]);
  for (const [index, [id = null, at = null, read = null]] of ends.entries()) {
    const [afterId = '0', after = '-infinity'] = ends[index - 1] ?? [];
    const outcomes = sql`
        select ${selectList(HISTORY)}
        from call_history h
        join lateral (select * from call where call.id = h.call_id and ${withinBounds(campaign)} limit 1) call on true
        join state on state.id = h.state_id
        join app_user on app_user.id = h.user_id
        left join substate on substate.id = h.substate_id
        left join lateral (${lookUpPerson(viewer, sql`call.person_id`)}) person on true
        left join lateral (select ${personName} as name from (${lookUpPerson(viewer, sql`h.person_id`)}) person) spoken on true
        left join lateral (${lookUpCorrection(until)}) correction on true
        cross join lateral (${phoneSeconds(campaign.id)}) phone
        where h.campaign_id = ${campaign.id} and h.created_at >= ${after}::timestamptz and h.created_at <= ${at}::timestamptz
          and (h.created_at, h.id) > (${after}::timestamptz, ${afterId}) and (h.created_at, h.id) <= (${at}::timestamptz, ${id})
        order by h.created_at, h.id`;
    yield* copyCsv(source, outcomes, Number(read) / total);
  }
}
