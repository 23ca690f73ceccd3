import { api } from '@campanero/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { exported } from '../../../test/exports.ts';
import { anOperator, type TestUser } from '../../../test/factories.ts';

/** Every line equals a recount in plain SQL that shares no code with the product. */
const world = useWorld();
let operators: TestUser[];
let here: Calling;
beforeAll(async () => {
  operators = [await anOperator(world), await anOperator(world), await anOperator(world)];
  here = await aCallingCampaign(world, { operators, each: 5, unassigned: 5 });
});

const LONG = `"${'ñ; \n=1+1 '.repeat(500)}"`.slice(0, 5_000).trim();
const step = fc.record({
  what: fc.constantFrom('register', 'register', 'register', 'correct', 'reassign', 'note'),
  call: fc.nat(14),
  state: fc.constantFrom('talked', 'again', 'refused'),
  affinity: fc.constantFrom('Neutro', 'Positivo', 'Negativo', undefined),
  observations: fc.constantFrom(undefined, '=HYPERLINK("x")', 'dos\r\nlíneas', LONG, '  -5', "'comillas'"),
  operator: fc.nat(2),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take({ what, call, state, affinity, observations, operator }: Step): Promise<void> {
  const { id } = here.calls[call]!;
  const params = { id: here.campaign.id, callId: id };
  const manager = as(world, here.manager);
  world.clock.advance(1_000);
  const body = {
    stateId: here.states[state].id,
    ...(affinity && { affinity }),
    ...(observations !== undefined && { observations }),
  };
  if (what === 'register') await manager.call(api.calls.register, { params, body });
  if (what === 'reassign')
    await manager.call(api.calls.reassign, { params: { ...params, operatorId: operators[operator]!.id } });
  if (what === 'note')
    await world.db
      .updateTable('call')
      .set({ observations: observations ?? null })
      .where('id', '=', id)
      .execute();
  if (what !== 'correct') return;
  const last = await world.db
    .selectFrom('callHistory')
    .select('id')
    .where('callId', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (last)
    await manager.call(api.calls.correct, {
      params: { ...params, entryId: last.id },
      body: { ...body, reason: 'Se eligió otro' },
    });
}

const moment = (column: string) => sql.raw(`to_char(${column} - interval '3 hours', 'DD-MM-YYYY HH24:MI')`);

test('files contain every outcome, correction, move and note', async () => {
  for (const one of fc.sample(step, 120)) await take(one);
  world.clock.advance(1_000);
  const input = { params: { id: here.campaign.id } };
  const lines = await exported(world, here.manager, api.exports.calls, input);
  const { rows: history } = await sql<Record<string, string>>`
    select h.id::text as "Registro", c.number::text as "Teléfono", s.name as "Estado",
      u.first_name || ' ' || u.last_name as "Operador", coalesce(h.observations, '') as "Observaciones",
      case h.affinity when 1 then 'Neutro' when 2 then 'Positivo' when 3 then 'Negativo' else '' end as "Afinidad",
      coalesce(h.corrects_id::text, '') as "Corrige", coalesce(h.reason, '') as "Motivo de la corrección",
      case when h.id in (select corrects_id from call_history where corrects_id is not null) then 'Sí' else 'No' end as "Corregido"
    from call_history h, call c, state s, app_user u
    where c.id = h.call_id and s.id = h.state_id and u.id = h.user_id and h.campaign_id = ${here.campaign.id}
    order by h.id`.execute(world.db);
  expect(history.length).toBeGreaterThan(30);
  expect(history.some((row) => row['Corregido'] === 'Sí')).toBe(true);
  expect(lines.map((line) => pick(line, history[0]!))).toEqual(history);

  const people = await exported(world, here.manager, api.exports.audience, input);
  const { rows: calls } = await sql<Record<string, string>>`
    select c.id::text as "Id de llamado", c.number::text as "Teléfono", p.first_name as "Nombre", s.name as "Estado",
      coalesce(u.first_name || ' ' || u.last_name, '') as "Operador", coalesce(c.observations, '') as "Observaciones",
      (select count(*)::text from call_history h where h.call_id = c.id and h.corrects_id is null) as "Llamados",
      coalesce(${moment("(c.last_at at time zone 'UTC')")}, '') as "Último llamado"
    from call c join person p on p.id = c.person_id join state s on s.id = c.state_id left join app_user u on u.id = c.operator_id
    where c.campaign_id = ${here.campaign.id} order by c.id`.execute(world.db);
  expect(people.map((line) => pick(line, calls[0]!))).toEqual(calls);
});

const pick = (line: Record<string, string>, like: Record<string, string>) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, line[name]]));
