import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { ask, download, exported, make, recordsOf, textOf } from '../../../test/exports.ts';
import {
  aCampaign,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';

const HOUR = 3_600_000;

const world = useWorld();
let coordinator: TestUser;
let external: TestUser;
let calling: Calling;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  external = await anExternalCoordinator(world);
  calling = await aCallingCampaign(world);
});

const audience = (id: number, query = {}) => ({ params: { id }, query });
const detailOf = async (user: TestUser, id: string) =>
  (await as(world, user).call(api.exports.detail, { params: { id } })).body;
const auditedFor = async (id: number | string) =>
  (await auditOf(world)).filter(({ objectId, subaction }) => objectId === String(id) && subaction === 'EXPORTAR');
const register = async (callId: number, stateId: number, more = {}) => {
  const reply = await as(world, calling.operators[0]!).call(api.calls.register, {
    params: { id: calling.campaign.id, callId },
    body: { stateId, ...more },
  });
  if (reply.status !== 201 && reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body;
};

describe.each([
  {
    kind: 'audience' as const,
    event: 'export audience',
    bell: 'EXPORT AUDIENCE',
    label: 'Audiencia',
    file: 'audiencia',
  },
  { kind: 'calls' as const, event: 'export calls', bell: 'EXPORT CALLS', label: 'Llamados', file: 'llamados' },
])('$kind', ({ kind, event, bell, label, file }) => {
  const spec = api.exports[kind];

  test('is requested, made, notified and downloaded', async () => {
    const { campaign } = await aCallingCampaign(world);
    world.published.length = 0;
    const id = await ask(world, coordinator, spec, audience(campaign.id));
    expect(world.enqueued.at(-1)).toEqual({ name: 'export.make-small', payload: { exportId: id } });
    expect(await detailOf(coordinator, id)).toMatchObject({ status: 'PENDING', isOwn: true, fileName: null });
    expect(await download(world, coordinator, id)).toMatchObject({ status: 409, body: { error: 'EXPORT_NOT_READY' } });

    await make(world, id);
    const rows = kind === 'audience' ? 3 : 0;
    const expires = world.clock.now().getTime() / 1000 + 72 * 3600;
    const fileName = `${file}-${campaign.id}_10-03-2026.csv`;
    expect(await detailOf(coordinator, id)).toMatchObject({
      status: 'COMPLETED',
      progress: 1,
      rows,
      fileName,
      expires,
    });
    const heard = world.published.map(({ event, userIds, payload }) => [event, userIds, payload]);
    expect(heard).toContainEqual([
      event,
      [coordinator.id],
      { userId: coordinator.id, campaignId: campaign.id, status: { status: 'COMPLETED' } },
    ]);
    const { notifications } = (await as(world, coordinator).call(api.notifications.list)).body;
    expect(notifications[0]).toMatchObject({ action: bell, exportId: id, campaignId: campaign.id });
    const mail = await world.db.selectFrom('mail').selectAll().where('exportId', '=', id).executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ userId: coordinator.id, recipient: coordinator.email });
    expect(mail.subject).toBe(`La exportación está lista: ${label} de ${campaign.name}`);
    expect(mail.body).toContain(`${world.deps.config.publicUrl}/export/${id}`);
    expect(mail.body).toContain(`${world.deps.config.publicUrl}/campaign/${campaign.id}`);
    expect(mail.inboxBody).toContain(`${world.deps.config.publicUrl}/campaign/${campaign.id}`);

    const reply = await download(world, coordinator, id);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect((await auditedFor(campaign.id)).map(({ userId, action, info }) => [userId, action, info])).toEqual(
      ['Exportación pedida', 'Exportación terminada', 'Exportación descargada'].map((value) => [
        coordinator.id,
        'CAMPAÑA',
        {
          entries: [],
          modifications: expect.arrayContaining([
            { label: 'Acción', value },
            { label: 'Exportación', value: label },
            { label: 'Campaña', value: campaign.name },
          ]),
        },
      ]),
    );
  });

  test('permissions and campaign status', async () => {
    const { id } = calling.campaign;
    expect((await as(world, null).send(spec, audience(id))).status).toBe(401);
    expect((await as(world, await anOperator(world)).send(spec, audience(id))).status).toBe(403);
    expect((await as(world, external).send(spec, audience(id))).status).toBe(404);
    expect((await as(world, coordinator).send(spec, audience(999_999))).status).toBe(404);
    for (const status of ['PENDIENTE', 'AUDIENCIA PROCESADA', 'PAUSADA', 'REVISANDO', 'FINALIZANDO'] as const) {
      const campaign = await aCampaign(world, { status });
      const reply = await as(world, coordinator).send(spec, audience(campaign.id));
      expect({ status, reply: reply.status, error: reply.body.error }).toEqual({
        status,
        reply: 409,
        error: 'EXPORT_NOT_OFFERED',
      });
    }
    const finished = await aCampaign(world, { status: 'FINALIZADA' });
    expect((await as(world, coordinator).send(spec, audience(finished.id))).status).toBe(202);
    const { id: foreign } = await aCampaign(world, { status: 'EN CURSO', external: true });
    expect((await as(world, external).send(spec, audience(foreign))).status).toBe(202);
  });

  test('HEAD starts nothing', async () => {
    const before = world.enqueued.length;
    const { statusCode } = await world.app.inject({
      method: 'HEAD',
      url: `/api${spec.path.replace(':id', String(calling.campaign.id))}`,
      headers: { authorization: `Bearer ${coordinator.token}` },
    });
    expect([statusCode, world.enqueued.length]).toEqual([405, before]);
  });
});

test('returns the open export for an equal request; other filters or users are another', async () => {
  const { campaign, states } = await aCallingCampaign(world);
  const spec = api.exports.audience;
  const asked = () =>
    ask(world, coordinator, spec, audience(campaign.id, { stateId: states.talked.id, pageNumber: 3 }));
  const [first, ...others] = await Promise.all([asked(), asked(), asked(), asked()]);
  expect(others).toEqual([first, first, first]);
  expect((await auditedFor(campaign.id)).length).toBe(1);
  expect(await ask(world, coordinator, spec, audience(campaign.id, { stateId: states.again.id }))).not.toBe(first);
  expect(await ask(world, coordinator, spec, audience(campaign.id, { orderbytitle: 'number' }))).not.toBe(first);
  expect(await ask(world, await aCoordinator(world), spec, audience(campaign.id))).not.toBe(first);
  await make(world, first);
  expect(await asked()).not.toBe(first);
});

test('at most ten open exports per user', async () => {
  const busy = await aCoordinator(world);
  const send = (callsMin: number) =>
    as(world, busy).send(api.exports.audience, audience(calling.campaign.id, { callsMin }));
  for (let n = 0; n < 10; n += 1) expect((await send(n)).status).toBe(202);
  expect(await send(10)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
    body: { error: 'TOO_MANY_EXPORTS' },
  });
});

test('also with concurrent requests on two nodes', async () => {
  const busy = await aCoordinator(world);
  const other = await createTestApp({ beside: world });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, callsMin) =>
      as(callsMin % 2 ? other : world, busy).send(
        api.exports.audience,
        audience(calling.campaign.id, { callsMin: callsMin % 30 }),
      ),
    ),
  );
  await other.close();
  const taken = answers.filter(({ status }) => status === 202);
  expect(new Set(taken.map(({ body }) => body.id)).size).toBe(10);
  expect(answers.filter(({ body }) => body.error === 'TOO_MANY_EXPORTS')).toHaveLength(60 - taken.length);
  const open = await world.db.selectFrom('exportJob').select('id').where('requestedBy', '=', busy.id).execute();
  expect(open).toHaveLength(10);
});

describe('visibility', () => {
  test('requester and users who may export that campaign; 404 for others', async () => {
    const { campaign } = await aCallingCampaign(world, { external: true });
    const own = await ask(world, external, api.exports.audience, audience(campaign.id));
    await make(world, own);
    const colleague = await anExternalCoordinator(world);
    const statusFor = async (user: TestUser | null, id: string) => [
      (await as(world, user).send(api.exports.detail, { params: { id } })).status,
      (await as(world, user).send(api.exports.download, { params: { id } })).status,
    ];
    expect(await statusFor(external, own)).toEqual([200, 200]);
    expect(await statusFor(colleague, own)).toEqual([200, 200]);
    expect(await statusFor(coordinator, own)).toEqual([200, 200]);
    expect(await statusFor(await anOperator(world), own)).toEqual([404, 404]);
    expect(await statusFor(null, own)).toEqual([401, 401]);
    // A file of an internal role may contain people that external roles must not see.
    const wider = await ask(world, coordinator, api.exports.audience, audience(campaign.id));
    await make(world, wider);
    expect(await statusFor(external, wider)).toEqual([404, 404]);
    expect(await statusFor(await anAdministrator(world), wider)).toEqual([200, 200]);
    const internal = await ask(world, coordinator, api.exports.audience, audience(calling.campaign.id));
    expect(await statusFor(external, internal)).toEqual([404, 404]);
    for (const id of ['00000000-0000-4000-8000-000000000000', '..%2f..%2fetc', 'x'])
      expect([400, 404]).toContain((await as(world, coordinator).send(api.exports.detail, { params: { id } })).status);
  });

  test('is lost with the role', async () => {
    const demoted = await aCoordinator(world);
    const id = await ask(world, demoted, api.exports.audience, audience(calling.campaign.id));
    await world.db.updateTable('userRole').set({ roleId: 2 }).where('userId', '=', demoted.id).execute();
    expect((await download(world, demoted, id)).status).toBe(404);
    await make(world, id);
    const { rows } = await sql`select status, failure, file_key from export_job where id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ status: 'ERROR', failure: 'Su rol ya no permite esta exportación.', fileKey: null }]);
  });
});

test('a service account exports without bell and mail, and no more once it is disabled', async () => {
  const { campaign } = await aCallingCampaign(world);
  const account = await aServiceAccount(world, { campaignIds: [campaign.id], scopes: ['export'] });
  const records = await exported(world, account, api.exports.audience, audience(campaign.id));
  expect(records).toHaveLength(3);
  const told = await world.db.selectFrom('mail').select('id').where('userId', '=', account.id).execute();
  const heard = await world.db.selectFrom('notification').select('id').where('userId', '=', account.id).execute();
  expect([told, heard]).toEqual([[], []]);
  expect((await auditedFor(campaign.id)).map(({ userId }) => userId)).toEqual([account.id, account.id, account.id]);
  expect((await as(world, account).send(api.exports.audience, audience(calling.campaign.id))).status).toBe(404);
  const id = await ask(world, account, api.exports.calls, { params: { id: campaign.id } });
  await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', account.id).execute();
  await make(world, id);
  const { status } = await world.db
    .selectFrom('exportJob')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('ERROR');
});

test('an external role exports only visible people', async () => {
  const { campaign, calls } = await aCallingCampaign(world, { external: true });
  await world.db.updateTable('person').set({ fromExternal: false }).where('id', '=', calls[0]!.personId).execute();
  const rows = await exported(world, external, api.exports.audience, audience(campaign.id));
  expect(rows.map((row) => [row['Teléfono'], row['Nombre']])).toEqual([
    [calls[0]!.number, ''],
    [calls[1]!.number, 'Persona'],
    [calls[2]!.number, 'Persona'],
  ]);
});

test('the file is removed after 72 hours, its row stays', async () => {
  const id = await ask(world, coordinator, api.exports.audience, audience(calling.campaign.id));
  await make(world, id);
  const { fileKey } = await world.db
    .selectFrom('exportJob')
    .select('fileKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const now = world.clock.now();
  world.clock.advance(72 * HOUR - 1);
  await runJob(world.deps, 'export.sweep');
  expect(await world.deps.files.exists(fileKey!)).toBe(true);
  world.clock.advance(1);
  const late = await aCoordinator(world);
  expect(await download(world, late, id)).toMatchObject({ status: 410, body: { error: 'EXPORT_EXPIRED' } });
  await runJob(world.deps, 'export.sweep');
  expect(await world.deps.files.exists(fileKey!)).toBe(false);
  expect(await detailOf(late, id)).toMatchObject({ status: 'EXPIRED', rows: 3 });
  expect((await download(world, late, id)).status).toBe(410);
  world.clock.set(now);
});

describe('cancelling', () => {
  test('only by the requester while open; leaves no file', async () => {
    const { campaign } = await aCallingCampaign(world);
    const id = await ask(world, coordinator, api.exports.audience, audience(campaign.id));
    const cancel = (user: TestUser | null) => as(world, user).send(api.exports.cancel, { params: { id } });
    expect((await cancel(null)).status).toBe(401);
    expect((await cancel(await aCoordinator(world))).status).toBe(404);
    expect(await cancel(coordinator)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    await make(world, id);
    expect(await detailOf(coordinator, id)).toMatchObject({ status: 'CANCELLED', fileName: null });
    expect(await download(world, coordinator, id)).toMatchObject({ status: 409, body: { error: 'EXPORT_NOT_MADE' } });
    expect(await cancel(coordinator)).toMatchObject({ status: 409, body: { error: 'EXPORT_OVER' } });
    expect((await auditedFor(campaign.id)).map(({ info }) => info)).toMatchObject([
      { modifications: expect.arrayContaining([{ label: 'Acción', value: 'Exportación pedida' }]) },
      { modifications: expect.arrayContaining([{ label: 'Acción', value: 'Exportación cancelada' }]) },
    ]);
  });
});

describe('calls', () => {
  test('one line per outcome with corrections marked, equal to a recount', async () => {
    const { campaign, calls, states, operators } = calling;
    const [one, two] = calls;
    const first = await register(one!.id, states.again.id, { observations: '=1+1\nsegunda; línea' });
    world.clock.advance(60_000);
    await register(two!.id, states.talked.id, { substateId: states.substate.id, affinity: 'Positivo' });
    world.clock.advance(60_000);
    const corrected = await as(world, coordinator).call(api.calls.correct, {
      params: { id: campaign.id, callId: one!.id, entryId: first.id },
      body: { stateId: states.refused.id, reason: 'Se eligió otro' },
    });
    expect(corrected.status).toBeLessThan(300);
    world.clock.advance(60_000);
    const rows = await exported(world, coordinator, api.exports.calls, { params: { id: campaign.id } });
    expect(rows).toMatchObject([
      {
        Registro: String(first.id),
        'Fecha y hora': '10-03-2026 10:00:00',
        Teléfono: one!.number,
        Operador: operators[0]!.name,
        Estado: states.again.name,
        Observaciones: '=1+1\nsegunda; línea',
        Corregido: 'Sí',
        Corrige: '',
        'Id de llamado': String(one!.id),
      },
      { Estado: states.talked.name, Subestado: 'Por mail', Afinidad: 'Positivo', Corregido: 'No' },
      {
        Estado: states.refused.name,
        Corrige: String(first.id),
        'Motivo de la corrección': 'Se eligió otro',
        Operador: coordinator.name,
        Corregido: 'No',
      },
    ]);
    const { rows: recounted } = await sql<{ line: string }>`
      select concat_ws('|', h.id, c.number, s.name, u.first_name || ' ' || u.last_name, h.corrects_id) as line from call_history h
      join call c on c.id = h.call_id join state s on s.id = h.state_id join app_user u on u.id = h.user_id
      where h.campaign_id = ${campaign.id} order by h.id`.execute(world.db);
    expect(
      rows.map((row) =>
        [row['Registro'], row['Teléfono'], row['Estado'], row['Operador'], row['Corrige']].filter(Boolean).join('|'),
      ),
    ).toEqual(recounted.map(({ line }) => line));
  });

  test('excludes outcomes registered after the request', async () => {
    const { campaign, calls, states } = calling;
    const id = await ask(world, coordinator, api.exports.calls, { params: { id: campaign.id } });
    world.clock.advance(60_000);
    await register(calls[2]!.id, states.talked.id);
    await make(world, id);
    expect(recordsOf(await textOf(world, coordinator, id)).map((row) => row['Id de llamado'])).not.toContain(
      String(calls[2]!.id),
    );
  });
});

describe('audit', () => {
  test('permissions, filters and order of the list', async () => {
    const spec = api.exports.audit;
    expect((await as(world, null).send(spec)).status).toBe(401);
    for (const user of [external, await anOperator(world)]) expect((await as(world, user).send(spec)).status).toBe(403);
    const query = { action: 'CAMPAÑA' as const, subaction: 'EXPORTAR' as const };
    for (const order of [{}, { orderbytitle: 'userName' as const }, { orderbytitle: 'createdAt' as const }]) {
      const listed = await as(world, coordinator).call(api.auditLog.list, {
        query: { ...query, ...order, pageSize: 100 },
      });
      const rows = await exported(world, coordinator, spec, { query: { ...query, ...order } });
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.map((row) => row['Registro'])).toEqual(listed.body.audit.map(({ id }) => String(id)));
      expect(rows.map((row) => [row['Usuario'], row['Acción'], row['Objeto']])).toEqual(
        listed.body.audit.map(({ userName, action, object }) => [userName, action, object]),
      );
      expect(rows.map((row) => row['Después'])).toContainEqual(
        expect.stringContaining('Acción: Exportación descargada\n'),
      );
    }
  });

  test('is visible to the requester only and leaves USUARIO EXPORTAR', async () => {
    const id = await ask(world, coordinator, api.exports.audit, {});
    await make(world, id);
    expect((await download(world, await anAdministrator(world), id)).status).toBe(404);
    expect((await download(world, coordinator, id)).status).toBe(200);
    const { notifications } = (await as(world, coordinator).call(api.notifications.list)).body;
    expect(notifications[0]).toMatchObject({ action: 'EXPORT AUDIT', exportId: id, campaignId: null });
    expect((await auditedFor(id)).map(({ action, objectType }) => [action, objectType])).toEqual([
      ['USUARIO', 'export'],
      ['USUARIO', 'export'],
      ['USUARIO', 'export'],
    ]);
  });
});
