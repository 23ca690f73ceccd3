import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { LAYOUT_STYLES, mergeSettings, readSettings } from '@campanero/contract/settings/schemas';
import { anAccount, check, PASSWORD } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld, type TestApp } from '../../../test/app.ts';
import { anOperator } from '../../../test/factories.ts';

const world = useWorld();
let open: TestApp;
beforeAll(async () => {
  open = await createTestApp({ beside: world, config: { allowRegistration: true } });
});
afterAll(async () => {
  await open.close();
});

const countUsers = async () => (await world.db.selectFrom('appUser').select('id').execute()).length;

describe('registration', () => {
  const person = { displayName: 'Inés Del Valle', email: 'ines@prueba.gob.ar', password: 'trece nubes lentas' };

  test('is closed by default, for every body, and stores nothing', async () => {
    const before = await countUsers();
    for (const body of [person, {}, { roles: [5] }])
      expect(await as(world, null).send(api.shell.register, { body })).toMatchObject({
        status: 403,
        body: { error: 'REGISTRATION_CLOSED' },
      });
    expect(await countUsers()).toBe(before);
  });

  test('where it is open it creates a guest without roles and signs them in', async () => {
    const claims = { ...person, roles: [5], role: ['Administrador'], id: 1, disabled: false };
    const reply = await as(open, null).send(api.shell.register, { body: claims });
    expect(reply).toMatchObject({
      status: 201,
      body: { user: { role: [], data: { displayName: 'Inés Del Valle', email: 'ines@prueba.gob.ar' } } },
    });
    const guest = as(open, { token: reply.body.access_token });
    expect((await guest.call(api.auth.check)).body).toMatchObject({ roles: [], permissions: [] });
    expect((await guest.send(api.campaigns.list)).status).toBe(403);
    expect((await auditOf(world)).find((row) => row.subaction === 'CREAR')).toMatchObject({ action: 'USUARIO' });
    const again = await as(open, null).send(api.shell.register, { body: { ...person, email: 'INES@prueba.gob.ar' } });
    expect(again).toMatchObject({ status: 409, body: { error: 'EMAIL_TAKEN' } });
  });

  test('refuses guessable passwords', async () => {
    const body = { ...person, email: 'otra@prueba.gob.ar', password: 'contraseña1' };
    expect((await as(open, null).send(api.shell.register, { body })).body.error).toBe('PASSWORD_TOO_COMMON');
  });
});

describe('legacy sign-in', () => {
  const basic = (email: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
  });

  test('accepts credentials in a Basic header or the body', async () => {
    const user = await anAccount(world, { roles: [4] });
    const byHeader = await as(world, null).send(api.shell.signIn, {}, basic(user.email, PASSWORD));
    expect(byHeader).toMatchObject({ status: 200, body: { user: { uuid: String(user.id), role: ['Coordinador'] } } });
    expect(await check(world, byHeader.body.access_token)).toBe(200);
    const byBody = await as(world, null).send(api.shell.signIn, { body: { email: user.email, password: PASSWORD } });
    expect(byBody.status).toBe(200);
  });

  test('ignores credentials in the URL', async () => {
    const user = await anAccount(world);
    const reply = await as(world, null).send(api.shell.signIn, { query: { email: user.email, password: PASSWORD } });
    expect(reply).toMatchObject({ status: 400, body: { error: 'CREDENTIALS_IN_ADDRESS' } });
    const both = await as(world, null).send(api.shell.signIn, { query: { email: 'x' } }, basic(user.email, PASSWORD));
    expect(both.status).toBe(400);
  });

  test('refuses, audits and limits failures like the other sign-in', async () => {
    const user = await anAccount(world);
    const replies = await Promise.all(
      Array.from({ length: 15 }, () => as(world, null).send(api.shell.signIn, {}, basic(user.email, 'otra'))),
    );
    expect(replies.filter(({ body }) => body.error === 'INVALID_CREDENTIALS')).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
    // Ten failures and one lockout.
    expect((await auditOf(world)).filter((row) => row.objectId === String(user.id))).toHaveLength(11);
    for (const headers of [{}, { authorization: 'Basic !!!' }, { authorization: 'Basic bm9jb2xvbg==' }] as Record<
      string,
      string
    >[])
      expect((await as(world, null).send(api.shell.signIn, {}, headers)).status).toBe(401);
  });
});

test('the token sign-in returns the user or a refusal', async () => {
  const user = await anOperator(world);
  const reply = await as(world, user).call(api.shell.accessToken);
  expect(reply).toMatchObject({
    status: 200,
    body: { access_token: user.token, user: { data: { email: user.email } } },
  });
  for (const caller of [null, { token: 'x.y.z' }])
    expect(await as(world, caller).call(api.shell.accessToken)).toMatchObject({
      status: 401,
      body: { error: 'TOKEN_LOGIN_FAILED', message: 'Failed to login with token.' },
    });
});

describe('shell settings and shortcuts', () => {
  test('stores settings and shortcuts and ignores other fields', async () => {
    const user = await anOperator(world);
    const before = await world.db.selectFrom('appUser').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    const reply = await as(world, user).send(api.shell.update, {
      body: {
        user: {
          uuid: '1',
          role: ['Administrador'],
          email: 'otro@prueba.gob.ar',
          disabled: true,
          data: {
            settings: { layout: { style: 'layout2' } },
            shortcuts: ['mail'],
            displayName: 'Otra',
            email: 'otro@prueba.gob.ar',
          },
        },
      },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        role: ['Operador'],
        data: { email: user.email, settings: { layout: { style: 'layout2' } }, shortcuts: ['mail'] },
      },
    });
    const after = await world.db.selectFrom('appUser').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(after).toEqual({ ...before, settings: { layout: { style: 'layout2' } }, shortcuts: ['mail'] });
  });

  test('keeps fields that are not sent and refuses oversized ones', async () => {
    const user = await anOperator(world);
    const save = (data: unknown) => as(world, user).send(api.shell.update, { body: { user: { data } } });
    await save({ settings: { direction: 'rtl' } });
    expect((await save({ shortcuts: ['todo'] })).body.data).toMatchObject({
      settings: { direction: 'rtl' },
      shortcuts: ['todo'],
    });
    expect((await save({ settings: { x: 'y'.repeat(10_000) } })).status).toBe(400);
    expect((await save({ settings: { x: 'y'.repeat(20_000) } })).status).toBe(413);
    expect((await save({ shortcuts: Array.from({ length: 51 }, String) })).status).toBe(400);
  });

  test('merges the changes of two devices and sends each an event', async () => {
    const user = await anOperator(world);
    world.published.length = 0;
    const changes = [
      { theme: { main: 'ceibo' } },
      { theme: { footer: 'grafito' } },
      { layout: { config: { toolbar: { style: 'static' } } } },
      { layout: { config: { footer: { display: false } } } },
      { direction: 'rtl' },
    ];
    await Promise.all(
      changes.map((settings) => as(world, user).call(api.shell.update, { body: { user: { data: { settings } } } })),
    );
    const { body } = await as(world, user).call(api.auth.check);
    expect(body.settings).toEqual({
      theme: { main: 'ceibo', footer: 'grafito' },
      layout: { config: { toolbar: { style: 'static' }, footer: { display: false } } },
      direction: 'rtl',
    });
    expect(world.published).toEqual(changes.map(() => ({ userIds: [user.id], event: 'settings', payload: {} })));
  });

  test('language and direction of ten concurrent choices stay one choice', async () => {
    const user = await anOperator(world);
    const choices = (['ar', 'en', 'tr', 'es'] as const).map((language) => ({
      language,
      direction: language === 'ar' ? ('rtl' as const) : ('ltr' as const),
    }));
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        as(world, user).call(api.shell.update, { body: { user: { data: { settings: choices[n % 4] } } } }),
      ),
    );
    expect(choices).toContainEqual((await as(world, user).call(api.auth.check)).body.settings);
  });

  const LAYOUT1 = { layout: { style: 'layout1', config: { navbar: { style: 'style-3', folded: false } } } };

  test.each<[string, object, string]>([
    ['a direction that does not exist', { direction: 'zz' }, 'direction'],
    ['a language that does not exist', { language: 'zz', direction: 'rtl' }, 'language'],
    ['an excessive language', { language: 'e'.repeat(10_000) }, 'language'],
    ['a layout that does not exist', { layout: { style: 'layout9' } }, 'layout.style'],
    [
      'a style of another bar',
      { layout: { config: { toolbar: { style: 'style-1' } } } },
      'layout.config.toolbar.style',
    ],
    ['an excessive width', { layout: { config: { containerWidth: 99_999 } } }, 'layout.config.containerWidth'],
    ['a scheme that does not exist', { theme: { main: 'ceibo', footer: 'zz' } }, 'theme.footer'],
    ['a number for a switch', { customScrollbars: 1 }, 'customScrollbars'],
    ['a text instead of an object', { preferences: 'compact' }, 'preferences'],
    ['a list', { preferences: { density: ['compact'] } }, 'preferences.density'],
    ['null', { direction: null }, 'direction'],
    ['an unknown page size', { preferences: { rowsPerPage: 100 } }, 'preferences.rowsPerPage'],
    ['a key that does not exist', { colour: 'red' }, 'colour'],
    ['an unknown nested key', { preferences: { colour: 'red' } }, 'preferences.colour'],
  ])('%s is refused at both endpoints and stores nothing', async (_what, settings, field) => {
    const user = await anOperator(world);
    const whole = { ...settings, ...(!('layout' in settings) && LAYOUT1) };
    const replies = [
      await as(world, user).send(api.shell.update, {
        body: { user: { data: { settings: whole, shortcuts: ['mail'] } } },
      }),
      await as(world, user).send(api.shell.patchIdentity, {
        params: { sub: String(user.id) },
        body: { user_metadata: { settings: whole } },
      }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { field: expect.stringContaining(field), message: 'Esta configuración o su valor no existe.' },
      ]);
    }
    expect((await as(world, user).call(api.auth.check)).body.settings).toEqual({});
  });

  test('accepts every existing setting, for any layout', async () => {
    const user = await anOperator(world);
    for (const style of LAYOUT_STYLES) {
      // With unsaved settings of another layout.
      const settings = mergeSettings(LAYOUT1, readSettings({ layout: { style }, preferences: { startPage: 'audit' } }));
      expect((await as(world, user).send(api.shell.update, { body: { user: { data: { settings } } } })).status).toBe(
        200,
      );
    }
    expect(readSettings((await as(world, user).call(api.auth.check)).body.settings).layout.style).toBe('layout3');
  });

  test('reads and changes a record with settings that no longer exist', async () => {
    const user = await anOperator(world);
    const old = { direction: 'zz', theme: { main: 'marino' }, tutorial: true };
    await world.db
      .updateTable('appUser')
      .set({ settings: JSON.stringify(old) })
      .where('id', '=', user.id)
      .execute();
    expect((await as(world, user).call(api.auth.check)).body.settings).toEqual(old);
    const settings = { customScrollbars: false };
    expect((await as(world, user).call(api.shell.update, { body: { user: { data: { settings } } } })).status).toBe(200);
    expect((await as(world, user).call(api.auth.check)).body.settings).toEqual({ ...old, ...settings });
  });

  test('refuses guests, whose settings stay in the browser', async () => {
    const guest = await anAccount(world, { roles: [] });
    const data = { settings: { direction: 'rtl' }, shortcuts: ['mail'] };
    const update = await as(world, guest).send(api.shell.update, { body: { user: { data } } });
    const own = { params: { sub: String(guest.id) } };
    const patch = await as(world, guest).send(api.shell.patchIdentity, { ...own, body: { user_metadata: data } });
    expect([update, patch]).toMatchObject([
      { status: 403, body: { error: 'FORBIDDEN' } },
      { status: 403, body: { error: 'FORBIDDEN' } },
    ]);
    expect((await as(world, guest).call(api.auth.check)).body.settings).toEqual({});
    expect((await as(world, guest).call(api.shell.identity, own)).status).toBe(200);
  });

  test('the identity endpoints return only the own record', async () => {
    const user = await anOperator(world);
    const other = await anOperator(world);
    const own = { params: { sub: String(user.id) } };
    expect((await as(world, user).call(api.shell.identity, own)).body).toMatchObject({
      user_id: String(user.id),
      email: user.email,
    });
    const patched = await as(world, user).send(api.shell.patchIdentity, {
      ...own,
      body: { user_metadata: { settings: { direction: 'rtl' }, role: 5 }, email: 'otro@prueba.gob.ar', roles: [5] },
    });
    expect(patched.body).toEqual({
      user_id: String(user.id),
      email: user.email,
      name: user.name,
      user_metadata: { settings: { direction: 'rtl' }, shortcuts: ['calendar', 'mail', 'contacts', 'todo'] },
    });
    const foreign = { params: { sub: String(other.id) } };
    expect((await as(world, user).call(api.shell.identity, foreign)).status).toBe(404);
    const patch = { ...foreign, body: { user_metadata: { settings: { direction: 'ltr' } } } };
    expect((await as(world, user).call(api.shell.patchIdentity, patch)).status).toBe(404);
    expect((await as(world, other).call(api.shell.identity, foreign)).body.user_metadata.settings).toEqual({});
  });
});
