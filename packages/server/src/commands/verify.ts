import { EmbeddedError } from '../db/embedded/processes.ts';
import { createFileStore } from '../integrations/files/store.ts';
import { readRecordedHeads } from '../work/audit-heads.ts';
import { rebuildEverything, verifyEverything, type VerifiedSection, type VerifyDeps } from '../verify/verify.ts';
import { runVerification, withDatabase } from './open-database.ts';
import { print } from './run-command.ts';

const REBUILD = '--rebuild';
const SHOWN_MAX = 50;

function report(sections: readonly VerifiedSection[]): number {
  for (const { checked, findings, notes = [] } of sections) {
    print(`${findings.length > 0 ? 'MAL ' : notes.length > 0 ? 'Nota' : 'Bien'}  ${checked}`);
    for (const text of [...findings, ...notes].slice(0, SHOWN_MAX)) print(`      ${text}`);
    const rest = findings.length + notes.length - SHOWN_MAX;
    if (rest > 0) print(`      … y ${rest} más.`);
  }
  return sections.reduce((sum, { findings }) => sum + findings.length, 0);
}

const differences = (count: number) => (count === 1 ? 'una diferencia' : `${count} diferencias`);

async function verify(deps: VerifyDeps, rebuilds: boolean): Promise<boolean> {
  const found = report(await verifyEverything(deps));
  if (found === 0) print('Todo coincide.');
  else if (!rebuilds)
    print(`Hay ${differences(found)}. Contadores y copias se corrigen con: npm run verify -- ${REBUILD}`);
  if (found === 0 || !rebuilds) return found === 0;
  print(`Hay ${differences(found)}: corrigiendo contadores y copias…`);
  await rebuildEverything(deps, (line) => print(`      ${line}`));
  const left = report(await verifyEverything(deps));
  print(left === 0 ? 'Corregido: todo coincide.' : `Quedan ${differences(left)} que no se pueden corregir solas.`);
  return left === 0;
}

/** `npm run verify [-- --rebuild]`: `--rebuild` fixes counters and copies; with or without a running server. */
await runVerification(async (config) => {
  const [option, ...others] = process.argv.slice(2);
  if (others.length > 0 || (option !== undefined && option !== REBUILD))
    throw new EmbeddedError(`Uso: npm run verify [-- ${REBUILD}]`);
  const recordedHeads = await readRecordedHeads(config.dataDir);
  return withDatabase(config, (db, read) =>
    verify({ db, read, files: createFileStore(config), recordedHeads, now: new Date() }, option === REBUILD),
  );
});
