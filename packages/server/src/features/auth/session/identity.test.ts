import { api } from '@campanero/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { enrol } from '../../../../test/second-factor.ts';
import { aCampaign, anOperator, type TestUser } from '../../../../test/factories.ts';

const world = useWorld();
const MINUTE = 60_000;
let admin: TestUser;
beforeEach(async () => {
  admin = await anAccount(world, { roles: [5] });
});

const confirm = (user: Pick<TestUser, 'token'>, body: object = { password: PASSWORD }) =>
  as(world, user).send(api.identity.confirm, { body });
const errorOf = ({ body }: { body: unknown }) => (body as { error?: string } | undefined)?.error;
const said = async (userId: number) =>
  (await auditOf(world))
    .filter((row) => row.userId === userId)
    .map(({ info }) => (info as { modifications: { value: string }[] }).modifications[0]?.value);

describe('changes that require a confirmed identity', () => {
  const person = (n: number) => ({ firstName: 'Eva', lastName: 'Luna', email: `eva${admin.id}.${n}@x.example` });
  const decide = () => as(world, admin).send(api.erasure.decide, { params: { id: 9 }, body: { decision: 'ERASE' } });
  const anImported = (roles: string) => ({
    ...person(3),
    line: 2,
    email: `${roles}${admin.id}@x.example`,
    roles,
    side: '',
  });
  const changes: [string, (target: TestUser) => Promise<{ status: number; body: unknown }>][] = [
    ['making an administrator', () => as(world, admin).send(api.users.create, { body: { ...person(1), roles: [5] } })],
    [
      'another mail',
      ({ id }) => as(world, admin).send(api.users.update, { params: { id }, body: { email: person(2).email } }),
    ],
    ['a higher role', ({ id }) => as(world, admin).send(api.users.update, { params: { id }, body: { roles: [5] } })],
    [
      'a higher role for several users',
      ({ id }) => as(world, admin).send(api.users.changeMany, { body: { ids: [id], roles: [5] } }),
    ],
    ['reset of a second factor', ({ id }) => as(world, admin).send(api.secondFactor.reset, { params: { id } })],
    [
      'continuing the anonymisation',
      async () => {
        await as(world, admin).send(api.retention.pause, { body: { isPaused: true } });
        return as(world, admin).send(api.retention.pause, { body: { isPaused: false } });
      },
    ],
    [
      'administrators from a file',
      () => {
        const row = { line: 2, ...person(3), roles: 'Administrador', side: '' };
        return as(world, admin).send(api.users.import, { body: { rows: [row], expected: 1 } });
      },
    ],
    [
      'a shorter period',
      async () => {
        const { months, version } = (await as(world, admin).call(api.retention.view)).body;
        return as(world, admin).send(api.retention.change, { body: { months: months - 1, version } });
      },
    ],
    [
      'a shorter period of a campaign',
      async () => {
        const { id } = await aCampaign(world);
        await world.db.updateTable('campaign').set({ keepReason: 'Juicio' }).where('id', '=', id).execute();
        const body = { months: 12, reason: null, version: 0 };
        return as(world, admin).send(api.retention.changeCampaign, { params: { id }, body });
      },
    ],
    [
      'roles that require a second factor',
      () => as(world, admin).send(api.secondFactor.requireRoles, { body: { roles: [], version: 0 } }),
    ],
    [
      'an erasure',
      () => as(world, admin).send(api.erasure.ask, { params: { id: 9 }, body: { requestId: 1, confirmation: 'x' } }),
    ],
    ['a text that may be about an erased person', () => decide()],
    [
      'an import that makes an administrator',
      () => as(world, admin).send(api.users.import, { body: { rows: [anImported('Administrador')], expected: 1 } }),
    ],
    [
      'a shorter period of the system',
      async () => {
        const { version, months } = (await as(world, admin).call(api.retention.view)).body;
        return as(world, admin).send(api.retention.change, { body: { months: months - 1, version } });
      },
    ],
    [
      'fewer days for notes',
      async () => {
        const { periods } = (await as(world, admin).call(api.retention.view)).body;
        return as(world, admin).send(api.retention.changePeriods, { body: { ...periods, notes: periods.notes - 1 } });
      },
    ],
  ];
  test.each(changes)('%s', async (_what, change) => {
    const target = await anOperator(world);
    world.clock.advance(11 * MINUTE);
    expect(await change(target)).toMatchObject({ status: 403, body: { error: 'CONFIRMATION_REQUIRED' } });
    expect((await confirm(admin)).status).toBe(204);
    expect(errorOf(await change(target))).not.toBe('CONFIRMATION_REQUIRED');
    expect(await said(admin.id)).toContain('Identidad confirmada');
  });

  test('one confirmation is valid for ten minutes and any number of changes', async () => {
    world.clock.advance(11 * MINUTE);
    await confirm(admin);
    for (let n = 0; n < 40; n += 1) {
      expect((await decide()).status).toBe(404);
      world.clock.advance((10 * MINUTE) / 40);
    }
    world.clock.advance(1);
    expect(errorOf(await decide())).toBe('CONFIRMATION_REQUIRED');
  });

  test('other role changes need no confirmation', async () => {
    world.clock.advance(11 * MINUTE);
    const imported = await as(world, admin).send(api.users.import, {
      body: { rows: [anImported('Coordinador')], expected: 1 },
    });
    expect(imported.status).toBe(201);
    const { version, months } = (await as(world, admin).call(api.retention.view)).body;
    const longer = { months: months + 1, version };
    expect((await as(world, admin).send(api.retention.change, { body: longer })).status).toBe(200);
    const { periods } = (await as(world, admin).call(api.retention.view)).body;
    const more = { ...periods, notes: periods.notes + 1 };
    expect((await as(world, admin).send(api.retention.changePeriods, { body: more })).status).toBe(200);
  });

  test('other changes of a user need no confirmation', async () => {
    const { id } = await anOperator(world);
    world.clock.advance(11 * MINUTE);
    const reply = await as(world, admin).call(api.users.update, {
      params: { id },
      body: { lastName: 'Sol', roles: [4] },
    });
    expect(reply.status).toBe(200);
  });
});

describe('confirming the identity', () => {
  test('accepts the own password; refuses, audits and limits wrong ones', async () => {
    expect((await as(world, null).send(api.identity.confirm, { body: { password: PASSWORD } })).status).toBe(401);
    const replies = await Promise.all(Array.from({ length: 30 }, () => confirm(admin, { password: 'otra cosa' })));
    expect(replies.filter((reply) => errorOf(reply) === 'WRONG_PASSWORD')).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await said(admin.id)).filter((what) => what === 'Confirmación de identidad fallida')).toHaveLength(10);
    expect((await confirm(admin)).status).toBe(429);
  });

  test('refuses a code without second factor, an empty body and both at once', async () => {
    expect(errorOf(await confirm(admin, { code: '123456' }))).toBe('SECOND_FACTOR_INACTIVE');
    expect((await confirm(admin, {})).status).toBe(400);
    expect((await confirm(admin, { code: 'x'.repeat(1_000_000) })).status).toBeGreaterThanOrEqual(400);
  });

  test('accepts an app code once and a recovery code once, with a mail', async () => {
    const { phone, recoveryCodes } = await enrol(world, admin);
    const code = phone.code();
    expect((await confirm(admin, { code })).status).toBe(204);
    expect(errorOf(await confirm(admin, { code }))).toBe('SECOND_FACTOR_WRONG');
    expect((await confirm(admin, { code: recoveryCodes[0] })).status).toBe(204);
    expect(errorOf(await confirm(admin, { code: recoveryCodes[0] }))).toBe('RECOVERY_CODE_WRONG');
    const mails = await world.db.selectFrom('mail').select('subject').where('userId', '=', admin.id).execute();
    expect(mails).toHaveLength(2);
  });

  test('confirms only the session of the request', async () => {
    const { token } = (await signInAs(world, admin.email)).body;
    world.clock.advance(11 * MINUTE);
    await confirm(admin);
    const requireNone = async (user: Pick<TestUser, 'token'>) => {
      const { version } = (await as(world, user).call(api.secondFactor.roles)).body;
      return as(world, user).send(api.secondFactor.requireRoles, { body: { roles: [], version } });
    };
    expect((await requireNone(admin)).status).toBe(200);
    expect((await requireNone({ token })).body.error).toBe('CONFIRMATION_REQUIRED');
  });
});

describe('idle limit', () => {
  const setLimits = async (limits: { roleId: number; minutes: number }[]) => {
    const { version } = (await as(world, admin).call(api.identity.idleLimits)).body;
    return as(world, admin).call(api.identity.setIdleLimits, { body: { limits, version } });
  };
  const check = (user: TestUser, idleSeconds?: number) =>
    as(world, user).send(
      api.auth.check,
      {},
      idleSeconds === undefined ? {} : { 'x-idle-seconds': String(idleSeconds) },
    );

  test('is off by default and set by administrators, with an audit record', async () => {
    expect((await check(await anOperator(world))).body.idleMinutes).toBeNull();
    expect((await setLimits([{ roleId: 2, minutes: 15 }])).body).toEqual({
      limits: [{ roleId: 2, minutes: 15 }],
      version: 1,
    });
    expect((await as(world, admin).call(api.identity.idleLimits)).body.limits).toHaveLength(1);
    expect(JSON.stringify((await auditOf(world)).at(-1)?.info)).toContain('Bloqueo por inactividad: Operador');
    for (const minutes of [0, 4, 481, 1.5])
      expect(
        (
          await as(world, admin).send(api.identity.setIdleLimits, {
            body: { limits: [{ roleId: 2, minutes }], version: 1 },
          })
        ).status,
      ).toBe(400);
    expect(await as(world, admin).send(api.identity.setIdleLimits, { body: { limits: [], version: 0 } })).toMatchObject(
      { status: 409, body: { error: 'CONFLICT' } },
    );
    expect((await check(await anOperator(world))).body.idleMinutes).toBe(15);
  });

  test('an idle session locks despite refetches, activity keeps it open and the password unlocks it', async () => {
    const operator = await anAccount(world, { roles: [2] });
    world.clock.advance(60 * MINUTE);
    // Setting a limit locks no session at once.
    await setLimits([{ roleId: 2, minutes: 15 }]);
    expect((await check(operator, 3600)).status).toBe(200);
    for (let minute = 0; minute < 15; minute += 1) {
      world.clock.advance(MINUTE);
      expect((await check(operator, (minute + 1) * 60)).status).toBe(200);
    }
    world.clock.advance(MINUTE);
    expect(await check(operator, 960)).toMatchObject({ status: 401, body: { error: 'SESSION_LOCKED' } });
    // Neither the activity endpoint nor any other unlocks it.
    expect((await check(operator, 0)).body.error).toBe('SESSION_LOCKED');
    expect(errorOf(await as(world, operator).send(api.identity.activity))).toBe('SESSION_LOCKED');
    expect((await as(world, operator).send(api.auth.refresh)).body.error).toBe('SESSION_LOCKED');
    // The unlock dialog reads whether to offer a code.
    expect((await as(world, operator).call(api.secondFactor.state)).body.enabled).toBe(false);
    expect((await confirm(operator, { password: 'otra cosa' })).status).toBe(422);
    expect((await confirm(operator)).status).toBe(204);
    expect((await check(operator, 0)).status).toBe(200);
    expect(await said(operator.id)).toEqual(['Confirmación de identidad fallida', 'Sesión desbloqueada']);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      world.clock.advance(14 * MINUTE);
      expect((await check(operator, 0)).status).toBe(200);
    }
  });

  test('the shortest limit of all roles applies, and a locked session can sign out', async () => {
    const both = await anAccount(world, { roles: [2, 4] });
    await setLimits([
      { roleId: 2, minutes: 30 },
      { roleId: 4, minutes: 5 },
    ]);
    expect((await check(both)).body.idleMinutes).toBe(5);
    world.clock.advance(6 * MINUTE);
    expect((await check(both)).body.error).toBe('SESSION_LOCKED');
    expect((await as(world, both).send(api.auth.logout)).status).toBe(204);
    await setLimits([]);
  });
});
