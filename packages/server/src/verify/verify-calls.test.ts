import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { expectTrueCounters, type Calling } from '../../test/calling.ts';
import { anAdministrator } from '../../test/factories.ts';
import { aWorkedCampaign } from '../../test/worked-campaign.ts';
import { rebuildEverything, verifyEverything } from './verify.ts';

// Calls against their history, and a history with deleted entries.

const world = useWorld();
let here: Calling;
beforeEach(async () => {
  here = await aWorkedCampaign(world);
});

const deps = () => ({
  db: world.db,
  read: world.deps.read,
  files: world.deps.files,
  recordedHeads: [],
  now: world.clock.now(),
});
const findings = async () => (await verifyEverything(deps())).flatMap((section) => section.findings);
const rebuild = () => rebuildEverything(deps());
const title = () => `Campaña ${here.campaign.id} «${here.campaign.name}»`;
const callsOfAna = () => here.callsOf(here.operators[0]!);
const expectHealed = async () => {
  expect(await findings()).toEqual([]);
  await expectTrueCounters(world, here.campaign.id);
};

describe('calls match their last registration after corrections', () => {
  /** Changed by hand together with the counters: only the history shows it. */
  const setCall = async (callId: number, change: string) => {
    await sql`update call set ${sql.raw(change)} where id = ${callId}`.execute(world.db);
    await world.db.transaction().execute(async (trx) => {
      await sql`delete from call_total where campaign_id = ${here.campaign.id}`.execute(trx);
      await sql`insert into call_total (campaign_id, operator_id, state_id, n)
        select campaign_id, coalesce(operator_id, 0), state_id, count(*) from call where campaign_id = ${here.campaign.id}
        group by 1, 2, 3`.execute(trx);
    });
  };
  const callNow = (id: number) =>
    world.db
      .selectFrom('call')
      .select(['stateId', 'substateId', 'affinity', 'callCount', 'stateBeforeInvalid'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test.each<[string, number, (states: Calling['states']) => string, (id: number) => string]>([
    [
      'the state',
      0,
      ({ refused }) => `state_id = ${refused.id}`,
      (id) => `el llamado ${id} figura «No desea participar» y según su historial es «Participa».`,
    ],
    [
      'the state of a corrected one',
      1,
      ({ again }) => `state_id = ${again.id}`,
      (id) => `el llamado ${id} figura «No contesta» y según su historial es «No desea participar».`,
    ],
    [
      'the state of one without registrations',
      2,
      ({ talked }) => `state_id = ${talked.id}`,
      (id) => `el llamado ${id} figura «Participa» y según su historial es «Pendiente».`,
    ],
    [
      'the substate',
      0,
      ({ substate }) => `substate_id = ${substate.id}`,
      (id) => `el llamado ${id} tiene el subestado «Por mail» y según su historial es ninguno.`,
    ],
    [
      'the state to which an invalid one returns',
      0,
      () => 'invalid = true, state_id = 17, state_before_invalid = 1, blocked = true',
      (id) => `el llamado ${id} figura «Pendiente» y según su historial es «Participa».`,
    ],
  ])('%s', async (_name, place, change, sentence) => {
    const call = callsOfAna()[place]!;
    const before = await callNow(call.id);
    await setCall(call.id, change(here.states));
    expect(await findings()).toContain(`${title()}: ${sentence(call.id)}`);
    await rebuild();
    await expectHealed();
    const { stateId, stateBeforeInvalid, ...after } = await callNow(call.id);
    expect({ ...after, stateId: stateBeforeInvalid ?? stateId, stateBeforeInvalid: null }).toEqual(before);
  });

  test('the affinity', async () => {
    const [first] = callsOfAna();
    await sql`update call set affinity = null where id = ${first!.id}`.execute(world.db);
    expect(await findings()).toContain(
      `${title()}: el llamado ${first!.id} tiene la afinidad ninguna y según su historial es Positivo.`,
    );
    await rebuild();
    await expectHealed();
    expect((await callNow(first!.id)).affinity).toBe(2);
  });

  test('which registration was the first', async () => {
    const [first, second] = callsOfAna();
    const entries = async (callId: number) =>
      (
        await world.db
          .selectFrom('callHistory')
          .select(['id', 'again'])
          .where('callId', '=', callId)
          .orderBy('id')
          .execute()
      ).map(({ id, again }) => ({ id, again }));
    const [ofFirst, ofSecond] = [await entries(first!.id), await entries(second!.id)];
    await sql`update call_history set again = not again where call_id = any(${[first!.id, second!.id]}::bigint[])`.execute(
      world.db,
    );
    expect(await findings()).toEqual([
      `${title()}: el registro ${ofFirst[0]!.id} del llamado ${first!.id} figura como una repetición y es el primero.`,
      `${title()}: el registro ${ofFirst[1]!.id} del llamado ${first!.id} figura como el primero y es una repetición.`,
      // A registration and the correction that stands on it.
      ...ofSecond.map(
        ({ id }) =>
          `${title()}: el registro ${id} del llamado ${second!.id} figura como una repetición y es el primero.`,
      ),
    ]);
    await rebuild();
    await expectHealed();
    expect([await entries(first!.id), await entries(second!.id)]).toEqual([ofFirst, ofSecond]);
    await expect(sql`update call_history set state_id = 1`.execute(world.db)).rejects.toThrow('can be neither changed');
  });
});

test('repairs after a deleted registration; the loss stays visible in the audit and later verifications', async () => {
  const [first] = callsOfAna();
  const notes = async () => (await verifyEverything(deps())).flatMap((section) => section.notes ?? []);
  const before = (await notes()).length;
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from call_history where id = (select max(id) from call_history where call_id = ${first!.id})`.execute(
      trx,
    );
  });
  const lost = `${title()}: el llamado ${first!.id} dice 2 registros y su historial tiene 1.`;
  expect(await findings()).toContain(lost);
  await rebuild();
  await expectHealed();
  const [latest, ...earlier] = await notes();
  expect(earlier).toHaveLength(before);
  expect(latest).toContain('; se perdió un registro del historial.');
  expect(latest).toContain(lost);
  expect(latest).toContain(
    `${title()}: el llamado ${first!.id} figura «Participa» y según su historial es «No contesta».`,
  );
  const administrator = await anAdministrator(world);
  const listed = await as(world, administrator).call(api.auditLog.list, {
    query: { action: 'ESTADÍSTICA', subaction: 'ACTUALIZAR', pageNumber: 0, pageSize: 10 },
  });
  expect(listed.body.audit[0]).toMatchObject({
    userName: 'Sistema',
    info: {
      entries: [{ label: 'Registros', prevValue: 2 }],
      modifications: expect.arrayContaining([
        { label: 'Acción', value: 'Reconstrucción' },
        { label: 'Campaña', value: here.campaign.name },
        { label: 'Registros perdidos', value: 1 },
        { label: 'Registros', value: 1 },
      ]),
    },
  });
  // Nothing left to repair: no further record.
  await rebuild();
  expect(await notes()).toHaveLength(before + 1);
});
