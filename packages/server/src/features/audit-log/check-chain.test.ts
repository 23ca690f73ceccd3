import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { signedIn } from '../../../test/deps.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { sealAudit } from '../../work/seal-audit.ts';
import { transact } from '../../work/transact.ts';
import { checkChainJob } from './check-chain.ts';

const world = useWorld();
let admin: TestUser;
beforeAll(async () => {
  admin = await anAdministrator(world);
});

const lastCheck = async () => (await as(world, admin).call(api.auditLog.lastCheck)).body;
const bellsOf = async (user: TestUser) => (await as(world, user).call(api.notifications.list)).body.notifications;
const check = () => runJob(world.deps, 'audit.check-chain');

test('an administrator requests a check and reads its result; a broken chain notifies once a day', async () => {
  const retired = await anAdministrator(world, { disabled: true });
  const coordinator = await aCoordinator(world);
  expect(await lastCheck()).toEqual({ last: null, isRunning: false });

  for (const name of ['Ana', 'Eva', 'Luz'])
    await transact(signedIn(world.deps), ({ audit }) =>
      audit({ action: 'USUARIO', subaction: 'ACTUALIZAR', object: { type: 'user', id: 1 }, after: { Nombre: name } }),
    );
  await expect.poll(() => sealAudit(world.db), { timeout: 15_000 }).toBeGreaterThan(0);
  const before = await auditOf(world);
  expect(await as(world, admin).call(api.auditLog.check)).toMatchObject({
    status: 202,
    body: { last: null, isRunning: true },
  });
  expect(world.enqueued).toEqual([{ name: 'audit.check-chain', payload: {} }]);
  expect(await auditOf(world)).toEqual(before);
  world.enqueued.length = 0;

  await check();
  const intact = { at: world.clock.now().toISOString(), rows: 3, findingCount: 0, findings: [] };
  expect(await lastCheck()).toEqual({ last: intact, isRunning: false });
  expect(await bellsOf(admin)).toEqual([]);

  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update audit set info = '{"entries":[],"modifications":[]}' where id = 2`.execute(trx);
  });
  world.clock.advance(3_600_000);
  await check();
  expect((await lastCheck()).last).toEqual({
    at: world.clock.now().toISOString(),
    rows: 3,
    findingCount: 1,
    findings: ['El registro 2 fue modificado.'],
  });
  const [bell, ...others] = await bellsOf(admin);
  expect(bell).toMatchObject({ action: 'AUDIT CHAIN', status: { status: 'ERROR' }, campaignId: null });
  expect(others).toEqual([]);
  expect(world.published).toContainEqual(expect.objectContaining({ userIds: [admin.id], event: 'notification' }));
  expect(await bellsOf(coordinator)).toEqual([]);
  const ofRetired = await world.db.selectFrom('notification').select('id').where('userId', '=', retired.id).execute();
  expect(ofRetired).toEqual([]);

  // No second notification on the same day, but one on the next.
  await check();
  expect(await bellsOf(admin)).toHaveLength(1);
  world.clock.advance(24 * 3_600_000);
  await check();
  // A day later the session has expired, so the rows are read.
  const rung = await world.db.selectFrom('notification').select('id').where('userId', '=', admin.id).execute();
  expect(rung).toHaveLength(2);
});

test('runs daily on one node', () => {
  expect(checkChainJob.cron).toMatch(/^\d+ \d+ \* \* \*$/);
  expect(checkChainJob.unique).toBe(true);
});

test('an aborted check stores no result', async () => {
  const fresh = await createTestApp();
  try {
    await transact(signedIn(fresh.deps), ({ audit }) =>
      audit({ action: 'USUARIO', subaction: 'ACTUALIZAR', object: { type: 'user', id: 1 }, after: { Nombre: 'Ana' } }),
    );
    await expect(runJob(fresh.deps, 'audit.check-chain', AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
    expect(await fresh.db.selectFrom('installation').select('key').where('key', '=', 'audit.check').execute()).toEqual(
      [],
    );
  } finally {
    await fresh.close();
  }
});
