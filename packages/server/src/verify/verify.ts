import { type CallDifference, recountAll } from '../call-store/read/index.ts';
import { rebuildAll, type Rebuilt } from '../call-store/write/index.ts';
import type { Db } from '../db/client.ts';
import type { ReadElsewhere } from '../db/replicas.ts';
import type { FileStore } from '../integrations/files/port.ts';
import { describeFinding } from '../work/audit-findings.ts';
import { verifyAudit } from '../work/verify-audit.ts';
import { describeDifferences, readNamesById } from './describe-differences.ts';
import { listRebuilds, noteRebuild } from './rebuild-record.ts';
import { verifyFiles } from './verify-files.ts';
import { rebuildLabels, verifyLabels } from './verify-labels.ts';

export interface VerifyDeps {
  db: Db;
  read: ReadElsewhere;
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
export async function verifyEverything({ db, read, files, notedHeads }: VerifyDeps): Promise<Section[]> {
  const chain = await verifyAudit(db, { notedHeads, read });
  const labels = await read(db, (server) => verifyLabels(server));
  // On the primary: files come and go with it, and a replica hears of it later.
  const stored = await verifyFiles({ db, files });
  const rebuilds = await listRebuilds(db);
  return [
    ...(await read(db, (server) => verifyFigures(server, db))),
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
async function verifyFigures(server: Db, primary: Db): Promise<Section[]> {
  const names = await readNamesById(server);
  const { campaigns, wrongBlocks } = await recountAll(server, primary);
  const describe = (rebuilt: Rebuilt) => describeDifferences(rebuilt, names);
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

/** Registrations by the calls' own counters; lost are those that calls had counted and that their history no longer holds. */
const countRegistrations = (calls: readonly CallDifference[]) => ({
  registrations: {
    before: sum(calls.map(({ kept }) => kept.calls)),
    after: sum(calls.map(({ counted }) => counted.calls)),
  },
  lost: sum(calls.map(({ kept, counted }) => Math.max(0, kept.calls - counted.calls))),
});

/**
 * Puts right what is derived, while people work. The audit chain and the files are left alone: what is missing there cannot be
 * made up. Says what it is about to change, and what it leaves as it is because a second count did not find it again. Whatever it
 * changes leaves a record (rebuild-record.ts).
 */
export async function rebuildEverything(
  { db, now }: VerifyDeps,
  say: (line: string) => void | Promise<void> = () => {},
): Promise<void> {
  const names = await readNamesById(db);
  const sayEach = (words: string) => async (differences: Rebuilt) => {
    for (const text of describeDifferences(differences, names)) await say(`${words}: ${text}`);
  };
  await rebuildAll(db, now, {
    found: sayEach('Se corrige'),
    unconfirmed: sayEach('No se corrige, porque al contar de nuevo no se repitió'),
    record: (trx, rebuilt) =>
      noteRebuild(trx, now, {
        ...(rebuilt.campaign && { campaign: rebuilt.campaign }),
        differences: describeDifferences(rebuilt, names),
        ...(rebuilt.calls && countRegistrations(rebuilt.calls)),
      }),
  });
  await db.transaction().execute(async (trx) => {
    const sets = await rebuildLabels(trx);
    if (sets > 0)
      await noteRebuild(trx, now, {
        differences: [`${sets} conjuntos de etiquetas de la auditoría fueron corregidos.`],
      });
  });
}
