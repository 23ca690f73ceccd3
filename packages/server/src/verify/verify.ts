import { sql } from 'kysely';
import { refreshCallsJob } from '../call-store/write/refresh-calls.ts';
import { findMisjudgedNumbers, findStaleNumbers, rebuildNumbers } from '../call-store/write/rebuild-numbers.ts';
import type { Db } from '../db/client.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { JOB_SCHEMA } from '../jobs/schema.ts';
import { describeFinding } from '../work/audit-findings.ts';
import { verifyAudit } from '../work/verify-audit.ts';
import { readNames } from './describe-differences.ts';
import { listRebuilds, noteRebuild } from './rebuild-record.ts';
import { listCampaigns, rebuildCampaign, verifyCampaign, type VerifiedCampaign } from './verify-counters.ts';
import { verifyFiles } from './verify-files.ts';
import { rebuildLabels, verifyLabels } from './verify-labels.ts';

export interface VerifyDeps {
  db: Db;
  files: FileStore;
  /** Ends of the audit chain that were noted earlier. */
  notedHeads: readonly string[];
  now: Date;
}

/** One thing that was verified: what, in a line, and each difference as a sentence for administrators. */
export interface Section {
  checked: string;
  findings: string[];
  /** What is no difference, but should be known. */
  notes?: string[];
}

/** Recounts everything that is kept twice: counters, blocked numbers and copies, the audit with its labels, the files. Changes nothing. */
export async function verifyEverything({ db, files, notedHeads }: VerifyDeps): Promise<Section[]> {
  const chain = await verifyAudit(db, { notedHeads });
  const labels = await verifyLabels(db);
  const stored = await verifyFiles({ db, files });
  const rebuilds = await listRebuilds(db);
  return [
    ...(await verifyFigures(db)),
    {
      checked: `auditoría: ${chain.rows} registros en ${chain.blocks} bloques`,
      findings: [...chain.findings.map(describeFinding), ...labels],
    },
    { checked: `archivos: ${stored.count}`, findings: stored.findings },
    ...(rebuilds.length > 0
      ? [{ checked: `reconstrucciones anteriores: ${rebuilds.length}`, findings: [], notes: rebuilds }]
      : []),
  ];
}

/** The part that can be put right: counters and copies. */
async function verifyFigures(db: Db): Promise<Section[]> {
  const names = await readNames(db);
  const campaigns = await listCampaigns(db);
  const counters: string[] = [];
  const copies: string[] = [];
  for (const campaign of campaigns) {
    counters.push(...(await verifyCampaign(db, campaign, names)));
    copies.push(...(await verifyCopies(db, campaign)));
  }
  const misjudged = await findMisjudgedNumbers(db);
  return [
    { checked: `contadores de ${campaigns.length} campañas`, findings: counters },
    { checked: 'números bloqueados y sus copias', findings: [...misjudged.map(describeNumber), ...copies] },
  ];
}

async function verifyCopies(db: Db, campaign: VerifiedCampaign): Promise<string[]> {
  const stale = await findStaleNumbers(db, campaign);
  // A change of a flag leaves the calls that somebody has open to a job: those are on their way.
  return stale.length === 0 || (await isRefreshing(db)) ? [] : [describeStale(campaign, stale.length)];
}

const describeStale = ({ id, name }: VerifiedCampaign, count: number) =>
  `Campaña ${id} «${name}»: ${count === 1 ? 'un número lleva' : `${count} números llevan`} en sus llamados una copia vieja de la persona o del bloqueo.`;

async function isRefreshing(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${JOB_SCHEMA}.job`)}
    where name = ${refreshCallsJob.name} and state in ('created', 'retry', 'active') limit 1`.execute(db);
  return rows.length > 0;
}

const REASONS = { DO_NOT_CALL: 'no llamar', INVALID: 'inválido', DEAD: 'fallecido', WRONG: 'equivocado' } as const;
type Reason = keyof typeof REASONS;
const blockedAs = (reason: Reason | null) => (reason === null ? 'libre' : `bloqueado (${REASONS[reason]})`);

/** Whoever reads this is no operator: the last four digits say enough. */
const describeNumber = ({ number, kept, counted }: { number: number; kept: Reason | null; counted: Reason | null }) =>
  `El número terminado en ${String(number).slice(-4)} figura ${blockedAs(kept)} y debería estar ${blockedAs(counted)}.`;

const NUMBERS_AT_ONCE = 500;

/**
 * Puts right what is derived from calls, history, persons and records, while people work. Counters first, as the calls stand; then
 * numbers and the copies on calls, which move the counters as any change of a flag does. The audit chain and the files are left
 * alone: what is missing there cannot be made up. Whatever it changes leaves a record (rebuild-record.ts).
 */
export async function rebuildEverything({ db, now }: VerifyDeps): Promise<void> {
  const names = await readNames(db);
  const campaigns = await listCampaigns(db);
  for (const campaign of campaigns)
    if ((await verifyCampaign(db, campaign, names)).length > 0) await rebuildCampaign(db, campaign, names, now);
  for (const some of inBatches(await findMisjudgedNumbers(db)))
    await db.transaction().execute(async (trx) => {
      const numbers = some.map(({ number }) => number);
      await rebuildNumbers(trx, numbers, now);
      await noteRebuild(trx, now, { differences: some.map(describeNumber) });
    });
  for (const campaign of campaigns)
    for (const some of inBatches(await findStaleNumbers(db, campaign)))
      await db.transaction().execute(async (trx) => {
        await rebuildNumbers(trx, some, now);
        await noteRebuild(trx, now, { campaign, differences: [describeStale(campaign, some.length)] });
      });
  await db.transaction().execute(async (trx) => {
    const sets = await rebuildLabels(trx);
    if (sets > 0)
      await noteRebuild(trx, now, {
        differences: [`${sets} conjuntos de etiquetas de la auditoría fueron corregidos.`],
      });
  });
}

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += NUMBERS_AT_ONCE) yield all.slice(at, at + NUMBERS_AT_ONCE);
}
