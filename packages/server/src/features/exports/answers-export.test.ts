import { api } from '@campanero/contract';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { ask, download, exported, make } from '../../../test/exports.ts';
import { anExternalCoordinator, anOperator } from '../../../test/factories.ts';
import { anAskingCampaign, type Asking, ITEMS, say } from '../../../test/surveys.ts';

const world = useWorld();
const spec = api.exports.answers;
let here: Asking;
beforeEach(async () => {
  here = await anAskingCampaign(world, [...ITEMS, sampleItem(6, 'choices', { text: '¿Qué compra?' })]);
  const [one, two] = here.callsOf(here.ana);
  await sql`update person set first_name = '=Zulema', gender = 'F' where id = ${one!.personId}`.execute(world.db);
  await sql`update call set gender = 'F' where id = ${one!.id}`.execute(world.db);
  await say(world, here, {
    2: { value: 1 },
    3: { value: 1 },
    4: { value: 3 },
    5: { text: '=1+1\nluz; agua' },
    6: { values: [1, 3] },
  });
  await say(world, here, { 2: { none: 'unknown' } }, { callId: two!.id });
});

const asked = (query: Record<string, string | number> = {}) => ({ params: { id: here.campaign.id }, query });

describe('a file of the answers', () => {
  test('one row for each person, in words, with what a formula would be neutralised', async () => {
    const rows = await exported(world, here.manager, spec, asked());
    expect(rows).toMatchObject([
      {
        'Id de llamado': String(here.callsOf(here.ana)[0]!.id),
        Nombre: '=Zulema',
        Género: 'F',
        Canal: 'Teléfono',
        Operador: here.ana.name,
        Completo: 'Sí',
        '¿Qué le hace falta?': 'Rojo',
        '¿Vive con chicos?': 'Sí',
        '¿Cuántos?': '3',
        '¿Qué mejoraría?': '=1+1\nluz; agua',
        '¿Qué compra?': 'Pan, Vino',
      },
      { Completo: 'No', '¿Qué le hace falta?': 'No sabe / No contesta', '¿Vive con chicos?': '' },
    ]);
  });

  test('one row for each answer, equal to a recount of what is stored', async () => {
    const rows = await exported(world, here.manager, spec, asked({ by: 'answer' }));
    expect(rows.map((row) => [row['Id de llamado'], row['N.º de pregunta'], row['Respuesta'], row['Valor']])).toEqual(
      [
        [0, 2, 'Rojo', '1'],
        [0, 3, 'Sí', '1'],
        [0, 4, '3', '3'],
        [0, 5, '=1+1\nluz; agua', ''],
        [0, 6, 'Pan, Vino', ''],
        [1, 2, 'No sabe / No contesta', ''],
      ].map(([place, ...rest]) => [String(here.callsOf(here.ana)[Number(place)]!.id), ...rest.map(String)]),
    );
    const { rows: counted } = await sql<{ n: number }>`
      select count(*)::int as n from interview, unnest(answers) code where campaign_id = ${here.campaign.id} and code is not null`.execute(
      world.db,
    );
    expect(counted[0]!.n).toBe(rows.length);
  });

  test('an answer to a question that is not asked any more, and to an option that is gone', async () => {
    const items = here.survey.items
      .filter(({ id }) => id !== 6)
      .map((each) => (each.kind === 'choice' ? { ...each, options: each.options.slice(1) } : each));
    const changed = await as(world, here.manager).call(api.surveys.update, {
      params: { id: here.survey.id },
      body: { items },
    });
    expect(changed.status).toBe(200);
    const [row] = await exported(world, here.manager, spec, asked());
    expect(row).toMatchObject({ '¿Qué le hace falta?': 'Rojo', '¿Qué compra?': 'Pan, Vino' });
  });

  test('has the filters of the results, which are checked when it is asked for', async () => {
    expect(await exported(world, here.manager, spec, asked({ gender: 'F' }))).toHaveLength(1);
    expect(await exported(world, here.manager, spec, asked({ questionId: 3, options: '2' }))).toEqual([]);
    expect(await exported(world, here.manager, spec, asked({ channel: 'mail' }))).toEqual([]);
    expect((await as(world, here.manager).send(spec, asked({ questionId: 77, options: '1' }))).status).toBe(400);
  });

  test('as a workbook, unless it is too large for one', async () => {
    const id = await ask(world, here.manager, spec, asked({ format: 'xlsx' }));
    await make(world, id);
    const reply = await download(world, here.manager, id);
    expect(reply.headers['content-disposition']).toContain(`respuestas-por-persona-${here.campaign.id}_`);
    expect(reply.headers['content-type']).toContain('spreadsheetml');
    await sql`
      insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, started_at, saved_at)
      select -n, campaign_id, survey_id, number, answers, false, channel, started_at, saved_at
      from interview, generate_series(1, 30000) n where campaign_id = ${here.campaign.id} and not complete`.execute(
      world.db,
    );
    const large = await as(world, here.manager).send(spec, asked({ format: 'xlsx', by: 'answer' }));
    expect([large.status, large.body.error]).toEqual([422, 'WORKBOOK_TOO_LARGE']);
    await sql`delete from interview where call_id < 0`.execute(world.db);
  });

  test('is for who exports the campaign, stands in the audit, and is empty of those who are erased', async () => {
    expect((await as(world, null).send(spec, asked())).status).toBe(401);
    expect((await as(world, await anOperator(world)).send(spec, asked())).status).toBe(403);
    expect((await as(world, await anExternalCoordinator(world)).send(spec, asked())).status).toBe(404);
    const plain = await aCallingCampaign(world);
    expect((await as(world, here.manager).send(spec, { params: { id: plain.campaign.id } })).body.error).toBe(
      'SURVEY_NONE',
    );
    await ask(world, here.manager, spec, asked({ channel: 'phone' }));
    const record = JSON.stringify((await auditOf(world)).at(-1)!.info);
    expect(record).toContain('Respuestas por persona');
    expect(record).toContain('Teléfono');
    const filters = { operatorId: here.ana.id, gender: 'F', birthYearFrom: 1950, questionId: 2, options: '1,ns' };
    await ask(world, here.manager, spec, asked(filters));
    const narrowed = JSON.stringify((await auditOf(world)).at(-1)!.info);
    for (const said of [here.ana.name, '"F"', '1950', '¿Qué le hace falta? Rojo, No sabe / No contesta'])
      expect(narrowed).toContain(said);
  });
});
