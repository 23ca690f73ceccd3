import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { ConfigError, readConfig, type Config } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { applicationUrl } from '../db/embedded/ensure-database.ts';
import { placeData } from '../db/embedded/place-data.ts';
import { EmbeddedError, startEmbedded } from '../db/embedded/supervisor.ts';
import { verifyAudit, type Finding, type Verification } from '../work/verify-audit.ts';

/**
 * `npm run audit:verify [-- <fin de cadena anotado antes>]`: exit code 1 when anything was tampered with, 2 when it
 * could not be checked. Works beside a running server.
 */
const describe = (finding: Finding): string => {
  switch (finding.kind) {
    case 'changed':
      return `El registro ${finding.rowId} fue modificado.`;
    case 'removed':
      return `El registro ${finding.rowId} fue eliminado.`;
    case 'inserted':
      return `El registro ${finding.rowId} fue agregado por fuera del sistema.`;
    case 'broken block':
      return `El bloque ${finding.blockId} (registros ${finding.firstId} a ${finding.lastId}) no coincide con la cadena.`;
  }
};

const isIntact = ({ findings, knows }: Verification) => findings.length === 0 && knows !== false;

function summarise(result: Verification): string[] {
  const { rows, blocks, unsealed, head, knows, findings } = result;
  const noted = knows
    ? 'El fin de cadena indicado sigue en la cadena.'
    : 'El fin de cadena indicado ya no está en la cadena.';
  return [
    `${rows} registros en ${blocks} bloques; ${unsealed} todavía sin sellar.`,
    `Fin de la cadena: ${head}`,
    ...(knows === undefined ? [] : [noted]),
    ...findings.map(describe),
    isIntact(result) ? 'La auditoría está íntegra.' : 'LA AUDITORÍA FUE ALTERADA.',
  ];
}

/** The embedded database may be serving at this moment; otherwise it is started for as long as this takes. */
async function findDatabase({ databaseUrl, dataDir }: Config): Promise<{ url: string; release: () => Promise<void> }> {
  if (databaseUrl) return { url: databaseUrl, release: async () => {} };
  const folder = await realpath(dataDir).catch(() => {
    throw new EmbeddedError(`No hay datos en ${dataDir}: indique DATA_DIR o DATABASE_URL.`);
  });
  const { socketDir } = await placeData(folder);
  const url = applicationUrl(socketDir);
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

async function verify(notedHead: string | undefined): Promise<boolean> {
  const { url, release } = await findDatabase(readConfig(process.env));
  // The whole trail may take longer than any request.
  const db = createDb(createPool(url, { max: 1, statementTimeout: 0, applicationName: 'campanero verify' }));
  try {
    const result = await verifyAudit(db, notedHead);
    for (const line of summarise(result)) process.stdout.write(`${line}\n`);
    return isIntact(result);
  } finally {
    await db.destroy();
    await release();
  }
}

/** Null: nobody reckoned with it. */
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
