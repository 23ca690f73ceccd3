import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { aCallingCampaign, callNow, countersOf, expectTrueCounters, type Calling } from '../../test/calling.ts';
import { aWorkedCampaign } from '../../test/worked-campaign.ts';
import { anOperator, type TestUser } from '../../test/factories.ts';
import { loadFiles } from '../../test/loads.ts';
import { freezeFigures, lockCampaign } from '../call-store/write/index.ts';
import { sealAudit } from '../work/seal-audit.ts';
import { rebuildEverything, verifyEverything } from './verify.ts';

const world = useWorld();
let here: Calling;
let ana: TestUser;
let luis: TestUser;

const deps = () => ({
  db: world.db,
  read: world.deps.read,
  files: world.deps.files,
  recordedHeads: [],
  now: world.clock.now(),
});
const findings = async () => (await verifyEverything(deps())).flatMap((section) => section.findings);
const rebuild = () => rebuildEverything(deps());
const register = (user: TestUser, callId: number, stateId: number) =>
  as(world, user).call(api.calls.register, { params: { id: here.campaign.id, callId }, body: { stateId } });
const title = () => `Campaña ${here.campaign.id} «${here.campaign.name}»`;

beforeEach(async () => {
  here = await aWorkedCampaign(world);
  [ana, luis] = here.operators as [TestUser, TestUser];
});

const expectHealed = async () => {
  expect(await findings()).toEqual([]);
  await expectTrueCounters(world, here.campaign.id);
};

test('an unchanged database has no findings, and a rebuild changes nothing', async () => {
  expect(await findings()).toEqual([]);
  const before = await countersOf(world, here.campaign.id);
  await rebuild();
  expect(await countersOf(world, here.campaign.id)).toEqual(before);
});

describe('finds and repairs a counter changed by hand', () => {
  const break_ = async (statement: string) => {
    await sql
      .raw(statement.replaceAll('$campaign', String(here.campaign.id)).replaceAll('$ana', String(ana.id)))
      .execute(world.db);
  };
  const OUTCOME = `outcome_count set %s where campaign_id = $campaign and operator_id = $ana and affinity = 2`;

  test.each<[string, string, () => string]>([
    [
      'calls by state',
      'update call_total set n = n + 2 where campaign_id = $campaign and operator_id = $ana and state_id = 1',
      () => `${ana.name}, estado «Pendiente»: el contador dice 3 y los llamados son 1.`,
    ],
    [
      'a row that is gone',
      'delete from call_total where campaign_id = $campaign and operator_id = 0',
      () => 'sin operador, estado «Pendiente»: el contador dice 0 y los llamados son 2.',
    ],
    [
      'calls made',
      `update call_figure set n = n - 1 where campaign_id = $campaign and operator_id = $ana and figure = 'called'`,
      () => `${ana.name}, llamados realizados: el contador dice 1 y los llamados son 2.`,
    ],
    [
      'free calls',
      `update call_figure set n = 0 where campaign_id = $campaign and figure = 'free'`,
      () => 'sin operador, llamados libres para segmentar: el contador dice 0 y los llamados son 2.',
    ],
    [
      'an affinity that nobody has',
      `insert into call_figure values ($campaign, $ana, 'affinity_3', 4)`,
      () => `${ana.name}, llamados con afinidad Negativo: el contador dice 4 y los llamados son 0.`,
    ],
    [
      'outcomes',
      `update ${OUTCOME.replace('%s', 'n = n + 5')}`,
      () =>
        `${ana.name}, 10-03-2026, resultado «Participa», afinidad Positivo: el contador dice 6 (1 repetidos, 1 de personas que participan) y el historial 1 (1 repetidos, 1 de personas que participan).`,
    ],
    [
      'repeated outcomes',
      `update ${OUTCOME.replace('%s', 'again = 0')}`,
      () =>
        `${ana.name}, 10-03-2026, resultado «Participa», afinidad Positivo: el contador dice 1 (0 repetidos, 1 de personas que participan) y el historial 1 (1 repetidos, 1 de personas que participan).`,
    ],
    [
      'outcomes of interested people',
      `update ${OUTCOME.replace('%s', 'interested = 0')}`,
      () =>
        `${ana.name}, 10-03-2026, resultado «Participa», afinidad Positivo: el contador dice 1 (1 repetidos, 0 de personas que participan) y el historial 1 (1 repetidos, 1 de personas que participan).`,
    ],
    [
      'hours of work',
      `update outcome_count set last_at = last_at + interval '3 hours' where campaign_id = $campaign and operator_id = $ana`,
      () => `${ana.name}, 10-03-2026: la primera o la última hora de trabajo no es la del historial.`,
    ],
  ])('%s', async (_name, statement, sentence) => {
    await break_(statement);
    expect(await findings()).toEqual([`${title()}: ${sentence()}`]);
    await rebuild();
    await expectHealed();
  });

  test('outcomes that are gone, and outcomes of a day without any', async () => {
    await break_('delete from outcome_count where campaign_id = $campaign and operator_id = $ana');
    await break_(
      `insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
       values ($campaign, $ana, '2026-02-01', 1, 0, 7, '2026-02-01', '2026-02-01')`,
    );
    expect((await findings()).length).toBeGreaterThan(3);
    await rebuild();
    await expectHealed();
  });

  test('the counter of a call, with the figures that follow from it', async () => {
    const [first, second] = here.callsOf(ana);
    await sql`update call set call_count = 0 where id = ${first!.id}`.execute(world.db);
    await sql`update call set call_count = 4 where id = ${second!.id}`.execute(world.db);
    expect(await findings()).toEqual(
      expect.arrayContaining([
        `${title()}: el llamado ${first!.id} dice 0 registros y su historial tiene 2.`,
        `${title()}: el llamado ${second!.id} dice 4 registros y su historial tiene 1.`,
      ]),
    );
    await rebuild();
    await expectHealed();
  });

  test('the figures kept of a finished campaign', async () => {
    await world.db.transaction().execute(async (trx) => {
      await freezeFigures(trx, await lockCampaign(trx, here.campaign.id), world.clock.now());
    });
    await sql`update campaign set status = 'FINALIZADA', finished_at = now() where id = ${here.campaign.id}`.execute(
      world.db,
    );
    expect(await findings()).toEqual([]);
    await break_(
      `update frozen_statistics set figures = jsonb_set(figures, '{totalCalls}', '99') where campaign_id = $campaign`,
    );
    expect(await findings()).toEqual([
      `${title()}: las estadísticas guardadas al finalizar no son las de sus llamados.`,
    ]);
    await rebuild();
    await expectHealed();
  });
});

test('tried parts of the day, except in finished campaigns', async () => {
  const [first, second] = here.callsOf(ana);
  const { triedParts } = await callNow(world, first!.id);
  await sql`update call set tried_parts = 6 where id = ${first!.id}`.execute(world.db);
  await sql`update call set tried_parts = 0 where id = ${second!.id}`.execute(world.db);
  expect(await findings()).toEqual(
    [first, second].map(
      (call) => `${title()}: el llamado ${call!.id} no dice en qué partes del día se llamó según su historial.`,
    ),
  );
  await rebuild();
  expect(await findings()).toEqual([]);
  for (const call of [first, second]) expect(await callNow(world, call!.id)).toMatchObject({ triedParts });

  await sql`update call set tried_parts = 0 where id = ${first!.id}`.execute(world.db);
  await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
  expect((await findings()).filter((text) => text.includes('partes del día'))).toEqual([]);
  await sql`update campaign set status = 'EN CURSO' where id = ${here.campaign.id}`.execute(world.db);
  await rebuild();
});

test('wrongly blocked and unblocked numbers, and stale denormalised columns', async () => {
  const [first, second, third] = here.callsOf(luis);
  await sql`insert into blocked_number (number, reason) values (${Number(first!.number)}, 'DEAD')`.execute(world.db);
  await sql`update person set do_not_call = true where id = ${second!.personId}`.execute(world.db);
  await sql`update call set interested = true where id = ${third!.id}`.execute(world.db);
  const tail = ({ number }: { number: string }) => number.slice(-4);
  expect(await findings()).toEqual(
    expect.arrayContaining([
      `El número terminado en ${tail(first!)} figura bloqueado (fallecido) y debería estar libre.`,
      `El número terminado en ${tail(second!)} figura libre y debería estar bloqueado (no llamar).`,
      `${title()}: 2 números llevan en sus llamados una copia vieja de la persona o del bloqueo.`,
    ]),
  );
  await rebuild();
  await expectHealed();
  const { rows } = await sql<{ id: number; blocked: boolean }>`
    select id, blocked from call where id = any(${[first!.id, second!.id, third!.id]}::bigint[]) order by id`.execute(
    world.db,
  );
  expect(rows.map(({ blocked }) => blocked)).toEqual([false, true, false]);
});

test('repairs counters during concurrent registrations', async () => {
  const operators = await Promise.all(Array.from({ length: 4 }, () => anOperator(world)));
  here = await aCallingCampaign(world, { operators, each: 15, unassigned: 3 });
  const { talked, again, refused } = here.states;
  const work = operators.map(async (operator, who) => {
    for (const [place, call] of here.callsOf(operator).entries()) {
      const state = [talked, again, refused][(place + who) % 3]!;
      const stateIds = place % 4 === 0 ? [state.id, talked.id] : [state.id];
      for (const stateId of stateIds) expect((await register(operator, call.id, stateId)).status).toBe(200);
    }
  });
  // Too high, never too low: registering itself refuses to count below zero.
  const spoil = async () => {
    await sql`update call_total set n = n + 1 where campaign_id = ${here.campaign.id}`.execute(world.db);
    await sql`update call_figure set n = n + 3 where campaign_id = ${here.campaign.id}`.execute(world.db);
    await sql`update outcome_count set n = n + 2, again = again + 1 where campaign_id = ${here.campaign.id}`.execute(
      world.db,
    );
  };
  for (let round = 0; round < 4; round += 1) {
    await spoil();
    // Two concurrent rebuilds: the second finds nothing.
    await Promise.all([rebuild(), rebuild()]);
  }
  await Promise.all(work);
  await expectHealed();
});

describe('during the first load of a campaign', () => {
  /** The load ends after the campaigns were listed and before the first one is counted. */
  const loadedMeanwhile = (load: () => Promise<unknown>) => {
    let loaded: Promise<unknown> | undefined;
    return new Proxy(world.db, {
      get(db, name) {
        const value: unknown = Reflect.get(db, name, db);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(db) : value;
        return () => ({
          execute: async (run: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
            await (loaded ??= load());
            return db.transaction().execute(run);
          },
        });
      },
    });
  };
  const aLoad = async () => {
    const { campaign, manager } = await aCallingCampaign(world, { each: 0 });
    await sql`update campaign set block = null where id = ${campaign.id}`.execute(world.db);
    const content = 'telefono;nombre\n1127190450;Ana\n1127190451;Eva';
    return { id: campaign.id, load: () => loadFiles(world, manager, campaign.id, [{ content }]) };
  };

  test('a verification reports nothing', async () => {
    const { load } = await aLoad();
    const db = loadedMeanwhile(load);
    expect(
      (await verifyEverything({ ...deps(), read: (_db, run) => run(db) })).flatMap((each) => each.findings),
    ).toEqual([]);
  });

  test('a rebuild reports and changes nothing', async () => {
    const { id, load } = await aLoad();
    const said: string[] = [];
    await rebuildEverything({ ...deps(), db: loadedMeanwhile(load) }, (line) => void said.push(line));
    expect(said).toEqual([]);
    expect(Object.values((await countersOf(world, id)).kept)).toEqual([2, 2]);
    await expectHealed();
    expect(await expectTrueCounters(world, id)).toBeTruthy();
  });
});

test('a rebuild reports its changes first and makes exactly those', async () => {
  const before = await countersOf(world, here.campaign.id);
  await sql`update call_total set n = n + 2 where campaign_id = ${here.campaign.id} and operator_id = ${ana.id} and state_id = 1`.execute(
    world.db,
  );
  const said: string[] = [];
  await rebuildEverything(deps(), async (line) => {
    said.push(line);
    expect((await countersOf(world, here.campaign.id)).kept).not.toEqual(before.kept);
  });
  expect(said).toEqual([
    `Se corrige: ${title()}: ${ana.name}, estado «Pendiente»: el contador dice 3 y los llamados son 1.`,
  ]);
  expect(await countersOf(world, here.campaign.id)).toEqual(before);
});

test('a difference not confirmed by the second count is left unchanged, without a record', async () => {
  const set = (n: number) =>
    sql`update call_total set n = n + ${n} where campaign_id = ${here.campaign.id} and operator_id = ${ana.id} and state_id = 1`.execute(
      world.db,
    );
  await set(2);
  const records = async () => (await verifyEverything(deps())).flatMap(({ notes = [] }) => notes).length;
  const before = await records();
  const said: string[] = [];
  await rebuildEverything(deps(), async (line) => {
    // Corrected by hand between the two counts.
    if (said.push(line) === 1) await set(-2);
  });
  expect(said.map((line) => line.split(':')[0])).toEqual([
    'Se corrige',
    'No se corrige, porque al contar de nuevo no se repitió',
  ]);
  await expectHealed();
  expect(await records()).toBe(before);
});

test('files without a record, and records without a file', async () => {
  const put = () => world.deps.files.put(Readable.from(['un guion']), { maxBytes: 100 });
  const [kept, lost] = [await put(), await put()];
  const script = (fileKey: string, originalName: string) => ({
    campaignId: here.campaign.id,
    fileKey,
    originalName,
    contentType: 'application/pdf',
    bytes: 8,
    sha256: Buffer.alloc(32),
  });
  const gone = randomUUID();
  await world.db
    .insertInto('script')
    .values([script(kept.key, 'guion.pdf'), script(gone, 'perdido.pdf')] as never)
    .execute();
  const noted = await put();
  await world.db.insertInto('orphanFile').values({ fileKey: noted.key, createdAt: world.clock.now() }).execute();
  expect(await findings()).toEqual([
    `Falta el archivo ${gone} del script «perdido.pdf» de la campaña ${here.campaign.id}.`,
    `El archivo ${lost.key} no es de ningún registro.`,
  ]);
  await world.deps.files.remove(lost.key);
  // A file is removed a moment before its key.
  const [found] = await Promise.all([
    findings(),
    pause(500).then(() => world.db.deleteFrom('script').where('fileKey', '=', gone).execute()),
  ]);
  expect(found).toEqual([]);
});

test('restores label sets; reports a changed audit record and leaves it', async () => {
  await expect.poll(() => sealAudit(world.db), { timeout: 15_000 }).toBeGreaterThan(0);
  const { rows } = await sql<{ id: number }>`
    delete from audit_label_set where id = (select label_set from audit order by id limit 1) returning id`.execute(
    world.db,
  );
  expect(await findings()).toEqual([`Falta el conjunto de etiquetas ${rows[0]!.id} de la auditoría.`]);
  await rebuild();
  expect(await findings()).toEqual([]);
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update audit set object_id = '77' where id = (select min(id) from audit)`.execute(trx);
  });
  const changed = await findings();
  expect(changed).toEqual([expect.stringMatching(/^El registro \d+ fue modificado\.$/)]);
  await rebuild();
  expect(await findings()).toEqual(changed);
});
