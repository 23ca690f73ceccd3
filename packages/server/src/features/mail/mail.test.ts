import { randomUUID } from 'node:crypto';
import { api } from '@campanero/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anonymously } from '../../../test/deps.ts';
import {
  aCampaign,
  aCoordinator,
  aGuest,
  anAdministrator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { letter, queueMail, type NewMail } from '../../integrations/mailer/queue-mail.ts';
import { transact } from '../../work/transact.ts';

const world = useWorld({ config: { publicUrl: 'https://campanero.ejemplo' } });
let ana: TestUser;
beforeEach(async () => {
  ana = await aCoordinator(world);
  world.published.length = 0;
});

const send = (user: TestUser, parts: Partial<NewMail> = {}) =>
  transact(anonymously(world.deps), (work) =>
    queueMail(work, {
      userId: user.id,
      to: user.email,
      subject: 'Aviso',
      text: letter(user.firstName, 'Un párrafo.\nY otra línea.', 'Otro párrafo.'),
      ...parts,
    }),
  );
const list = async (user: TestUser, query = {}) => (await as(world, user).call(api.mail.list, { query })).body;
const subjects = async (user: TestUser, query = {}) => (await list(user, query)).mails.map(({ subject }) => subject);
const newestOf = async (user: TestUser) => (await list(user)).mails[0]!.id;
const get = (user: TestUser, id: number) => as(world, user).call(api.mail.get, { params: { id } });
const mark = (user: TestUser, id: number, query = {}) => as(world, user).call(api.mail.read, { params: { id }, query });
const unreadOf = async (user: TestUser) => (await as(world, user).call(api.mail.unread)).body;

describe('list', () => {
  test('own messages, newest first, by page, with the unread count', async () => {
    await send(await anOperator(world), { subject: 'Ajeno' });
    for (const subject of ['Uno', 'Dos', 'Tres']) await send(ana, { subject });
    expect(await list(ana, { pageSize: 2 })).toEqual({
      mails: [
        {
          id: expect.any(Number),
          subject: 'Tres',
          preview: 'Un párrafo. Y otra línea. Otro párrafo. Campanero',
          read: false,
          createdAt: world.clock.now().toISOString(),
        },
        expect.objectContaining({ subject: 'Dos' }),
      ],
      totalElementsCount: 3,
      page: 0,
      unread: 3,
    });
    expect(await subjects(ana, { pageSize: 2, pageNumber: 1 })).toEqual(['Uno']);
  });

  test('searches subject and text ignoring accents and case; wildcards are literal', async () => {
    await send(ana, { subject: 'Exportación lista' });
    await send(ana, { subject: 'Otra cosa', text: 'La EXPORTACION de ayer falló' });
    await send(ana, { subject: 'Nada de eso' });
    expect(await subjects(ana, { general: 'exportacion' })).toEqual(['Otra cosa', 'Exportación lista']);
    expect(await subjects(ana, { general: '%' })).toEqual([]);
    expect(await list(ana, { general: 'nada' })).toMatchObject({ totalElementsCount: 1, unread: 3 });
  });

  test('filters unread messages', async () => {
    await send(ana, { subject: 'Leído' });
    await mark(ana, await newestOf(ana));
    await send(ana, { subject: 'Nuevo' });
    expect(await subjects(ana, { unread: '1' })).toEqual(['Nuevo']);
    expect(await subjects(ana)).toEqual(['Nuevo', 'Leído']);
  });

  test('neither shows nor finds secrets of a message', async () => {
    await send(ana, {
      text: 'https://campanero.ejemplo/reset/1?token=secreto',
      inboxText: 'El enlace está en su correo.',
    });
    const [row] = (await list(ana)).mails;
    expect(row?.preview).toBe('El enlace está en su correo.');
    expect((await get(ana, row!.id)).body.body).toBe('El enlace está en su correo.');
    expect(await subjects(ana, { general: 'secreto' })).toEqual([]);
  });
});

describe('message', () => {
  test('is visible to its owner only', async () => {
    await send(ana, { subject: 'Para Ana', text: 'Texto <b>plano</b>\ncon renglones' });
    const id = await newestOf(ana);
    expect(await get(ana, id)).toMatchObject({
      status: 200,
      body: {
        id,
        subject: 'Para Ana',
        body: 'Texto <b>plano</b>\ncon renglones',
        read: false,
        export: null,
        site: 'https://campanero.ejemplo',
      },
    });
    for (const other of [await anAdministrator(world), await anOperator(world)]) {
      expect((await get(other, id)).status).toBe(404);
      expect((await mark(other, id)).status).toBe(404);
    }
    expect((await get(ana, 9_999_999)).status).toBe(404);
    expect((await get(await aGuest(world), id)).status).toBe(403);
    expect(await unreadOf(ana)).toEqual({ unread: 1 });
  });

  test('is marked read and unread with an event and no audit record', async () => {
    await send(ana);
    const id = await newestOf(ana);
    world.published.length = 0;
    const before = await auditOf(world);
    expect((await mark(ana, id)).body).toEqual({ id, read: true });
    const readAt = () => world.db.selectFrom('mail').select('readAt').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await readAt()).toEqual({ readAt: world.clock.now() });
    const first = await readAt();
    world.clock.advance(60_000);
    await mark(ana, id);
    expect(await readAt()).toEqual(first);
    expect(await unreadOf(ana)).toEqual({ unread: 0 });
    expect((await mark(ana, id, { read: '0' })).body).toEqual({ id, read: false });
    expect(await unreadOf(ana)).toEqual({ unread: 1 });
    const told = { userIds: [ana.id], event: 'mail', payload: { id } };
    expect(world.published).toEqual([told, told, told]);
    expect(await auditOf(world)).toEqual(before);
  });

  test('sends an event on arrival if it has a user', async () => {
    await send(ana);
    expect(world.published).toEqual([{ userIds: [ana.id], event: 'mail', payload: { id: await newestOf(ana) } }]);
    world.published.length = 0;
    await transact(anonymously(world.deps), (work) =>
      queueMail(work, { userId: null, to: 'vieja@ejemplo.gob.ar', subject: 'Aviso', text: 'Texto' }),
    );
    expect(world.published).toEqual([]);
  });

  test('shows the file of a completed export', async () => {
    const exportId = randomUUID();
    await world.db
      .insertInto('exportJob')
      .values({ id: exportId, kind: 'audience', campaignId: (await aCampaign(world)).id, requestedBy: ana.id })
      .execute();
    await send(ana, { exportId });
    const id = await newestOf(ana);
    expect((await get(ana, id)).body.export).toBeNull();
    const expiresAt = new Date(world.clock.now().getTime() + 72 * 3_600_000);
    await world.db
      .updateTable('exportJob')
      .set({ status: 'COMPLETED', fileName: 'audiencia_7.csv', rowCount: 17_905, bytes: 2_400_000, expiresAt })
      .where('id', '=', exportId)
      .execute();
    expect((await get(ana, id)).body.export).toEqual({
      id: exportId,
      fileName: 'audiencia_7.csv',
      rows: 17_905,
      bytes: 2_400_000,
      expiresAt: expiresAt.toISOString(),
    });
  });
});
