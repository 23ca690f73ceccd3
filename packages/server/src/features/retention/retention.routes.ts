import { routesOf } from '../../http/mount.ts';
import type { HandlerReply } from '@campanero/contract/endpoint';
import { EXPORT_HOURS } from '@campanero/contract/exports/schemas';
import { EVENT_DAYS } from '@campanero/contract/outgoing-events/schemas';
import {
  type DueCount,
  KEEP_DAYS,
  type KeepPeriods,
  type KeptBody,
  type KeptQuery,
  type KeptKind,
  type retention,
  type RetentionBody,
} from '@campanero/contract/retention/endpoints';
import { selectDuePeople } from '../../call-store/read/index.ts';
import { countOutbox, outboxFolderOf } from '../../integrations/mailer/outbox.ts';
import { findKeepPeriods, lockKeepPeriods, saveKeepPeriods } from '../../jobs/keep-periods.ts';
import { countExpiring, outboxBefore } from '../../jobs/purge-expired.ts';
import { selectRow } from '../../db/select.ts';
import { assertConfirmed, assertCurrent, type SignedCtx, transact } from '../../work/index.ts';
import { auditAbout, campaignAudit } from '../../work/audit.ts';
import { HAS_TEXT } from '../personal-data/requests.queries.ts';
import { anonymiseJob } from './anonymise.ts';
import {
  countKept,
  findRetention,
  isAnswerOld,
  lockKept,
  lockRetention,
  type RetentionSetting,
  saveKept,
  saveRetention,
  selectDueCampaigns,
  selectKept,
  selectRuns,
} from './retention.queries.ts';

export const retentionRoutes = routesOf('retention', {
  view: (_input, ctx) => viewRetention(ctx),
  campaigns: ({ query }, ctx) => listKeptCampaigns(ctx, query),
  due: (_input, ctx) => countDue(ctx),
  change: ({ body }, ctx) => changeRetention(ctx, body),
  pause: ({ body }, ctx) => pauseRetention(ctx, body.isPaused),
  changePeriods: ({ body }, ctx) => changePeriods(ctx, body),
  changeCampaign: ({ params, body }, ctx) => changeKept(ctx, params.id, body),
});

type RetentionReply = HandlerReply<typeof retention.view>;

async function viewRetention(ctx: SignedCtx): Promise<RetentionReply> {
  const { db } = ctx;
  const [setting, periods] = await Promise.all([findRetention(db), findKeepPeriods(db)]);
  const [runs, kept] = await Promise.all([selectRuns(db), listKept(ctx, setting, periods)]);
  return { ...setting, periods, runs, kept };
}

async function listKeptCampaigns({ db, clock }: SignedCtx, query: KeptQuery) {
  const now = clock();
  const setting = await findRetention(db);
  const [campaigns, totalElementsCount] = await Promise.all([
    selectKept(db, setting, query, now),
    countKept(db, setting, query, now),
  ]);
  return { campaigns, totalElementsCount, page: query.pageNumber };
}

/** Calls per statement, and time limit of counting. */
const COUNT_BATCH = 20_000;
const COUNT_LIMIT_MS = 8_000;

/** Persons that the next run will anonymise, found by the same query. Reads only, at low priority. */
async function countDue({ db, heavyDb, clock }: SignedCtx): Promise<DueCount> {
  const now = clock();
  const until = performance.now() + COUNT_LIMIT_MS;
  const setting = await findRetention(db);
  const campaigns = await selectDueCampaigns(db, setting, now);
  // A person in two campaigns counts once.
  const persons = new Set<number>();
  for (const campaign of campaigns)
    for (let after: number | null = 0; after !== null;) {
      if (performance.now() > until) return { campaigns: campaigns.length, persons: persons.size, isWhole: false };
      const batch: Awaited<ReturnType<typeof selectDuePeople>> = await selectDuePeople(heavyDb, campaign, {
        after,
        size: COUNT_BATCH,
        now,
        months: setting.months,
      });
      for (const id of batch.ids) persons.add(id);
      after = batch.scannedTo;
    }
  return { campaigns: campaigns.length, persons: persons.size, isWhole: true };
}

const HOUR_MS = 3_600_000;
const periodOf = (ms: number) => {
  const hours = ms / HOUR_MS;
  if (hours < 48) return hours === 1 ? '1 hora' : `${hours} horas`;
  return `${hours / 24} días`;
};

/** Start of the period, if not the creation. */
const SINCE: Partial<Record<KeptKind, string>> = { notes: ' desde su último cambio' };

/** Labels of the expiring tables (jobs/purge-expired.ts). */
const LABELS: Record<string, string> = {
  session: 'Sesiones vencidas',
  reset_token: 'Enlaces de contraseña vencidos',
  device_mark: 'Marcas de navegadores conocidos',
  idempotency_key: 'Respuestas a pedidos repetidos',
  rate_limit: 'Contadores de límites de uso',
  directory_flow: 'Ingresos con el directorio sin terminar',
  directory_logout: 'Avisos de salida del directorio',
  contact_reading: 'Contadores de lectura de contactos',
  service_use: 'Uso de las cuentas de servicio, por hora',
  service_key: 'Claves vencidas de cuentas de servicio',
  'notification read': 'Notificaciones leídas',
  'notification unread': 'Notificaciones sin leer',
  note: 'Notas de los usuarios',
  mail: 'Correos de la bandeja',
  rejected_row: 'Filas rechazadas de cargas terminadas',
  block_list_rejected: 'Líneas rechazadas de listas de bloqueo',
};

async function listKept({ db, clock, config }: SignedCtx, { months }: RetentionSetting, periods: KeepPeriods) {
  const now = clock();
  const [expiring, outbox, counts] = await Promise.all([
    countExpiring(db, now, periods),
    countOutbox(outboxFolderOf(config), outboxBefore(now, periods)),
    selectRow<
      Record<
        'files' | 'filesDue' | 'uploads' | 'orphans' | 'records' | 'requesters' | 'requestersDue' | 'events',
        number
      >
    >(db)`
      select (select count(*) from export_job where file_key is not null) as files,
        (select count(*) from export_job where file_key is not null and expires_at <= ${now}) as files_due,
        (select count(*) from audience_load_file where file_key is not null) as uploads,
        (select count(*) from orphan_file) as orphans,
        (select count(*) from data_request where ${HAS_TEXT}) as requesters,
        (select count(*) from data_request where ${HAS_TEXT} and ${isAnswerOld(now, months)}) as requesters_due,
        (select greatest(reltuples, 0)::bigint from pg_class where oid = 'outgoing_event'::regclass) as events,
        (select greatest(reltuples, 0)::bigint from pg_class where oid = 'audit'::regclass) as records`,
  ]);
  const { files, filesDue, uploads, orphans, records, requesters, requestersDue, events } = counts;
  const fixed = [
    { what: 'Archivos exportados', period: periodOf(EXPORT_HOURS * HOUR_MS), total: files, due: filesDue },
    { what: 'Archivos de audiencia subidos', period: 'Hasta que termina la carga', total: uploads, due: 0 },
    { what: 'Archivos subidos y no usados', period: '24 horas', total: orphans, due: null },
    {
      what: 'Quién hizo cada pedido de datos respondido',
      period: `${months} ${months === 1 ? 'mes' : 'meses'} desde la respuesta`,
      total: requesters,
      due: requestersDue,
    },
    { what: 'Eventos para otros sistemas y sus respuestas', period: `${EVENT_DAYS} días`, total: events, due: null },
    { what: 'Borradores', period: 'En el navegador de cada usuario, hasta cerrar la sesión', total: null, due: null },
    { what: 'Auditoría', period: 'Sin plazo; sus palabras se borran con la persona', total: records, due: 0 },
  ];
  return [
    ...expiring.map(({ name, thing, keepMs, total, due }) => ({
      what: LABELS[name] ?? name,
      period: `${periodOf(keepMs)}${(thing && SINCE[thing]) ?? ''}`,
      total,
      due,
      thing,
    })),
    {
      what: 'Archivos de correos que ningún servidor envió',
      period: periodOf(periods.outbox * 24 * HOUR_MS),
      ...outbox,
      thing: 'outbox' as const,
    },
    ...fixed.map((kept) => ({ ...kept, thing: null })),
  ];
}

const retentionAudit = auditAbout('CAMPAÑA', 'retention');

async function changeRetention(ctx: SignedCtx, { months, version }: RetentionBody): Promise<RetentionReply> {
  await transact(ctx, async ({ trx, now, audit, enqueue }) => {
    const before = await lockRetention(trx);
    assertCurrent(before, version);
    // A shorter period anonymises people sooner.
    if (!before.isPaused && months < before.months) assertConfirmed(ctx);
    await saveRetention(trx, { ...before, months, version: version + 1 }, now);
    if (!before.isPaused) await enqueue(anonymiseJob, {});
    const inWords = (value: number) => ({ 'Plazo del sistema (meses)': value });
    await audit(retentionAudit(null, 'ACTUALIZAR'), { before: inWords(before.months), after: inWords(months) });
  });
  return viewRetention(ctx);
}

async function pauseRetention(ctx: SignedCtx, isPaused: boolean): Promise<RetentionReply> {
  await transact(ctx, async ({ trx, now, audit, enqueue }) => {
    const before = await lockRetention(trx);
    if (before.isPaused === isPaused) return;
    if (!isPaused) assertConfirmed(ctx);
    await saveRetention(trx, { ...before, isPaused }, now);
    if (!isPaused) await enqueue(anonymiseJob, {});
    const inWords = (paused: boolean) => ({ Anonimización: paused ? 'Detenida' : 'Activa' });
    await audit(retentionAudit(null, 'ACTUALIZAR'), { before: inWords(!isPaused), after: inWords(isPaused) });
  });
  return viewRetention(ctx);
}

const describePeriod = (months: number | null, reason: string | null) =>
  reason !== null ? `Sin plazo: ${reason}` : months === null ? 'Según el sistema' : `${months} meses`;

async function changeKept(ctx: SignedCtx, id: number, body: KeptBody): Promise<RetentionReply> {
  const { months, reason, version } = body;
  await transact(ctx, async ({ trx, audit }) => {
    const campaign = await lockKept(trx, id);
    assertCurrent({ version: campaign.keepVersion }, version);
    // A shorter period anonymises people sooner.
    const setting = await findRetention(trx);
    const monthsOf = (own: number | null, kept: string | null) => (kept === null ? (own ?? setting.months) : Infinity);
    if (monthsOf(months, reason) < monthsOf(campaign.keepMonths, campaign.keepReason)) assertConfirmed(ctx);
    await saveKept(trx, campaign.id, body);
    const before = { Conservación: describePeriod(campaign.keepMonths, campaign.keepReason) };
    const after = { Conservación: describePeriod(months, reason) };
    await audit(campaignAudit(campaign.id, 'ACTUALIZAR'), { before, after });
  });
  return viewRetention(ctx);
}

const periodAuditValues = ({ notifications, notes, inbox, outbox }: KeepPeriods) => ({
  'Notificaciones sin leer (días)': notifications,
  'Notas de los usuarios (días)': notes,
  'Correos de la bandeja (días)': inbox,
  'Archivos de correo (días)': outbox,
});

async function changePeriods(ctx: SignedCtx, body: KeepPeriods): Promise<RetentionReply> {
  await transact(ctx, async ({ trx, now, audit }) => {
    const before = await lockKeepPeriods(trx);
    assertCurrent(before, body.version);
    if ((Object.keys(KEEP_DAYS) as KeptKind[]).some((thing) => body[thing] < before[thing])) assertConfirmed(ctx);
    await saveKeepPeriods(trx, { ...body, version: body.version + 1 }, now);
    const values = { before: periodAuditValues(before), after: periodAuditValues(body) };
    await audit(retentionAudit(null, 'ACTUALIZAR'), values);
  });
  return viewRetention(ctx);
}
