import { api } from '@campanero/contract';
import type { ErrorBody } from '@campanero/contract/errors';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { erasuresIn, type Case } from '../../../test/erasures.ts';
import type { TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { runErasure } from './run-erasure.ts';

/** Edits based on a version before an erasure must not restore the erased text. */

const world = useWorld();
const { aCase, aRequest, askFor, view, erase, aNeighbour } = erasuresIn(world);

const wordsLeft = async () => {
  const { rows } = await sql<{ words: string | null }>`
    select concat(observations, reason) as words from call_history union all select observations from call
    union all select text from note union all select info::text from audit`.execute(world.db);
  return rows.filter(({ words }) => words?.includes('Quixótica'));
};

/** Registers a text on a call and reads it as the correction dialog does. */
async function aDialog(
  { here, operator, admin }: Case,
  callId: number,
  parts: { observations: string; personId?: number },
) {
  const params = { id: here.campaign.id, callId };
  await as(world, operator).call(api.calls.register, { params, body: { stateId: here.states.again.id, ...parts } });
  const read = async () => (await as(world, admin).call(api.calls.history, { params })).body[0]!;
  const opened = await read();
  const send = (version: number | undefined, body: object = {}) =>
    as(world, admin)
      .send(api.calls.correct, {
        params: { ...params, entryId: opened.id },
        body: {
          stateId: here.states.refused.id,
          observations: opened.observations,
          reason: 'Marcó el de al lado',
          version,
          ...body,
        },
      })
      .then(({ status, body: answer }) => [status, (answer as unknown as ErrorBody).error]);
  return { opened, read, send };
}

/** Refused with the old version or without one, however often; accepted with the new version. */
async function expectRefused({ opened, read, send }: Awaited<ReturnType<typeof aDialog>>): Promise<number> {
  const ten = await Promise.all(Array.from({ length: 10 }, () => send(opened.version)));
  expect(ten).toEqual(ten.map(() => [409, 'TEXT_ERASED']));
  expect(await send(undefined)).toEqual([409, 'TEXT_ERASED']);
  expect(await wordsLeft()).toEqual([]);
  const now = await read();
  expect(now).toMatchObject({ id: opened.id, observations: null });
  expect(await send(now.version, { observations: now.observations })).toEqual([200, undefined]);
  return now.version;
}

test('a correction of the erased person’s own call', async () => {
  const given = await aCase();
  const dialog = await aDialog(given, given.callId, { observations: `Atendió ${given.lastName}` });
  await erase(given);
  expect(await dialog.send(dialog.opened.version)).toEqual([410, 'CALL_ERASED']);
  expect(await wordsLeft()).toEqual([]);
});

test('a correction of a call that passed to another person on the number', async () => {
  const given = await aCase();
  await aNeighbour(given);
  const dialog = await aDialog(given, given.callId, { observations: `Atendió ${given.lastName}` });
  await erase(given);
  expect(await expectRefused(dialog)).toBe(dialog.opened.version + ERASURE_STEP);
});

test('a correction of a call to another person on the number, answered by the erased person', async () => {
  const given = await aCase();
  const other = given.here.callsOf(given.operator)[1]!;
  await sql`insert into person_phone (number, person_id) values (${Number(other.number)}, ${given.personId})`.execute(
    world.db,
  );
  const dialog = await aDialog(given, other.id, { observations: 'Quixótica dijo que sí', personId: given.personId });
  const requestId = await aRequest(given.personId, given.admin.id);
  await askFor(given.admin, given.personId, { requestId, confirmation: given.lastName, keepBlock: false });
  // Audit records with the shared number wait for a decision.
  expect(await runErasure(jobCtx(world), (await view(given.admin, given.personId)).last!.id)).toBe(false);
  expect(await expectRefused(dialog)).toBe(dialog.opened.version + ERASURE_STEP);
  expect(world.published.filter(({ event }) => event === 'erased').map(({ payload }) => payload)).toContainEqual({
    callIds: [given.callId],
    personIds: [given.personId],
    rewrittenCallIds: [other.id],
  });
});

test('a correction of a call that named the erased person', async () => {
  const given = await aCase();
  const other = given.here.callsOf(given.operator)[1]!;
  const dialog = await aDialog(given, other.id, { observations: `Es prima de Zulemina ${given.lastName}` });
  await erase(given);
  expect(await expectRefused(dialog)).toBe(dialog.opened.version + ERASURE_STEP);
});

test('a note of a user', async () => {
  const given = await aCase();
  const own = (user: TestUser) => as(world, user);
  const text = `Pedir el listado\nAvisar a Zulemina ${given.lastName}`;
  const { body: note } = await own(given.operator).call(api.quickPanel.addNote, { body: { text } });
  await erase(given);
  const edit = (version: number | undefined) =>
    own(given.operator).send(api.quickPanel.editNote, { params: { id: note.id }, body: { text: `${text}!`, version } });
  for (const version of [note.version, undefined])
    expect(await edit(version)).toMatchObject({ status: 409, body: { error: 'TEXT_ERASED' } });
  expect(await wordsLeft()).toEqual([]);
  const [left] = (await own(given.operator).call(api.quickPanel.data)).body.notes;
  expect(left).toMatchObject({ id: note.id, text: 'Pedir el listado\n(borrado)' });
});
