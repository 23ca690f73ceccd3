import { execFileSync } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { ownerUrl } from '../../src/db/embedded/ensure-database.ts';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { startEmbedded } from '../../src/db/embedded/supervisor.ts';
import { everyFile, everyRow, pgDump, traces } from '../traces.ts';
import { aFolder, answer, aRequest, clientOf, erase, liveTagged, npm, start, stop, undo } from './erasing-server.ts';
import { startInstalledPostgres } from './installed-postgres.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { ask } from './postgres-holder.ts';

/** Of a stopped installation with the embedded database. */
async function rowsOf(dataDir: string): Promise<{ rows: string; how: string }> {
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  try {
    const dumped = await pgDump(postgres.url);
    return dumped === undefined
      ? { rows: await everyRow(postgres.url), how: 'every row of every table (no pg_dump of its version)' }
      : { rows: dumped, how: 'pg_dump' };
  } finally {
    await postgres.stop();
  }
}

/** Everything that is stored of answers. */
const ANSWERS = ['interview', 'interview_save', 'interview_text', 'survey_link', 'quota_cell', 'quota_fill'] as const;
async function answersAt(url: string) {
  const rows = ANSWERS.map(async (table) => {
    const found = await ask<{ line: string }>(url, `select t::text as line from ${table} t order by 1`);
    return [table, found.map(({ line }) => line)] as const;
  });
  return Object.fromEntries(await Promise.all(rows)) as Record<(typeof ANSWERS)[number], string[]>;
}
/** Of a stopped installation. */
async function answersIn(dataDir: string) {
  const postgres = await startEmbedded({ dataDir, log: () => {} });
  try {
    return await answersAt(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Figures that no erasure may change; free calls may be closed. */
const figuresIn = (rows: string) =>
  rows
    .split('\n')
    .filter((line) => /^public\.(outcome_count|call_total|call_figure)/.test(line) && !line.includes(',free,'))
    .toSorted();

async function expectClean(env: Record<string, string>): Promise<void> {
  expect(await npm('verify', [], env)).toContain('Todo coincide.');
  await npm('audit:verify', [], env);
}

test('after restoring an older backup, the journal repeats the erasure, by restore and by erasures:apply', async () => {
  const here = await aFolder();
  const backup = join(await aFolder(), 'older');
  const server = start({ DATA_DIR: here });
  const call = await clientOf(server, 'admin@demo.gob.ar');
  const personId = await liveTagged(call);
  const { id: requestId } = await aRequest(call, personId);
  const answers = await answersAt(ownerUrl((await placeData(here)).socketDir));
  for (const table of ANSWERS) expect([table, answers[table].length > 1]).toEqual([table, true]);
  process.stdout.write(await npm('backup', [backup], { DATA_DIR: here }));
  await erase(call, personId, requestId);
  await stop(server);
  const journal = join(here, 'erasures.log');

  // With the journal in the folder.
  const there = await aFolder();
  await copyFile(journal, join(there, 'erasures.log'));
  expect(await npm('restore', [backup], { DATA_DIR: there })).toContain('se volvió a borrar a una persona');
  const { rows, how } = await rowsOf(there);
  process.stdout.write(`looked through: ${how}\n`);
  // The request is open again and names the person; nothing else does.
  expect(traces(rows).filter((line) => !line.startsWith('public.data_request '))).toEqual([]);
  expect(traces(await everyFile(there))).toEqual([]);
  await expectClean({ DATA_DIR: there });
  const again = start({ DATA_DIR: there });
  const client = await clientOf(again, 'admin@demo.gob.ar');
  const { last } = await client(api.erasure.view, { params: { id: personId } });
  expect(last).toMatchObject({ requestId, step: 'DONE' });
  await answer(client, requestId, ownerUrl((await placeData(there)).socketDir));
  await stop(again);

  // Without it the person is back, which proves the search; the command erases them.
  const late = await aFolder();
  expect(await npm('restore', [backup], { DATA_DIR: late })).toContain('No hay diario de borrados');
  const back = traces((await rowsOf(late)).rows);
  for (const table of ['person', 'call_history', 'interview_text', 'audit', 'rejected_row', 'note', 'mail'])
    expect(back.some((line) => line.startsWith(`public.${table}`))).toBe(true);
  expect(traces(await everyFile(late)).length).toBeGreaterThan(1);
  const figures = figuresIn((await rowsOf(late)).rows);
  expect(await answersIn(late)).toEqual(answers);
  await expectClean({ DATA_DIR: late });
  await copyFile(journal, join(late, 'erasures.log'));
  expect(await npm('erasures:apply', [], { DATA_DIR: late })).toContain('se volvió a borrar a una persona');
  const after = (await rowsOf(late)).rows;
  expect(traces(after).filter((line) => !line.startsWith('public.data_request '))).toEqual([]);
  expect(traces(await everyFile(late))).toEqual([]);
  expect(figuresIn(after)).toEqual(figures);
  await expectClean({ DATA_DIR: late });
  // Of the answers only the words and the address of the link went.
  const left = await answersIn(late);
  for (const table of ['interview', 'interview_save', 'quota_cell', 'quota_fill'] as const)
    expect(left[table]).toEqual(answers[table]);
  const gone = (table: 'interview_text' | 'survey_link') => [
    answers[table].filter((line) => !left[table].includes(line)).length,
    left[table].filter((line) => !answers[table].includes(line)),
  ];
  const erasedText: unknown = expect.stringContaining('(borrado)');
  expect(gone('interview_text')).toEqual([2, [erasedText, erasedText]]);
  expect(gone('survey_link')).toEqual([1, [expect.stringMatching(/^\(\d+,,/)]]);
  // Idempotent.
  expect(await npm('erasures:apply', [], { DATA_DIR: late })).toContain('se volvió a borrar a 0 personas');
});

test.skipIf(missingPrograms(['pg_controldata', 'pg_dump', 'psql']).length > 0)(
  'an external PostgreSQL, by its own tools: pg_dump names the person nowhere, nor an older dump after erasures:apply',
  async () => {
    const postgres = await startInstalledPostgres();
    undo.push(() => postgres.stop());
    const here = await aFolder();
    const env = { DATA_DIR: here, JWT_SECRET: 'a-secret-for-tests-that-is-long-enough' };
    const server = start({ ...env, DATABASE_URL: postgres.url('campanero') });
    const call = await clientOf(server, 'admin@demo.gob.ar');
    const personId = await liveTagged(call);
    const older = (await pgDump(postgres.url('campanero')))!;
    expect(traces(older).length).toBeGreaterThan(5);
    // The older backup does not have the request.
    const { id: requestId } = await aRequest(call, personId);
    await erase(call, personId, requestId);
    await answer(call, requestId, postgres.url('campanero'));
    expect(traces((await pgDump(postgres.url('campanero')))!)).toEqual([]);
    expect(traces(await everyFile(here))).toEqual([]);
    await stop(server);
    await expectClean({ ...env, DATABASE_URL: postgres.url('campanero') });

    await ask(postgres.url('postgres'), 'create database older');
    // On another machine, where only the journal is newer than the backup.
    const there = await aFolder();
    await copyFile(join(here, 'erasures.log'), join(there, 'erasures.log'));
    const restored = { ...env, DATA_DIR: there, DATABASE_URL: postgres.url('older') };
    execFileSync(findProgram('psql')!, ['-q', '-v', 'ON_ERROR_STOP=1', '-d', restored.DATABASE_URL], {
      input: older,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    expect(await npm('erasures:apply', [], restored)).toContain('se volvió a borrar a una persona');
    expect(traces((await pgDump(restored.DATABASE_URL))!)).toEqual([]);
    await npm('audit:verify', [], restored);
  },
);
