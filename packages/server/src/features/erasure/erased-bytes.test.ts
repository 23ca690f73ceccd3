import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { erasuresIn } from '../../../test/erasures.ts';
import { anAdministrator } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';
import { filesWithBytes, TAGGED } from '../../../test/traces.ts';
import { rewriteErased } from '../../db/rewrite-erased.ts';
import { clearAnsweredRequests } from './erasures.queries.ts';
import { runErasure } from './run-erasure.ts';

const world = useWorld();
const { aRequest, askFor, view } = erasuresIn(world);
const WORDS = ['xyloquaz', 'brumbleth', TAGGED.document, TAGGED.number];

/** Data directory of the database, if this process may read it. */
async function databaseFolder(): Promise<string | undefined> {
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()`
    .execute(world.db)
    .catch(() => ({ rows: [] }));
  const folder = rows[0]?.folder;
  return folder && (await filesWithBytes(folder, [''], []).catch(() => [])).length > 0 ? folder : undefined;
}

// `npm run faults -- erased-bytes` also searches the WAL and the whole data directory; this server has other databases.
test(
  'after the rewrite no byte of an erased person is in the files of the database',
  { timeout: 60_000 },
  async (context) => {
    const folder = await databaseFolder();
    if (!folder) return context.skip();
    const admin = await anAdministrator(world);
    const here = await aCallingCampaign(world, { status: 'PAUSADA' });
    const { number, first, last, document, email } = TAGGED;
    // One text is long enough for its TOAST table.
    const long = Array.from({ length: 2_000 }, (_, at) => `${last}${at}`).join(' ');
    await loadFiles(world, admin, here.campaign.id, [
      {
        content: `Teléfono;Nombre;Apellido;DNI;Correo;Canal\n${number};${first};${last};${document};${email};\n12;${first};${last};;;${long}\n`,
      },
    ]);
    const { personId } = (await callsOf(world, here.campaign.id)).find((call) => call.number === number)!;
    await as(world, admin).call(api.quickPanel.addNote, { body: { text: `Llamar a ${first} ${last}` } });
    const { rows: mails } = await sql<{ id: number }>`
    insert into mail (user_id, recipient, subject, body, message_id, sent_at)
    values (${admin.id}, 'a@x.example', ${`Sobre ${first} ${last}`}, ${document}, 'a', now()) returning id`.execute(
      world.db,
    );
    const outbox = join(world.deps.config.dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    await writeFile(join(outbox, `${String(mails[0]!.id).padStart(8, '0')}.eml`), `${first} ${last}`);
    // Planner statistics hold sample values.
    await sql`analyze`.execute(world.db);
    expect(await filesWithBytes(world.deps.config.dataDir, WORDS, [])).not.toEqual([]);

    const requestId = await aRequest(personId, admin.id);
    await askFor(admin, personId, { requestId, confirmation: last, keepBlock: false });
    expect(await runErasure(jobCtx(world), (await view(admin, personId)).last!.id)).toBe(true);
    await sql`update data_request set state = 'CUMPLIDO', answered_at = now(), answered_by = ${admin.id}
    where id = ${requestId}`.execute(world.db);
    await world.db.transaction().execute(clearAnsweredRequests);

    const search = async () => {
      await sql`checkpoint`.execute(world.db);
      return filesWithBytes(folder, WORDS, [number]);
    };
    // Vacuum alone leaves them; also proves that the search finds them.
    await sql`vacuum`.execute(world.db);
    expect((await search()).length).toBeGreaterThan(5);
    const leaves = await world.db.selectFrom('erasedPartition').select('relation').execute();
    const rewrite = async () => {
      await world.db
        .insertInto('erasedPartition')
        .values(leaves)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { tables, skipped, denied } = await rewriteErased(world.databaseUrl, { lockSeconds: 5, keepsLog: true });
      expect({ skipped, denied }).toEqual({ skipped: [], denied: [] });
      expect(tables).toBeGreaterThan(20);
      return search();
    };
    // A concurrent transaction (autovacuum) may keep dead rows until the next run.
    await expect.poll(rewrite, { timeout: 30_000, interval: 1_000 }).toEqual([]);
    expect(await filesWithBytes(world.deps.config.dataDir, WORDS, [number])).toEqual([]);
  },
);
