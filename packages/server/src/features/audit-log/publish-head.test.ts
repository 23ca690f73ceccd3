import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/deps.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { readRecordedHeads } from '../../work/audit-heads.ts';
import { sealAudit } from '../../work/seal-audit.ts';
import { transact } from '../../work/transact.ts';
import { verifyAudit } from '../../work/verify-audit.ts';
import { headJobs } from './publish-head.ts';

let world: TestApp;
let admin: TestUser;
const logged: { msg: string; head?: string }[] = [];
beforeAll(async () => {
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line)) });
  world = await createTestApp({ log });
  admin = await anAdministrator(world);
  await anAdministrator(world, { disabled: true });
  await aCoordinator(world);
});
afterAll(() => world.close());

async function sealOneMore(): Promise<string> {
  await transact(signedIn(world.deps), ({ audit }) =>
    audit({ action: 'USUARIO', subaction: 'ACTUALIZAR', object: { type: 'user', id: 1 }, after: { Nombre: 'Ana' } }),
  );
  await expect.poll(() => sealAudit(world.db), { timeout: 15_000 }).toBeGreaterThan(0);
  return (await verifyAudit(world.db)).head;
}
const mails = () => world.db.selectFrom('mail').select(['recipient', 'userId', 'body']).execute();

test('publishes the head daily to log and file, and by mail only where configured', async () => {
  await runJob(world.deps, 'audit.publish-head');
  expect(await readRecordedHeads(world.deps.config.dataDir)).toEqual([]); // nothing sealed yet

  const head = await sealOneMore();
  await runJob(world.deps, 'audit.publish-head');
  expect(logged.findLast(({ msg }) => msg === 'the end of the audit chain')).toMatchObject({ head });
  const file = join(world.deps.config.dataDir, 'audit-heads.log');
  expect(await readFile(file, 'utf8')).toBe(`${world.clock.now().toISOString()} bloque 1 registro 1 ${head}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await mails()).toEqual([]);

  const newer = await sealOneMore();
  const withMail = { ...world.deps, config: { ...world.deps.config, auditHeadMail: true } };
  await runJob(withMail, 'audit.publish-head');
  expect(await readRecordedHeads(world.deps.config.dataDir)).toEqual([head, newer]);
  expect(await mails()).toEqual([
    { recipient: admin.email, userId: admin.id, body: expect.stringContaining(`npm run audit:verify -- ${newer}`) },
  ]);

  // The noted head later reveals that the end was cut off.
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from audit where id = 2`.execute(trx);
    await sql`delete from audit_block where id = 2`.execute(trx);
    await sql`delete from installation where key = 'audit.head'`.execute(trx);
  });
  const { findings, missing } = await verifyAudit(world.db, {
    recordedHeads: await readRecordedHeads(world.deps.config.dataDir),
  });
  expect(findings).toEqual([{ kind: 'lost head', head: newer }]);
  expect(missing).toBe(1);
});

test('publishes the first head of an installation within minutes, once', async () => {
  const fresh = await createTestApp();
  const noted = () => readRecordedHeads(fresh.deps.config.dataDir);
  await runJob(fresh.deps, 'audit.publish-first-head');
  expect(await noted()).toEqual([]); // nothing sealed yet
  const seal = async () => {
    await transact(signedIn(fresh.deps), ({ audit }) =>
      audit({ action: 'USUARIO', subaction: 'ACTUALIZAR', object: { type: 'user', id: 1 }, after: { Nombre: 'Ana' } }),
    );
    await expect.poll(() => sealAudit(fresh.db), { timeout: 15_000 }).toBeGreaterThan(0);
    return (await verifyAudit(fresh.db)).head;
  };
  const first = await seal();
  await runJob(fresh.deps, 'audit.publish-first-head');
  expect(await noted()).toEqual([first]);
  await seal();
  await runJob(fresh.deps, 'audit.publish-first-head');
  expect(await noted()).toEqual([first]);
  await fresh.close();

  const [withinMinutes, daily] = headJobs.map(({ cron }) => cron);
  expect(withinMinutes).toMatch(/^\*\/\d+ \* \* \* \*$/);
  expect(daily).toMatch(/^\d+ \d+ \* \* \*$/);
});
