import { Writable } from 'node:stream';
import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { runListLoad, uploadList } from '../../../test/block-lists.ts';
import { aCallingCampaign, callNow } from '../../../test/calling.ts';
import { ask, download, make } from '../../../test/exports.ts';
import { anAdministrator, anOperator } from '../../../test/factories.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';
import { everyFile, everyRow, TAGGED, traces } from '../../../test/traces.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { sealAudit } from '../../work/seal-audit.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { clearAnsweredRequests } from './erasures.queries.ts';
import { runErasure } from './run-erasure.ts';

const NUMBER = TAGGED.number;
const NEIGHBOUR = '1147110908';

const logged: string[] = [];
const world = useWorld({
  log: pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString());
        done();
      },
    }),
  ),
});

const figures = async () => ({
  totals: (await sql`select * from call_total where n > 0 order by 1, 2, 3`.execute(world.db)).rows,
  figures: (await sql`select * from call_figure where figure <> 'free' and n > 0 order by 1, 2, 3`.execute(world.db))
    .rows,
  outcomes: (await sql`select * from outcome_count order by 1, 2, 3, 4, 5`.execute(world.db)).rows,
});
const findings = async () =>
  (
    await verifyEverything({
      db: world.db,
      read: world.deps.read,
      files: world.deps.files,
      recordedHeads: [],
      now: world.clock.now(),
    })
  ).flatMap((section) => section.findings);
/** Every preparation step must succeed, or the test proves nothing. */
async function done<T extends { status: number; body: unknown }>(reply: Promise<T>): Promise<T> {
  const answer = await reply;
  if (answer.status >= 300) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer;
}
async function seal() {
  await expect.poll(() => sealAudit(world.db), { timeout: 15_000 }).toBe(0);
}

test(
  'a person who went through everything is found nowhere after the erasure, and nothing else changed',
  { timeout: 60_000 },
  async () => {
    const admin = await anAdministrator(world);
    const operator = await anOperator(world);
    const here = await aCallingCampaign(world, { operators: [operator], each: 2, status: 'PAUSADA' });
    const { id } = here.campaign;
    await loadFiles(world, admin, id, [
      {
        content:
          'Teléfono;Nombre;Apellido;DNI;Correo;Fecha de nacimiento;Canal\n' +
          `${NUMBER};Xyloquazan;Brumbleth;47111222;xyloquazan@brumbleth.example;03/02/1971;Brumbleth radio\n` +
          `${NEIGHBOUR};Beto;Vecino;20111333;beto@vecino.example;;\n` +
          '12;Xyloquazan;Brumbleth;47.111.222;;;\n',
      },
    ]);
    await world.db
      .updateTable('campaign')
      .set({ status: 'EN CURSO', statusBeforePause: null })
      .where('id', '=', id)
      .execute();
    const [call, other] = (await callsOf(world, id)).filter(({ number }) => [NUMBER, NEIGHBOUR].includes(number)) as [
      Awaited<ReturnType<typeof callsOf>>[0],
      Awaited<ReturnType<typeof callsOf>>[0],
    ];
    await sql`update call set operator_id = ${operator.id} where id in (${call.id}, ${other.id})`.execute(world.db);
    await sql`update call_total set n = n - 2 where campaign_id = ${id} and operator_id = 0`.execute(world.db);
    await sql`update call_total set n = n + 2 where campaign_id = ${id} and operator_id = ${operator.id} and state_id = 1`.execute(
      world.db,
    );
    await sql`update call_figure set n = n - 2 where campaign_id = ${id} and figure = 'free'`.execute(world.db);
    // A second, unrelated person has the neighbour's number.
    const params = { id, callId: call.id };
    const oper = as(world, operator);
    const manager = as(world, here.manager);
    const callbackAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    await done(
      oper.call(
        api.calls.register,
        {
          params,
          body: {
            stateId: here.states.again.id,
            callbackAt,
            observations: 'Xyloquazan Brumbleth pide otra hora',
            personId: call.personId,
          },
        },
        { 'idempotency-key': 'another-key-of-the-browser' },
      ),
    );
    const [entry] = (await manager.call(api.calls.history, { params })).body;
    await done(
      manager.call(api.calls.correct, {
        params: { ...params, entryId: entry!.id },
        body: { stateId: here.states.refused.id, reason: 'Brumbleth se arrepintió', observations: 'brumbleth' },
      }),
    );
    await done(
      oper.call(api.calls.register, {
        params: { id, callId: other.id },
        body: { stateId: here.states.talked.id, affinity: 'Positivo', observations: 'Beto dijo que sí' },
      }),
    );
    // Texts about the person on calls to others.
    const third = here.callsOf(operator)[1]!;
    await done(
      oper.call(api.calls.register, {
        params: { id, callId: third.id },
        body: { stateId: here.states.again.id, observations: 'Es la madre de Xyloquazan Brumbleth' },
      }),
    );
    await done(
      oper.call(api.contacts.saveDetail, {
        params: { phone: third.number, callId: third.id },
        body: { observations: 'Llamar de tarde\nHijo: DNI 47.111.222' },
      }),
    );
    await done(
      oper.send(
        api.contacts.savePerson,
        {
          params: { personId: call.personId },
          query: { lead: '1' },
          body: { nationality: 'Brumbleth', businessName: 'Brumbleth e hijos', interested: true },
        },
        { 'idempotency-key': 'a-key-of-the-browser' },
      ),
    );
    await done(
      oper.call(api.contacts.saveDetail, {
        params: { phone: NUMBER, callId: call.id },
        body: { observations: 'Anotado: Xyloquazan Brumbleth' },
      }),
    );
    await done(oper.call(api.quickPanel.addNote, { body: { text: 'Comprar yerba\nLlamar a Brumbleth Xyloquazan' } }));
    await done(as(world, admin).call(api.personalData.search, { body: { text: 'brumbleth xyloquazan' } }));
    await sql`
    insert into mail (user_id, recipient, subject, body, message_id, sent_at)
    values (${operator.id}, 'o@x.example', 'Sobre Xyloquazan Brumbleth', 'Tel. 11 4711 0909', 'a', now()),
      (${operator.id}, 'o@x.example', 'Aviso', 'DNI 47.111.222', 'b', null)`.execute(world.db);
    // On a block list and removed again; an invalid line of the file; the reason of the removal.
    const listed = await uploadList(world, admin, {
      content: `${NUMBER}\nXyloquazan Brumbleth\n`,
      name: 'xyloquazan brumbleth.csv',
    });
    await runListLoad(world, listed.body.lastLoad.id);
    await done(
      as(world, admin).call(api.blockLists.removeNumber, {
        params: { id: listed.body.id },
        body: { number: NUMBER, reason: 'Lo pidió Brumbleth' },
      }),
    );
    await done(
      as(world, admin).send(api.blockLists.remove, {
        params: { id: listed.body.id },
        body: { reason: 'Era de Xyloquazan Brumbleth' },
      }),
    );
    await done(
      as(world, admin).call(api.retention.changeCampaign, {
        params: { id },
        body: { months: null, reason: 'Juicio de Xyloquazan Brumbleth', version: 0 },
      }),
    );
    await sql`
    insert into notification (user_id, action, campaign_id, call_id, reason, subject)
    values (${operator.id}, 'CALLBACK', ${id}, ${call.id}, null, 'a callback'),
      (${operator.id}, 'BULK AUDIENCE', ${id}, null, 'Falló la fila de Brumbleth, Xyloquazan', 'a load')`.execute(
      world.db,
    );
    // Answers and job payloads hold ids; as an earlier version might have left them.
    await sql`
    insert into idempotency_key (user_id, key, fingerprint, answer, created_at)
    values (${operator.id}, 'of-a-version-before', '', '{"name": "Brumbleth, Xyloquazan"}', now())`.execute(world.db);
    await sql`select pgboss.create_queue('erasure-test', '{"policy": "standard"}'::jsonb)`.execute(world.db);
    await sql`
    insert into pgboss.job (name, state, data, output) values
      ('erasure-test', 'completed', '{"to": "xyloquazan@brumbleth.example"}', null),
      ('erasure-test', 'failed', '{}', '{"message": "47.111.222 no es un número"}')`.execute(world.db);
    const exports = [
      await ask(world, here.manager, api.exports.audience, { params: { id }, query: {} }),
      await ask(world, here.manager, api.exports.calls, { params: { id }, query: {} }),
      await ask(world, admin, api.exports.audit, { query: {} }),
      await ask(world, admin, api.exports.personalData, { params: { id: call.personId } }),
    ];
    for (const each of exports) await make(world, each);
    const { rows: requests } = await sql<{ id: number }>`
    insert into data_request (kind, channel, received_on, due_on, person_id, asker, contact, identified_by, identified_note,
      created_by, created_at)
    values ('SUPRESION', 'NOTA', '2026-03-09', '2026-03-16', ${call.personId}, 'Xyloquazan Brumbleth', ${NUMBER}, 'DNI',
      'Se vio el de Xyloquazan Brumbleth', ${admin.id}, now())
    returning id`.execute(world.db);
    const requestId = requests[0]!.id;
    await seal();
    expect(await findings()).toEqual([]);
    // Partitioned tables; the queue has one per queue name.
    const places = traces(await everyRow(world.databaseUrl)).map((line) =>
      /^(?:(pgboss)|public\.([a-z]+(?:_[a-z]+)*?)(?:_b?\d\w*)? )/.exec(line)?.slice(1).join(''),
    );
    for (const table of [
      'person',
      'person_phone',
      'call',
      'call_history',
      'audit',
      'rejected_row',
      'mail',
      'note',
      'data_request',
      'block_list',
      'block_list_load',
      'block_list_rejected',
      'campaign',
      'notification',
      'idempotency_key',
      'pgboss',
    ])
      expect(places).toContain(table);
    expect(traces(await everyFile(world.deps.config.dataDir)).length).toBeGreaterThan(2);
    const [before, beto] = [await figures(), await callsOf(world, id)];

    const { body } = await done(
      as(world, admin).call(api.erasure.ask, {
        params: { id: call.personId },
        body: { requestId, confirmation: 'BRUMBLETH', keepBlock: false },
      }),
    );
    expect(await runErasure(jobCtx(world), body.last!.id)).toBe(true);
    await sql`
    update data_request set state = 'CUMPLIDO', answer = 'Se borró lo de Brumbleth', answered_by = ${admin.id}, answered_at = now()
    where id = ${requestId}`.execute(world.db);
    await world.db.transaction().execute(clearAnsweredRequests);

    expect(traces(await everyRow(world.databaseUrl))).toEqual([]);
    expect(traces(await everyFile(world.deps.config.dataDir))).toEqual([]);
    expect(traces(logged.join('\n'))).toEqual([]);
    expect(await figures()).toEqual(before);
    expect(await findings()).toEqual([]);
    await seal();
    expect(await findings()).toEqual([]);
    for (const each of exports) expect((await download(world, here.manager, each)).status).not.toBe(200);
    const bell = (await manager.call(api.notifications.list)).body.notifications;
    expect(bell.filter(({ reason }) => reason?.includes('pidió borrarlos'))).toHaveLength(2);
    // The neighbour's data is unchanged.
    expect((await callsOf(world, id)).filter(({ personId }) => personId === other.personId)).toEqual(
      beto.filter(({ personId }) => personId === other.personId),
    );
    const history = (await manager.call(api.calls.history, { params: { id, callId: other.id } })).body;
    expect(history).toMatchObject([{ observations: 'Beto dijo que sí' }]);
    expect(await callNow(world, third.id)).toMatchObject({ observations: 'Llamar de tarde\n(borrado)', callCount: 1 });
    expect((await oper.call(api.quickPanel.data)).body).toMatchObject({
      notes: [{ text: 'Comprar yerba\n(borrado)' }],
    });
  },
);
