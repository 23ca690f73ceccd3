import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

// Migrations after 1.0.0 only add, so that the version before still works on the schema (docs/operations/upgrade.md). One
// that removes says since which version nothing uses it (`-- contract: 1.2.0`). All packages carry one version.
const ROOT = join(import.meta.dirname, '..', '..');
/** The last of the schema of 1.0.0. */
const FIRST_RELEASE = '0014';
const CONTRACT = /^-- contract: \d+\.\d+\.\d+$/m;

const BREAKS: [RegExp, string][] = [
  [/\bdrop\s+(?:table|column|view|schema|type)\b/i, 'removes what the version before may use'],
  [/\brename\b/i, 'renames what the version before knows by another name'],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, 'changes the type of a column'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'wants a value that the version before does not write'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'wants a value that the version before does not write'],
];

/** A new column that the version before, which does not know it, could not leave out. */
const isUnfillable = (clause: string) =>
  /\badd\s+column\b/i.test(clause) && /\bnot\s+null\b/i.test(clause) && !/\b(?:default|generated)\b/i.test(clause);

/** Splits at the commas that stand in no bracket. */
function clausesOf(statement: string): string[] {
  const clauses = [''];
  let depth = 0;
  for (const sign of statement) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) clauses.push('');
    else clauses[clauses.length - 1] += sign;
  }
  return clauses;
}

/** Why the version before would not survive a migration; empty where it would, or where the file says that it may not. */
export function findBreaks(sql: string): string[] {
  if (CONTRACT.test(sql)) return [];
  const bare = sql.replace(/--.*$/gm, '');
  const reasons = BREAKS.filter(([pattern]) => pattern.test(bare)).map(([, reason]) => reason);
  const unfillable = bare.split(';').flatMap(clausesOf).some(isUnfillable);
  return [...new Set([...reasons, ...(unfillable ? ['adds a column that the version before cannot fill'] : [])])];
}

if (import.meta.main) {
  const faults: string[] = [];
  for (const file of globSync(join(ROOT, 'packages/server/src/db/migrations/*.sql')).toSorted()) {
    const name = basename(file);
    if (name.slice(0, 4) <= FIRST_RELEASE) continue;
    for (const reason of findBreaks(readFileSync(file, 'utf8'))) faults.push(`${name} ${reason}`);
  }
  const versions = ['', 'packages/contract', 'packages/server', 'packages/web'].map(
    (folder) => (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string }).version,
  );
  if (new Set(versions).size > 1) faults.push(`the parts have different versions: ${versions.join(', ')}`);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
