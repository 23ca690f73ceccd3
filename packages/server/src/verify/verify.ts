import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import {
  type CallDifference,
  countMisplacedInterviews,
  countMisplacedQuestions,
  countWrongQuotas,
} from '../call-store/read/index.ts';
import { rebuildAll, recountAll, type Repaired } from '../call-store/write/index.ts';
import type { Db } from '../db/client.ts';
import type { ReplicaRead } from '../db/replicas.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { describeFinding } from '../work/audit-findings.ts';
import { verifyAudit } from '../work/verify-audit.ts';
import { describeDifferences, readNamesById } from './describe-differences.ts';
import { listRebuilds, recordRebuild } from './rebuild-record.ts';
import { verifyEvents } from './verify-events.ts';
import { verifyFiles } from './verify-files.ts';
import { rebuildLabels, verifyLabels } from './verify-labels.ts';

/** `recordedHeads`: of the audit chain, recorded earlier. */
export type VerifyDeps = { db: Db; read: ReplicaRead; files: FileStore; recordedHeads: readonly string[]; now: Date };

/** `findings` are sentences for administrators; `notes` are no findings. */
export type VerifiedSection = { checked: string; findings: string[]; notes?: string[] };

/** Recounts all derived data: counters, blocked numbers, denormalised columns, audit with labels, files. Read-only. */
export async function verifyEverything({
  db,
  read,
  files,
  recordedHeads,
  now,
}: VerifyDeps): Promise<VerifiedSection[]> {
  const chain = await verifyAudit(db, { recordedHeads, read });
  const labels = await read(db, (server) => verifyLabels(server));
  // On the primary: a replica lags behind the file store.
  const stored = await verifyFiles({ db, files });
  const rebuilds = await listRebuilds(db);
  return [
    ...(await read(db, (server) => verifyFigures(server, db))),
    {
      checked: `auditoría: ${chain.rows} registros en ${chain.blocks} bloques`,
      findings: [...chain.findings.map(describeFinding), ...labels],
    },
    { checked: `archivos: ${stored.count}`, findings: stored.findings },
    await read(db, (server) => verifyEvents(server, now)),
    await read(db, verifyQuestions),
    await read(db, verifyInterviews),
    ...(rebuilds.length > 0
      ? [{ checked: `reconstrucciones anteriores: ${rebuilds.length}`, findings: [], notes: rebuilds }]
      : []),
  ];
}

async function verifyQuestions(db: Db): Promise<VerifiedSection> {
  const { all, misplaced } = await countMisplacedQuestions(db);
  const findings = misplaced === 0 ? [] : [`${formatCount(misplaced)} consultas no corresponden a su registro.`];
  return { checked: `consultas: ${formatCount(all)}`, findings };
}

async function verifyInterviews(db: Db): Promise<VerifiedSection> {
  const { all, misplaced, loose } = await countMisplacedInterviews(db);
  const wrongQuotas = await countWrongQuotas(db);
  return {
    checked: `entrevistas: ${formatCount(all)}`,
    findings: [
      ...(misplaced > 0 ? [`${formatCount(misplaced)} entrevistas no son como se guardaron la última vez.`] : []),
      ...(loose > 0 ? [`${formatCount(loose)} respuestas guardadas no tienen su registro.`] : []),
      ...(wrongQuotas > 0
        ? [`${formatCounted(wrongQuotas, 'cupo no tiene', 'cupos no tienen')} el número de sus entrevistas.`]
        : []),
    ],
  };
}

async function verifyFigures(server: Db, primary: Db): Promise<VerifiedSection[]> {
  const names = await readNamesById(server);
  const { campaigns, wrongBlocks } = await recountAll(server, primary);
  const describe = (rebuilt: Repaired) => describeDifferences(rebuilt, names);
  return [
    {
      checked: `contadores de ${campaigns.length === 1 ? 'una campaña' : `${campaigns.length} campañas`}`,
      findings: campaigns.flatMap(({ campaign, differences }) => describe({ campaign, ...differences })),
    },
    {
      checked: 'números bloqueados y sus copias',
      findings: [
        ...describe({ wrongBlocks }),
        ...campaigns.flatMap(({ campaign, staleNumbers }) => describe({ campaign, staleNumbers })),
      ],
    },
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** `lost`: registrations that calls counted and their history no longer has. */
const countRegistrations = (calls: readonly CallDifference[]) => ({
  registrations: {
    before: sum(calls.map(({ kept }) => kept.calls)),
    after: sum(calls.map(({ counted }) => counted.calls)),
  },
  lost: sum(calls.map(({ kept, counted }) => Math.max(0, kept.calls - counted.calls))),
});

/** Repairs derived data online, also printing differences that a second count did not confirm. Each repair is audited. */
export async function rebuildEverything(
  { db, now }: VerifyDeps,
  say: (line: string) => void | Promise<void> = () => {},
) {
  const names = await readNamesById(db);
  const sayEach = (words: string) => async (differences: Repaired) => {
    for (const text of describeDifferences(differences, names)) await say(`${words}: ${text}`);
  };
  await rebuildAll(db, now, {
    found: sayEach('Se corrige'),
    unconfirmed: sayEach('No se corrige, porque al contar de nuevo no se repitió'),
    record: (trx, rebuilt) =>
      recordRebuild(trx, now, {
        ...(rebuilt.campaign && { campaign: rebuilt.campaign }),
        differences: describeDifferences(rebuilt, names),
        ...(rebuilt.calls && countRegistrations(rebuilt.calls)),
      }),
  });
  await db.transaction().execute(async (trx) => {
    const sets = await rebuildLabels(trx);
    if (sets > 0)
      await recordRebuild(trx, now, {
        differences: [`${sets} conjuntos de etiquetas de la auditoría fueron corregidos.`],
      });
  });
}
