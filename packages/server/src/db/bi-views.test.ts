import { api } from '@campanero/contract';
import { groupOfState, STATE_GROUP_NAMES, STATE_GROUPS } from '@campanero/contract/configuration/state-groups';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import type { Calling } from '../../test/calling.ts';
import { anAdministrator, anExternalOperator, aSession, type TestUser } from '../../test/factories.ts';
import { jobCtx, runJob } from '../../test/jobs.ts';
import { loadFiles } from '../../test/loads.ts';
import { aWorkedCampaign } from '../../test/worked-campaign.ts';
import { closingWork } from '../features/campaigns/status/close-campaign.ts';

// The views of schema `bi` are a contract with other programs (docs/operations/bi.md): what they hold, and that they show what the
// pages show.
const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));

/** As text, `null` for no value: the columns of a view, in its order. */
const rowsOf = async <R>(query: string) => (await sql.raw<R>(query).execute(world.db)).rows;
const signedIn = async (user: Pick<TestUser, 'id'>) => as(world, await aSession(world, user.id));
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

const SPAN = { fromdate: '2026-03-10T03:00:00Z', todate: '2026-03-12T03:00:00Z' };

/** The days of two campaigns: one still open, one closed before a state changed. */
async function twoCampaigns() {
  const here = await aWorkedCampaign(world);
  world.clock.advance(24 * 3_600_000);
  const [, , , , untouched] = here.calls;
  await (
    await signedIn({ id: untouched!.operatorId! })
  ).call(api.calls.register, {
    params: { id: here.campaign.id, callId: untouched!.id },
    body: { stateId: here.states.talked.id, affinity: 'Negativo' },
  });
  const closed = await aWorkedCampaign(world);
  await (await signedIn(closed.manager)).call(api.campaigns.finish, { params: { id: closed.campaign.id } });
  await closingWork.jobs.large.handler(jobCtx(world), { campaignId: closed.campaign.id });
  return { here, closed };
}
const withChangedState = async (stateId: number, work: () => Promise<void>) => {
  const flip = sql`update state set contactability = not contactability, effectiveness = not effectiveness where id = ${stateId}`;
  await flip.execute(world.db);
  try {
    await work();
  } finally {
    await flip.execute(world.db);
  }
};

test('version 1.0: a change of this list raises the version of bi.contrato and docs/operations/bi.md', async () => {
  const columns = await rowsOf<{ view: string; columns: string }>(
    `select table_name as view, string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'bi' group by 1 order by 1`,
  );
  const who = 'dia date, campania_id integer, campania text, operador_id integer, operador text';
  expect(Object.fromEntries(columns.map((row) => [row.view, row.columns]))).toEqual({
    afinidad: `${who}, afinidad text, llamados integer`,
    campanias:
      'campania_id integer, campania text, objetivo text, lado text, estado text, inicio timestamp without time zone, fin timestamp without time zone, finalizada_el timestamp without time zone, base_total integer, realizados integer, pendientes integer, rellamados integer, contactados integer, efectivos integer, participa integer, relevamiento_mail integer, relevamiento_whatsapp integer, afinidad_positiva integer, afinidad_neutral integer, afinidad_negativa integer',
    cargas:
      'carga_id integer, campania_id integer, campania text, origen text, estado text, inicio timestamp without time zone, fin timestamp without time zone, leidas integer, cargadas integer, duplicadas integer, rechazadas integer, omitidas integer, omitidas_bloqueadas integer, omitidas_llamadas integer, omitidas_activas integer',
    contactos:
      'campania_id integer, campania text, operador_id integer, operador text, estado_id integer, estado text, contactos integer',
    contrato: 'version text, desde date',
    estados:
      'estado_id integer, estado text, grupo text, contactabilidad boolean, efectividad boolean, rellamado boolean, habilitado boolean',
    llamados: `${who}, estado_id integer, estado text, llamados integer, rellamados integer, participa integer, contactados integer, efectivos integer`,
    meses:
      'mes date, lado text, campanias_iniciadas integer, contactos_cargados bigint, llamados bigint, contactados bigint, efectivos bigint',
    operadores: 'operador_id integer, operador text, lado text, rol text, habilitado boolean',
    tiempos: `${who}, primer_llamado timestamp without time zone, ultimo_llamado timestamp without time zone, minutos integer, llamados integer`,
  });
  expect(await rowsOf('select version from bi.contrato')).toEqual([{ version: '1.0' }]);
});

test('every view and column is described', async () => {
  expect(
    await rowsOf(
      `select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where c.relnamespace = 'bi'::regnamespace
         and (coalesce(col_description(c.oid, a.attnum), '') = '' or coalesce(obj_description(c.oid, 'pg_class'), '') = '')`,
    ),
  ).toEqual([]);
});

test('the views read counters, catalogue and names of campaigns and users, nothing about citizens', async () => {
  const read = await rowsOf<{ source: string; texts: string | null }>(
    `select source.relname as source,
       string_agg(distinct a.attname::text, ' ' order by a.attname::text) filter (where t.typcategory = 'S' or t.typname = 'jsonb') as texts
     from pg_class v join pg_rewrite r on r.ev_class = v.oid
     join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
     join pg_class source on source.oid = d.refobjid
     left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid and a.attnum > 0
     left join pg_type t on t.oid = a.atttypid
     where v.relnamespace = 'bi'::regnamespace and source.oid <> v.oid group by 1 order by 1`,
  );
  expect(Object.fromEntries(read.map(({ source, texts }) => [source, texts]))).toEqual({
    app_user: 'first_name kind last_name',
    audience_load: 'source status',
    call_figure: 'figure',
    call_total: null,
    campaign: 'name status',
    frozen_statistics: 'figures states',
    objective: 'name',
    outcome_count: null,
    state: 'name',
    user_role: null,
  });
});

test('no view has a number, a name, a document or a text of a citizen, not even of the only one in a campaign', async () => {
  const { manager, campaign } = await aWorkedCampaign(world);
  const tagged = 'Xyloquazan';
  const file = `nombre;apellido;documento;telefono;correo\n${tagged};Brumbleth;47111222;1147110909;x@brumbleth.example\n`;
  await world.db.updateTable('campaign').set({ status: 'PENDIENTE' }).where('id', '=', campaign.id).execute();
  const loaded = await loadFiles(world, manager, campaign.id, [{ name: `${tagged}.csv`, content: file }]);
  expect(loaded).toMatchObject({ loaded: 1 });
  const views = await rowsOf<{ view: string }>(
    `select table_name as view from information_schema.views where table_schema = 'bi' order by 1`,
  );
  expect(views).toHaveLength(10);
  for (const { view } of views) {
    const rows = await rowsOf<{ text: string }>(`select row_to_json(v)::text as text from bi.${view} v`);
    expect(rows.length, view).toBeGreaterThan(0);
    expect(
      rows.filter(({ text }) => /xyloquazan|brumbleth|47111222|1147110909|11500\d{5}|persona/i.test(text)),
    ).toEqual([]);
  }
});

type Figures = Record<
  | 'base_total'
  | 'realizados'
  | 'pendientes'
  | 'rellamados'
  | 'contactados'
  | 'efectivos'
  | 'participa'
  | 'relevamiento_mail'
  | 'relevamiento_whatsapp'
  | 'afinidad_positiva'
  | 'afinidad_neutral'
  | 'afinidad_negativa',
  number
>;
const jsonOf = async <R>(query: string): Promise<R[]> =>
  (await rowsOf<{ row: R }>(`select row_to_json(v) as row from (${query}) v`)).map(({ row }) => row);

test('bi.campanias shows what the page of statistics shows, also of a closed campaign after a state changed', async () => {
  const { here, closed } = await twoCampaigns();
  const compare = async () => {
    for (const { campaign, manager } of [here, closed]) {
      const page = (
        await (await signedIn(manager)).send(api.campaignStatistics.campaign, { params: { campaignId: campaign.id } })
      ).body;
      const [row] = await jsonOf<Figures>(`select * from bi.campanias where campania_id = ${campaign.id}`);
      expect(row).toMatchObject({
        campania: campaign.name,
        base_total: page.totalCalls,
        realizados: page.totalCalled,
        pendientes: page.pending,
        rellamados: page.totalReCalled,
        contactados: page.contacted,
        efectivos: page.effective,
        participa: page.participate,
        relevamiento_mail: page.takeoverByMail,
        relevamiento_whatsapp: page.takeoverByWhatsapp,
        afinidad_positiva: page.affinity.positive,
        afinidad_neutral: page.affinity.neutral,
        afinidad_negativa: page.affinity.negative,
      });
      expect(page.contacted).toBeGreaterThan(0);
    }
  };
  await compare();
  await withChangedState(here.states.refused.id, compare);
});

test('bi.llamados shows the days of the page of statistics, and the operators of the monitor', async () => {
  const { here, closed } = await twoCampaigns();
  const compare = async () => {
    for (const { campaign, manager } of [here, closed]) {
      const days = (
        await (await signedIn(manager)).send(api.campaignStatistics.days, { params: { campaignId: campaign.id } })
      ).body;
      expect(days.length).toBeGreaterThan(0);
      expect(
        await jsonOf(
          `select dia as date, sum(llamados) as "callsMade", sum(contactados) as contacted, sum(efectivos) as effective
           from bi.llamados where campania_id = ${campaign.id} group by 1 order by 1`,
        ),
      ).toEqual(days.map(({ date, callsMade, contacted, effective }) => ({ date, callsMade, contacted, effective })));
    }
  };
  await compare();
  await withChangedState(here.states.refused.id, compare);

  const today = (await (await signedIn(here.manager)).call(api.monitor.day, { query: { external: '0' } })).body;
  const rows = await jsonOf<{ operador_id: number; operador: string; grupo: string; n: number }>(
    `select operador_id, operador, grupo, sum(llamados) as n from bi.llamados join bi.estados using (estado_id)
     where dia = '2026-03-11' group by 1, 2, 3`,
  );
  expect(today.operatorIds.length).toBeGreaterThan(1);
  for (const [place, id] of today.operatorIds.entries()) {
    const own = rows.filter((row) => row.operador_id === id);
    expect(own[0]?.operador).toBe(today.categories[place]);
    for (const group of STATE_GROUPS)
      expect(sum(own.filter(({ grupo }) => grupo === STATE_GROUP_NAMES[group]).map(({ n }) => n))).toBe(
        today.series.find(({ name }) => name === STATE_GROUP_NAMES[group])?.data[place],
      );
  }
  expect(sum(rows.map(({ n }) => n))).toBe(sum(today.series.at(-1)!.data));
});

test('bi.llamados and bi.afinidad show the figures of the page with dates', async () => {
  const { here } = await twoCampaigns();
  const params = { campaignId: here.campaign.id };
  const page = (await (await signedIn(here.manager)).call(api.campaignStatistics.campaign, { params, query: SPAN }))
    .body;
  const where = `where campania_id = ${here.campaign.id} and dia between '2026-03-10' and '2026-03-11'`;
  expect(
    await jsonOf(
      `select sum(llamados) as "totalCalled", sum(rellamados) as "totalReCalled", sum(participa) as participate,
         sum(contactados) as contacted, sum(efectivos) as effective from bi.llamados ${where}`,
    ),
  ).toEqual([
    {
      totalCalled: page.totalCalled,
      totalReCalled: page.totalReCalled,
      participate: page.participate,
      contacted: page.contacted,
      effective: page.effective,
    },
  ]);
  expect(page).toMatchObject({ totalCalled: 4, totalReCalled: 1 });
  const by = (name: string) => `coalesce(sum(llamados) filter (where afinidad = '${name}'), 0)`;
  expect(
    await jsonOf(
      `select ${by('Positivo')} as positive, ${by('Neutral')} as neutral, ${by('Negativo')} as negative, sum(llamados) as n
       from bi.afinidad ${where}`,
    ),
  ).toEqual([{ ...page.affinity, n: page.totalCalled }]);
  expect(page.affinity).toEqual({ positive: 1, neutral: 0, negative: 1 });
});

test('bi.tiempos shows the first and last calls of the individual monitor', async () => {
  const { here } = await twoCampaigns();
  const monitor = await signedIn(here.manager);
  for (const operator of here.operators) {
    const page = (await monitor.call(api.monitor.detail, { params: { id: operator.id }, query: SPAN })).body;
    expect(
      await jsonOf(
        `select dia as date, to_char(min(primer_llamado), 'HH24:MI') as "firstCall", to_char(max(ultimo_llamado), 'HH24:MI') as "lastCall",
           sum(llamados) as "callsMade" from bi.tiempos where operador_id = ${operator.id} group by 1 order by 1 desc`,
      ),
    ).toEqual(
      page.dataValues.map(({ date, firstCall, lastCall, callsMade }) => ({ date, firstCall, lastCall, callsMade })),
    );
  }
});

test('bi.contactos shows what the audience counts by state and operator', async () => {
  const { here } = await twoCampaigns();
  const manager = await signedIn(here.manager);
  const rows = await jsonOf<{ operador_id: number | null; operador: string; estado_id: number; contactos: number }>(
    `select * from bi.contactos where campania_id = ${here.campaign.id}`,
  );
  const params = { id: here.campaign.id };
  const contactsOf = (mine: (row: (typeof rows)[number]) => boolean) =>
    sum(rows.filter(mine).map(({ contactos }) => contactos));
  for (const state of new Set(rows.map(({ estado_id: id }) => id)))
    expect((await manager.send(api.audience.count, { params, query: { states: String(state) } })).body).toEqual({
      totalElementsCount: contactsOf(({ estado_id: id }) => id === state),
    });
  for (const operator of here.operators) {
    const own = await (
      await signedIn(operator)
    ).send(api.campaignStatistics.own, { params: { campaignId: here.campaign.id } });
    expect(own.body.totalCalls).toBe(contactsOf(({ operador_id: id }) => id === operator.id));
  }
  const page = (await manager.send(api.campaignStatistics.campaign, { params: { campaignId: here.campaign.id } })).body;
  expect(sum(rows.map(({ contactos }) => contactos))).toBe(page.totalCalls);
  expect(rows.filter((row) => row.operador_id === null)).toMatchObject([{ operador: 'Sin asignar', contactos: 2 }]);
});

test('bi.cargas shows the report of the load', async () => {
  const { manager, campaign } = (await aWorkedCampaign(world)) satisfies Calling;
  await world.db.updateTable('campaign').set({ status: 'PENDIENTE' }).where('id', '=', campaign.id).execute();
  const content = 'telefono;nombre\n1145550001;Ana\n1145550001;Ana\nno;Luis\n1145550002;Eva\n';
  const report = await loadFiles(world, manager, campaign.id, [{ content }]);
  if (!report) throw new Error('no report');
  expect(report).toMatchObject({ read: 4, loaded: 2, duplicates: 1, rejected: 1 });
  expect(await jsonOf(`select * from bi.cargas where campania_id = ${campaign.id}`)).toMatchObject([
    {
      carga_id: report.id,
      origen: 'Archivo',
      estado: 'Completa',
      leidas: report.read,
      cargadas: report.loaded,
      duplicadas: report.duplicates,
      rechazadas: report.rejected,
      omitidas: report.skipped,
      omitidas_bloqueadas: report.skippedBreakdown.blocked,
      omitidas_llamadas: report.skippedBreakdown.called,
      omitidas_activas: report.skippedBreakdown.active,
    },
  ]);
});

test('bi.meses and bi.operadores show the page of all campaigns', async () => {
  const { here } = await twoCampaigns();
  await anExternalOperator(world);
  await anExternalOperator(world, { disabled: true });
  await runJob(world.deps, 'statistics.refresh');
  const administrator = await signedIn(await anAdministrator(world));
  const [series, metrics, totals] = [
    (await administrator.call(api.globalStatistics.grouped)).body,
    (await administrator.call(api.globalStatistics.metrics)).body,
    (await administrator.call(api.globalStatistics.view)).body,
  ];
  const months = await jsonOf<
    Record<'campanias_iniciadas' | 'contactos_cargados' | 'llamados' | 'contactados' | 'efectivos', number> & {
      mes: string;
      lado: string;
    }
  >('select * from bi.meses');
  const march = (lado: string) => months.find((row) => row.mes === '2026-03-01' && row.lado === lado);
  const [shown, rates] = [series.at(-1)!, metrics.at(-1)!];
  expect(march('Interna')).toMatchObject({
    campanias_iniciadas: shown.internalCampaigns,
    contactos_cargados: shown.internalCalls,
    llamados: shown.internalOperatorCalls,
  });
  expect(march('Externa')?.llamados ?? 0).toBe(shown.externalOperatorCalls);
  const { llamados, contactados, efectivos } = march('Interna')!;
  const percent = (part: number) => Math.round((part * 1000) / llamados) / 10;
  expect(rates.internal).toEqual({
    total: llamados,
    contactability: percent(contactados),
    effectiveness: percent(efectivos),
  });
  expect(llamados).toBeGreaterThan(6);

  const operators = await jsonOf<{ rol: string; habilitado: boolean }>('select * from bi.operadores');
  const active = (rol: string) => operators.filter((row) => row.habilitado && row.rol === rol).length;
  expect(active('Operador')).toBe(totals.operators.internal.total);
  expect(active('Operador externo')).toBe(totals.operators.external.total);
  expect(here.operators).toHaveLength(2);
});

test('bi.estados shows the configuration, in the groups of the monitor', async () => {
  const { manager } = await aWorkedCampaign(world);
  const states = (await (await signedIn(manager)).send(api.configuration.states)).body as unknown as {
    id: number;
    name: string;
    contactability: boolean;
    effectiveness: boolean;
    callback: boolean;
  }[];
  const rows = await jsonOf<{ estado_id: number; estado: string; grupo: string }>('select * from bi.estados');
  expect(states.length).toBeGreaterThan(4);
  for (const state of states)
    expect(rows.find(({ estado_id: id }) => id === state.id)).toMatchObject({
      estado: state.name,
      grupo: STATE_GROUP_NAMES[groupOfState(state)],
    });
});

test('a day or a campaign is an index range, whatever the number of counters', async () => {
  const { campaign } = await aWorkedCampaign(world);
  await sql`
    insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
    select c, o, date '2025-01-01' + d, 2, 0, 1, now(), now()
    from generate_series(${campaign.id}::int, ${campaign.id}::int) c, generate_series(100000, 100099) o, generate_series(0, 399) d`.execute(
    world.db,
  );
  const other = await aWorkedCampaign(world);
  await sql`analyze outcome_count`.execute(world.db);
  const planOf = async (query: string) =>
    (await rowsOf<{ 'QUERY PLAN': string }>(`explain ${query}`)).map((row) => Object.values(row)[0]).join('\n');
  for (const view of ['llamados', 'afinidad', 'tiempos'])
    for (const where of [`dia = '2025-06-01'`, `dia >= '2026-01-20'`, `campania_id = ${other.campaign.id}`]) {
      const plan = await planOf(`select * from bi.${view} where ${where}`);
      expect(plan, `${view} ${where}\n${plan}`).not.toMatch(/Seq Scan on outcome_count/);
    }
  for (const { view } of await rowsOf<{ view: string }>(
    `select table_name as view from information_schema.views where table_schema = 'bi'`,
  ))
    expect(await planOf(`select * from bi.${view}`), view).not.toMatch(
      / on (call|call_b\w+|call_history\w*|person\w*) /,
    );
});
