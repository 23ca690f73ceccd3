import { describeFinding } from '../work/audit-findings.ts';
import { readRecordedHeads } from '../work/audit-heads.ts';
import { verifyAudit, type Verification } from '../work/verify-audit.ts';
import { runVerification, withDatabase } from './open-database.ts';
import { print } from './run-command.ts';

function summarise({ rows, blocks, unsealed, missing, removed, head, findings }: Verification, noted: number) {
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
    ...(removed > 0 ? [`Registros cuyas palabras se borraron, con constancia: ${removed}.`] : []),
    ...findings.map(describeFinding),
    findings.length === 0 ? 'La auditoría está íntegra.' : 'LA AUDITORÍA FUE ALTERADA.',
  ];
}

/** `npm run audit:verify [-- <fin de cadena anotado antes>]`: also compares with the heads in DATA_DIR; next to a running server. */
await runVerification(async (config) => {
  const given = process.argv[2];
  const noted = [...(await readRecordedHeads(config.dataDir)), ...(given === undefined ? [] : [given])];
  const result = await withDatabase(config, (db, read) => verifyAudit(db, { recordedHeads: noted, read }));
  summarise(result, noted.length).forEach(print);
  return result.findings.length === 0;
});
