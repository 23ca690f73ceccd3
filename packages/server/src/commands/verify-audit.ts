import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { ownerUrl } from '../db/embedded/ensure-database.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { EmbeddedError, startEmbedded } from '../db/embedded/supervisor.ts';
import { describeFinding } from '../work/audit-findings.ts';
import { readNotedHeads } from '../work/audit-heads.ts';
import { verifyAudit, type Verification } from '../work/verify-audit.ts';

/**
 * `npm run audit:verify [-- <fin de cadena anotado antes>]`: exit code 1 when anything was tampered with, 2 when it
 * could not be checked. Compares with the heads noted in DATA_DIR as well. Works beside a running server.
 */
function summarise({ rows, blocks, unsealed, missing, head, findings }: Verification, noted: number): string[] {
  const isCut = findings.some(({ kind }) => kind === 'cut tail');
  return [
    `${rows} registros en ${blocks} bloques; ${unsealed} todavía sin sellar.`,
    `Fin de la cadena: ${head}`,
    `Fines de cadena anotados antes: ${noted}.`,
    ...(missing > 0 && !isCut
      ? [
          `Después del último registro la secuencia entregó ${missing === 1 ? 'un número más' : `${missing} números más`}: operaciones anuladas, una caída o un respaldo restaurado; también un final cortado se vería así.`,
        ]
      : []),
    ...findings.map(describeFinding),
    findings.length === 0 ? 'La auditoría está íntegra.' : 'LA AUDITORÍA FUE ALTERADA.',
  ];
}

/** The embedded database may be serving at this moment; otherwise it is started for as long as this takes. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; release: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  // As the owner: data of a release with one role has given the other no rights yet.
  const url = ownerUrl(socketDir);
  if (await canConnect(url)) return { url, release: async () => {} };
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  return { url: embedded.url, release: () => embedded.stop() };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  const isUp = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => {});
  return isUp;
}

async function verify(given: string | undefined): Promise<boolean> {
  const config = readConfig(process.env);
  const noted = [...(await readNotedHeads(config.dataDir)), ...(given === undefined ? [] : [given])];
  const { url, release } = await findDatabase(config);
  // The whole trail may take longer than any request.
  const db = createDb(createPool(url, { max: 1, statementTimeout: 0, applicationName: 'campanero verify' }));
  try {
    const result = await verifyAudit(db, { notedHeads: noted });
    for (const line of summarise(result, noted.length)) process.stdout.write(`${line}\n`);
    return result.findings.length === 0;
  } finally {
    await db.destroy();
    await release();
  }
}

/** Null for an unexpected error. */
function explain(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof EmbeddedError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === '42P01') return 'Esta base de datos todavía no tiene auditoría: inicie el servidor una vez.';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'La base de datos no responde.';
  return null;
}

try {
  process.exitCode = (await verify(process.argv[2])) ? 0 : 1;
} catch (error) {
  const explanation = explain(error);
  if (explanation === null) throw error;
  process.stderr.write(`${explanation}\n`);
  process.exitCode = 2;
}
