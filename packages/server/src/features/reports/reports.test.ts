import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import type { ReportBody } from '@campanero/contract/reports/schemas';
import { unzipSync, strFromU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import {
  aCoordinator,
  aGuest,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  aSession,
  type TestUser,
} from '../../../test/factories.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { createMailTransport, outboxFolderOf } from '../../integrations/mailer/outbox.ts';
import { sendNextMail } from '../../integrations/mailer/send-mail.ts';
import { closingWork } from '../campaigns/status/close-campaign.ts';
import { stopLink } from './stop-link.ts';

const world = useWorld();
/** Tuesday, 10:00 in the city. */
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  await world.db.deleteFrom('reportSubscription').execute();
  await world.db.deleteFrom('mail').execute();
});

const signedIn = async (user: Pick<TestUser, 'id'>) => as(world, await aSession(world, user.id));
const DAILY = { frequency: 'daily', weekday: null, hour: 8, isAlways: false } as const;
const ofCampaign = (campaignId: number, change: Partial<ReportBody> = {}) => ({
  ...DAILY,
  page: 'campaign' as const,
  campaignId,
  ...change,
});
const ask = async (user: Pick<TestUser, 'id'>, body: ReportBody) =>
  (await signedIn(user)).call(api.reports.save, { body });
const send = () => runJob(world.deps, 'report.send');
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();
const periods = () => world.db.selectFrom('reportPeriod').select(['day', 'outcome']).orderBy('day').execute();
const at = (text: string) => world.clock.set(new Date(`${text}-03:00`));

async function register({ campaign }: Calling, call: { id: number; operatorId: number | null }, stateId: number) {
  const session = await signedIn({ id: call.operatorId! });
  const reply = await session.call(api.calls.register, {
    params: { id: campaign.id, callId: call.id },
    body: { stateId },
  });
  expect(reply.status).toBe(200);
}
/** One call on Tuesday, two on Wednesday; subscribed on Tuesday. */
async function aFollowedCampaign(change: Partial<ReportBody> = {}) {
  const here = await aCallingCampaign(world, { each: 4, unassigned: 1 });
  expect((await ask(here.manager, ofCampaign(here.campaign.id, change))).status).toBe(200);
  const [first, second, third] = here.calls;
  await register(here, first!, here.states.talked.id);
  at('2026-03-11T10:00:00');
  await register(here, second!, here.states.again.id);
  await register(here, third!, here.states.talked.id);
  return here;
}

describe('asking for a report', () => {
  test('permissions: those of the page; a campaign that is not visible does not exist', async () => {
    const here = await aCallingCampaign(world);
    const [operator, external] = [here.operators[0]!, await anExternalCoordinator(world)];
    const campaign = ofCampaign(here.campaign.id);
    const body = { ...DAILY, campaignId: null };
    for (const page of ['global', 'monitor'] as const) {
      expect((await ask(external, { ...body, page })).status).toBe(403);
      expect((await ask(operator, { ...body, page })).status).toBe(403);
      expect((await ask(here.manager, { ...body, page })).status).toBe(200);
    }
    expect((await ask(operator, campaign)).status).toBe(403);
    expect((await ask(await aGuest(world), campaign)).status).toBe(403);
    expect((await as(world, null).send(api.reports.save, { body: campaign })).status).toBe(401);
    expect((await ask(external, campaign)).status).toBe(404);
    expect((await ask(here.manager, ofCampaign(2_000_000_000))).status).toBe(404);
    const outside = await aCallingCampaign(world, { external: true });
    expect((await ask(external, ofCampaign(outside.campaign.id))).status).toBe(200);
    const query = { page: 'campaign', campaignId: here.campaign.id };
    expect((await (await signedIn(external)).send(api.reports.get, { query })).status).toBe(404);
    expect((await (await signedIn(operator)).send(api.reports.get, { query })).status).toBe(403);
  });

  test('one per user and page, with an audit record each time; the caller sees the own one', async () => {
    const here = await aCallingCampaign(world);
    const query = { page: 'campaign', campaignId: String(here.campaign.id) } as const;
    const manager = await signedIn(here.manager);
    expect((await manager.call(api.reports.get, { query })).body).toBeNull();
    const before = (await auditOf(world)).length;
    await ask(here.manager, ofCampaign(here.campaign.id));
    const reply = await ask(here.manager, ofCampaign(here.campaign.id, { frequency: 'weekly', weekday: 1, hour: 9 }));
    const shown = { frequency: 'weekly', weekday: 1, hour: 9, isAlways: false, nextAt: '2026-03-16T12:00:00.000Z' };
    expect(reply.body).toEqual(shown);
    expect((await manager.call(api.reports.get, { query })).body).toEqual(shown);
    expect(await world.db.selectFrom('reportSubscription').select('id').execute()).toHaveLength(1);
    const other = await signedIn(await anAdministrator(world));
    expect((await other.call(api.reports.get, { query })).body).toBeNull();

    expect((await manager.call(api.reports.stop, { query })).status).toBe(204);
    expect((await manager.call(api.reports.stop, { query })).status).toBe(404);
    expect((await other.call(api.reports.stop, { query })).status).toBe(404);
    const audited = (await auditOf(world)).slice(before);
    expect(audited).toMatchObject([
      { userId: here.manager.id, action: 'ESTADÍSTICA', subaction: 'ACCIÓN', objectType: 'report' },
      { info: { modifications: expect.arrayContaining([{ label: 'Cuándo', value: 'los lunes a las 9' }]) } },
      { info: { modifications: expect.arrayContaining([{ label: 'Acción', value: 'Informe terminado' }]) } },
    ]);
  });

  test.each([
    [{ frequency: 'weekly', weekday: null }, 'weekday'],
    [{ frequency: 'daily', weekday: 1 }, 'weekday'],
    [{ hour: 24 }, 'hour'],
    [{ hour: '8' }, 'hour'],
    [{ page: 'global' }, 'campaignId'],
    [{ page: 'global', campaignId: null, frequency: 'end' }, 'frequency'],
    [{ page: 'x'.repeat(10_000) }, 'page'],
    [{ campaignId: 1e300 }, 'campaignId'],
  ])('%o is refused', async (change, field) => {
    const reply = await (
      await signedIn(await aCoordinator(world))
    ).send(api.reports.save, { body: { ...ofCampaign(1), ...change } });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('a mebibyte is refused before it is read', async () => {
    const body = { ...ofCampaign(1), page: 'x'.repeat(2 ** 20) };
    expect((await (await signedIn(await aCoordinator(world))).send(api.reports.save, { body })).status).toBe(413);
    const query = { token: 'x'.repeat(100_000) };
    const stop = await as(world, null).send(api.reports.stopByLink, { params: { id: 1 }, query });
    expect(stop.status).toBeGreaterThanOrEqual(400);
    expect(stop.status).toBeLessThan(500);
  });

  test('ten at once leave one', async () => {
    const here = await aCallingCampaign(world);
    const manager = await signedIn(here.manager);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, hour) =>
        manager.call(api.reports.save, { body: ofCampaign(here.campaign.id, { hour }) }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await world.db.selectFrom('reportSubscription').select('id').execute()).toHaveLength(1);
  });

  test('a closed campaign has no report to come, unless it is wanted all the same', async () => {
    const here = await aCallingCampaign(world, { status: 'FINALIZADA' });
    for (const change of [{}, { frequency: 'end' as const }, { frequency: 'end' as const, isAlways: true }])
      expect(await ask(here.manager, ofCampaign(here.campaign.id, change))).toMatchObject({
        status: 409,
        body: { error: 'REPORT_OVER' },
      });
    expect((await ask(here.manager, ofCampaign(here.campaign.id, { isAlways: true }))).status).toBe(200);
  });
});

describe('sending', () => {
  test('says the figures of the day before and their change, carries the workbook, opens the page, can be stopped', async () => {
    const here = await aFollowedCampaign();
    at('2026-03-12T07:59:00');
    await send();
    // On Wednesday, the report of Tuesday was due at eight.
    await world.db.deleteFrom('mail').execute();
    at('2026-03-12T08:00:00');
    await send();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      userId: here.manager.id,
      recipient: here.manager.email,
      subject: `Informe: ${here.campaign.name}, 11-03-2026`,
    });
    expect(mail!.body).toContain('Llamados realizados: 2 (+1, +100,0 %)\nContactados: 1 (igual que antes)');
    expect(mail!.body).toContain('Base total: 5\nPendientes: 2');
    expect(mail!.body).toContain(`\n\n${world.deps.config.publicUrl}/campaign/stats/${here.campaign.id}\n\n`);
    const [{ id } = { id: 0 }] = await world.db.selectFrom('reportSubscription').select('id').execute();
    const link = stopLink(world.deps.config, id);
    expect(mail!.body).toContain(link);
    expect(mail!.inboxBody).not.toContain('token');
    expect(mail!.unsubscribeUrl).toBe(link);

    const { content, name } = await world.db.selectFrom('mailAttachment').selectAll().executeTakeFirstOrThrow();
    expect(name).toBe(`informe-campana-${here.campaign.id}_11-03-2026.xlsx`);
    const sheets = Object.entries(unzipSync(content))
      .map(([, bytes]) => strFromU8(bytes))
      .join('');
    expect(sheets).toContain('Llamados realizados');
    expect(sheets).toContain('11-03-2026');

    // The mail itself, as a file of the outbox.
    expect(await sendNextMail(world.deps, createMailTransport(world.deps))).toBe('sent');
    const folder = outboxFolderOf(world.deps.config);
    const file = (await readdir(folder)).find((each) => each.includes(String(mail!.id)));
    const raw = (await readFile(join(folder, file!), 'utf8')).replaceAll(/\r\n[ \t]/g, ' ');
    expect(raw).toMatch(/^List-Unsubscribe: <http.*\/api\/report\/\d+\/stop\?token=.*>/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(raw).toContain(`filename=${name}`);
    expect(raw).toContain('Content-Disposition: attachment');
    const sent = (await mails())[0]!;
    expect(sent).toMatchObject({ unsubscribeUrl: null, inboxBody: null });
    expect(sent.body).not.toContain('token');
    expect(await world.db.selectFrom('mailAttachment').selectAll().execute()).toEqual([]);
  });

  test('never twice: ten runs at once, restarts, a clock set back, asking again on the same day', async () => {
    const here = await aFollowedCampaign();
    at('2026-03-12T08:00:00');
    await Promise.all(Array.from({ length: 10 }, send));
    await send();
    at('2026-03-12T07:30:00');
    await send();
    at('2026-03-12T08:30:00');
    await send();
    expect(await mails()).toHaveLength(1);
    expect(await periods()).toEqual([{ day: '2026-03-12', outcome: 'sent' }]);

    at('2026-03-12T09:00:00');
    await ask(here.manager, ofCampaign(here.campaign.id, { hour: 10 }));
    at('2026-03-12T10:00:00');
    await send();
    expect(await mails()).toHaveLength(1);
  });

  test('a run that fails after the figures leaves nothing; the next one sends it', async () => {
    await aFollowedCampaign();
    at('2026-03-12T08:00:00');
    await runJob({ ...world.deps, fence: () => Promise.reject(new Error('another attempt took over')) }, 'report.send');
    expect(await mails()).toEqual([]);
    expect(await periods()).toEqual([]);
    await send();
    expect(await mails()).toHaveLength(1);
  });

  test('days without a server give one report', async () => {
    await aFollowedCampaign({ isAlways: true });
    at('2026-03-20T12:00:00');
    await send();
    expect(await periods()).toEqual([{ day: '2026-03-20', outcome: 'sent' }]);
  });

  test('not without calls, unless wanted', async () => {
    const here = await aFollowedCampaign();
    await ask(await aCoordinator(world), ofCampaign(here.campaign.id, { isAlways: true }));
    at('2026-03-13T08:00:00');
    await send();
    expect((await periods()).map(({ outcome }) => outcome).toSorted()).toEqual(['sent', 'unchanged']);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.body).toContain('Llamados realizados: 0 (−2, −100,0 %)');
  });

  test('not of a closed campaign, unless wanted; one at the end, after which it stops', async () => {
    const here = await aFollowedCampaign();
    const [wanted, atTheEnd] = [await aCoordinator(world), await aCoordinator(world)];
    await ask(wanted, ofCampaign(here.campaign.id, { isAlways: true }));
    await ask(atTheEnd, ofCampaign(here.campaign.id, { frequency: 'end', hour: 18 }));
    await (await signedIn(here.manager)).call(api.campaigns.finish, { params: { id: here.campaign.id } });
    await closingWork.jobs.large.handler(jobCtx(world), { campaignId: here.campaign.id });
    at('2026-03-11T17:59:00');
    await send();
    expect((await mails()).filter(({ userId }) => userId === atTheEnd.id)).toEqual([]);
    at('2026-03-12T08:00:00');
    await send();
    await send();
    const sent = await mails();
    expect(sent.map(({ userId }) => userId).toSorted((a, b) => a! - b!)).toEqual([wanted.id, atTheEnd.id]);
    const last = sent.find(({ userId }) => userId === atTheEnd.id)!;
    expect(last.subject).toBe(`Informe: ${here.campaign.name}, toda la campaña`);
    expect(last.body).toContain('Llamados realizados: 3\n');
    at('2026-03-19T18:00:00');
    await send();
    expect((await mails()).filter(({ userId }) => userId === atTheEnd.id)).toHaveLength(1);
  });

  test('rights are checked when it is sent: lost role, hidden campaign, disabled user receive nothing, and it stops', async () => {
    const here = await aFollowedCampaign();
    const outside = await aCallingCampaign(world, { external: true });
    const [demoted, disabled, external] = [
      await aCoordinator(world),
      await aCoordinator(world),
      await anExternalCoordinator(world),
    ];
    for (const user of [demoted, disabled]) await ask(user, ofCampaign(here.campaign.id, { isAlways: true }));
    await ask(external, ofCampaign(outside.campaign.id, { isAlways: true }));
    await ask(demoted, { ...DAILY, page: 'monitor', campaignId: null, isAlways: true });
    await world.db.updateTable('userRole').set({ roleId: 2 }).where('userId', '=', demoted.id).execute();
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', disabled.id).execute();
    await world.db.updateTable('campaign').set({ external: false }).where('id', '=', outside.campaign.id).execute();
    at('2026-03-12T08:00:00');
    await send();
    expect((await mails()).map(({ userId }) => userId)).toEqual([here.manager.id]);
    expect((await periods()).map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'forbidden'),
      'sent',
    ]);
    const running = await world.db
      .selectFrom('reportSubscription')
      .select('userId')
      .where('stoppedAt', 'is', null)
      .execute();
    expect(running).toEqual([{ userId: here.manager.id }]);
  });

  test('the monitor and the statistics of all campaigns', async () => {
    const here = await aFollowedCampaign();
    const reader = await aCoordinator(world);
    for (const page of ['monitor', 'global'] as const) await ask(reader, { ...DAILY, page, campaignId: null });
    at('2026-03-12T08:00:00');
    await runJob(world.deps, 'statistics.refresh');
    await send();
    const sent = (await mails()).filter(({ userId }) => userId === reader.id);
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Informe: Monitoreo, 11-03-2026',
      'Informe: Estadísticas, 11-03-2026',
    ]);
    for (const { body } of sent) expect(body).toMatch(/Llamados: \d+ \((\+|−|igual)/);
    const files = await world.db.selectFrom('mailAttachment').selectAll().execute();
    const textOf = (content: Buffer) =>
      Object.values(unzipSync(content))
        .map((bytes) => strFromU8(bytes))
        .join('');
    const monitor = files.find(({ name }) => name === 'informe-monitoreo_11-03-2026.xlsx')!;
    expect(textOf(monitor.content)).toContain(here.operators[0]!.name);
    const global = files.find(({ name }) => name === 'informe-estadisticas_11-03-2026.xlsx')!;
    expect(textOf(global.content)).toContain('03-2026');
  });

  test('one that cannot be made does not hold up the others', async () => {
    const here = await aFollowedCampaign();
    const other = await aFollowedCampaign();
    await world.db.updateTable('appUser').set({ email: 'a@b c' }).where('id', '=', here.manager.id).execute();
    at('2026-03-12T08:00:00');
    await send();
    expect((await mails()).map(({ userId }) => userId)).toEqual([other.manager.id]);
  });
});

describe('stopping from the mail', () => {
  const stopped = () =>
    world.db.selectFrom('reportSubscription').select('id').where('stoppedAt', 'is not', null).execute();
  const open = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, payload?: string) =>
    world.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  async function aLink() {
    const here = await aCallingCampaign(world);
    await ask(here.manager, ofCampaign(here.campaign.id));
    const { id } = await world.db.selectFrom('reportSubscription').select('id').executeTakeFirstOrThrow();
    return { here, id, path: stopLink(world.deps.config, id).slice(world.deps.config.publicUrl.length) };
  }

  test('opening the link changes nothing, also for programs that scan mails; its button stops, once', async () => {
    const { here, path } = await aLink();
    for (const method of ['GET', 'HEAD'] as const)
      expect((await world.app.inject({ method, url: path })).statusCode).toBe(200);
    const page = await open('GET', path);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('<form method="post"><button type="submit">Dejar de recibirlo</button></form>');
    expect(page.body).not.toContain(here.campaign.name);
    expect(page.body).not.toContain('<script');
    const style = /<style>([^<]*)<\/style>/.exec(page.body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);
    expect(await stopped()).toEqual([]);

    const before = (await auditOf(world)).length;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const done = await open('POST', path, form, '');
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Listo: no recibirá más este informe')]);
    expect(await stopped()).toHaveLength(1);
    expect((await open('POST', path, form, '')).statusCode).toBe(200);
    expect((await auditOf(world)).slice(before)).toMatchObject([
      { userId: here.manager.id, action: 'ESTADÍSTICA', objectType: 'report' },
    ]);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('mail programs stop it with one post of %s (RFC 8058)', async (type, payload) => {
    const { path } = await aLink();
    expect((await open('POST', path, { 'content-type': type }, payload)).statusCode).toBe(200);
    expect(await stopped()).toHaveLength(1);
  });

  test('another id, another key or no token stops nothing', async () => {
    const { id, path } = await aLink();
    const token = new URL(path, 'http://x').searchParams.get('token')!;
    const other = new URL(stopLink({ ...world.deps.config, jwtSecret: 'y'.repeat(40) }, id)).search;
    for (const url of [
      `/api/report/${id + 1}/stop?token=${token}`,
      `/api/report/${id}/stop${other}`,
      `/api/report/${id}/stop?token=${token.slice(0, -1)}`,
      `/api/report/2000000000/stop?token=${token}`,
    ])
      for (const method of ['GET', 'POST'] as const) expect((await open(method, url)).statusCode).toBe(404);
    expect((await open('POST', `/api/report/${id}/stop`)).statusCode).toBe(400);
    expect(await stopped()).toEqual([]);
  });

  test('nobody stops the report of a colleague', async () => {
    const { here } = await aLink();
    expect(
      (
        await (
          await signedIn(await anOperator(world))
        ).send(api.reports.stop, { query: { page: 'campaign', campaignId: here.campaign.id } })
      ).status,
    ).toBe(404);
    expect(await stopped()).toEqual([]);
  });
});
