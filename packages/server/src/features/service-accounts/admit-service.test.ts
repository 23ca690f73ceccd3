import { api } from '@campanero/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCampaign, anAdministrator } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';
import { resolveActor } from '../auth/session/sessions.ts';
import { isWider, isWithin } from './service-accounts.policy.ts';
import { tellUseJob } from './service-use.ts';

const world = useWorld({ config: { rateLimit: 50, trustedProxy: ['127.0.0.1'], contactReadsAlertManagers: 1 } });
beforeEach(() => world.forget());
const { campaigns } = api;
const HOUR = 3_600_000;

describe('reach', () => {
  test('an external account sees external campaigns, one of some campaigns only these; others are not found', async () => {
    const internal = await aCampaign(world);
    const external = await aCampaign(world, { external: true });
    const other = await aCampaign(world, { external: true });
    const statusFor = async (account: { token: string }) =>
      Promise.all(
        [internal, external, other].map(
          async ({ id }) => (await as(world, account).call(campaigns.detail, { params: { id } })).status,
        ),
      );
    const listed = async (account: { token: string }) =>
      (await as(world, account).call(campaigns.list)).body.campaigns.map(({ id }) => id).toSorted((a, b) => a - b);
    const all = await aServiceAccount(world);
    expect([await statusFor(all), await listed(all)]).toEqual([
      [200, 200, 200],
      [internal.id, external.id, other.id],
    ]);
    const outside = await aServiceAccount(world, { external: true });
    expect([await statusFor(outside), await listed(outside)]).toEqual([
      [404, 200, 200],
      [external.id, other.id],
    ]);
    const one = await aServiceAccount(world, { campaignIds: [internal.id, external.id], scopes: ['campaign.detail'] });
    expect([await statusFor(one), await listed(one)]).toEqual([
      [200, 200, 404],
      [internal.id, external.id],
    ]);
    const both = await aServiceAccount(world, { external: true, campaignIds: [external.id] });
    expect([await statusFor(both), await listed(both)]).toEqual([[404, 200, 404], [external.id]]);
  });

  test('scopes that the side may not hold give nothing, whatever the row says', async () => {
    const { id } = await aCampaign(world);
    const account = await aServiceAccount(world, { campaignIds: [id] });
    for (const spec of [api.auditLog.list, api.globalStatistics.view, api.configuration.actions, api.status.view])
      expect((await as(world, account).send(spec)).status).toBe(403);
    expect((await as(world, account).send(api.configuration.states)).status).toBe(200);
  });

  test('an account of some campaigns creates none', async () => {
    const { id } = await aCampaign(world);
    const account = await aServiceAccount(world, { campaignIds: [id] });
    const reply = await as(world, account).send(campaigns.create, { body: {} });
    expect([400, 403, 415]).toContain(reply.status);
    expect(await world.db.selectFrom('campaign').select('id').execute()).toHaveLength(1);
  });

  test('reads contacts of its campaigns, which alert administrators like those of a user', async () => {
    const { campaign } = await aCallingCampaign(world);
    const account = await aServiceAccount(world, { scopes: ['campaign.detail'] });
    expect((await as(world, account).call(api.audience.list, { params: { id: campaign.id }, query: {} })).status).toBe(
      200,
    );
    const seen = await world.db.selectFrom('contactReading').select('userId').execute();
    expect(new Set(seen.map(({ userId }) => userId))).toEqual(new Set([account.id]));
    const alerts = await world.db.selectFrom('notification').select(['action', 'aboutUserId']).execute();
    expect(new Set(alerts.map(({ action, aboutUserId }) => `${action} ${aboutUserId}`))).toEqual(
      new Set([`BULK READING ${account.id}`]),
    );
  });
});

describe('addresses', () => {
  test.each([
    [[], '200.1.2.3', true],
    [['10.0.0.0/8'], '10.9.8.7', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.0/8'], '::ffff:10.9.8.7', true],
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['0.0.0.0/0'], 'unknown', false],
    [['10.0.0.0/8'], '', false],
  ])('%j and %s: %s', (networks, address, expected) => {
    expect(isWithin(networks, address)).toBe(expected);
  });

  test('behind the trusted proxy the address that it names counts, not the proxy’s, nor one that the caller adds', async () => {
    const account = await aServiceAccount(world, { addresses: ['10.0.0.0/8'] });
    const status = async (forwarded: string) =>
      (await as(world, account).call(campaigns.list, undefined, { 'x-forwarded-for': forwarded })).status;
    expect(await status('10.9.8.7')).toBe(200);
    expect(await status('198.51.100.4')).toBe(403);
    // The proxy appends the address that it saw.
    expect(await status('10.9.8.7, 198.51.100.4')).toBe(403);
    const [key] = await world.db.selectFrom('serviceKey').select('lastAddress').execute();
    expect(key?.lastAddress).toBe('10.9.8.7');
  });

  test('from elsewhere: its own sentence, and one record a minute', async () => {
    const account = await aServiceAccount(world, { addresses: ['10.0.0.0/8'] });
    for (let at = 0; at < 3; at += 1)
      expect((await as(world, account).call(campaigns.list)).body.error).toBe('SERVICE_ADDRESS_REFUSED');
    expect(await auditOf(world)).toMatchObject([
      { userId: account.id, subaction: 'ACCIÓN', objectId: String(account.id) },
    ]);
    world.clock.advance(61_000);
    await as(world, account).call(campaigns.list);
    expect(await auditOf(world)).toHaveLength(2);
    const [key] = await world.db.selectFrom('serviceKey').select('lastUsedAt').execute();
    expect(key?.lastUsedAt).toBeNull();
  });
});

test('whether a change widens an account', () => {
  const base = {
    scopes: ['export'],
    external: true,
    campaignIds: [1],
    addresses: ['10.0.0.1'],
    expiresAt: new Date(5),
  };
  const wider = (parts: object) => isWider(base, { ...base, ...parts });
  expect(wider({})).toBe(false);
  expect(wider({ scopes: [], campaignIds: [], expiresAt: new Date(4) })).toBe(false);
  for (const parts of [
    { scopes: ['export', 'campaign.detail'] },
    { external: false },
    { campaignIds: null },
    { campaignIds: [1, 2] },
    { addresses: [] },
    { addresses: ['10.0.0.1', '10.0.0.2'] },
    { expiresAt: new Date(6) },
  ])
    expect(wider(parts)).toBe(true);
  expect(isWider({ ...base, campaignIds: null, addresses: [] }, base)).toBe(false);
});

describe('limits and audit', () => {
  test('the rate limit of users applies, over all its keys and at once', async () => {
    const account = await aServiceAccount(world);
    const replies = await Promise.all(Array.from({ length: 60 }, () => as(world, account).call(campaigns.running)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('a repeated Idempotency-Key does nothing twice', async () => {
    const account = await aServiceAccount(world, { scopes: ['config'] });
    const make = () =>
      as(world, account).call(
        api.configuration.createSubstate,
        { body: { name: 'Contestador' } },
        { 'idempotency-key': 'una-vez' },
      );
    expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
    expect(await auditOf(world)).toMatchObject([{ userId: account.id, action: 'ETIQUETA', subaction: 'CREAR' }]);
  });

  test('each hour one record tells every call and refusal, once', async () => {
    const account = await aServiceAccount(world, { scopes: ['campaign.detail'] });
    const other = await aServiceAccount(world, { scopes: ['campaign.detail'] });
    const call = as(world, account);
    for (let at = 0; at < 3; at += 1) await call.call(campaigns.running);
    expect((await call.call(campaigns.detail, { params: { id: 999 } })).status).toBe(404);
    expect((await call.call(api.globalStatistics.view)).status).toBe(403);
    await as(world, other).call(campaigns.running);
    await runJob(world.deps, tellUseJob.name);
    expect(await told()).toEqual([]);
    world.clock.advance(HOUR + 5 * 60_000);
    await runJob(world.deps, tellUseJob.name);
    await runJob(world.deps, tellUseJob.name);
    expect(await told()).toEqual([
      [
        account.id,
        [
          ['Acción', 'Uso de la cuenta de servicio'],
          ['Hora', '10-03-2026 ~ 10:00 a 11:00'],
          ['Solicitudes', 5],
          ['Con error', 2],
          ['GET /api/campaign/running', 3],
          ['GET /api/campaign/:id', '1, con error 1'],
          ['GET /api/statistics', '1, con error 1'],
        ],
      ],
      [other.id, expect.arrayContaining([['Solicitudes', 1]])],
    ]);
    const admin = await anAdministrator(world);
    const page = await as(world, admin).call(api.serviceAccounts.get, { params: { id: account.id } });
    expect(page.body.days).toEqual([{ day: '2026-03-10', calls: 5, refused: 2 }]);
    expect(page.body.routes[0]).toEqual({ route: 'GET /api/campaign/running', calls: 3, refused: 0 });
  });

  const told = async () =>
    (await auditOf(world))
      .filter(({ info }) => JSON.stringify(info).includes('Uso de la cuenta'))
      .map(({ userId, info }) => [
        userId,
        (info as { modifications: { label: string; value: unknown }[] }).modifications.map(({ label, value }) => [
          label,
          value,
        ]),
      ]);
});

test('a key opens no socket', async () => {
  const { token } = await aServiceAccount(world);
  expect(await resolveActor(world.deps, token)).toBeNull();
});

test('what looks like a key and is none is refused like any token, without a query', async () => {
  for (const token of ['cpn_', 'cpn_kurz', `cpn_${'a'.repeat(44)}`, `cpn_${'a'.repeat(42)}!`, `cpn_${'a'.repeat(43)}`])
    expect((await as(world, { token }).call(campaigns.list)).status).toBe(401);
});
