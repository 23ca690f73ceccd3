import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { recountAll } from '../src/call-store/write/index.ts';
import { runErasure } from '../src/features/erasure/run-erasure.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aCallingCampaign, type Calling } from './calling.ts';
import { anAdministrator, confirmed, type TestUser } from './factories.ts';
import { jobCtx } from './jobs.ts';

export interface Case {
  here: Calling;
  admin: TestUser;
  operator: TestUser;
  personId: number;
  callId: number;
  number: string;
  /** Unique over all tests. */
  lastName: string;
  document: string;
  email: string;
}

let cases = 0;

export function erasuresIn(world: TestApp) {
  /** A campaign whose first call is to a person with complete data. */
  async function aCase(): Promise<Case> {
    const here = await aCallingCampaign(world);
    const admin = await anAdministrator(world);
    cases += 1;
    // Letters only, as in a name; the files of a worker share the counter, so two letters.
    const lastName = `Quixótica${String.fromCharCode(97 + Math.trunc(cases / 26), 97 + (cases % 26))}`;
    const document = String(39_888_700 + cases);
    const email = `zule${cases}@quix.example`;
    const [operator] = here.operators;
    const [{ id: callId, personId, number }] = here.callsOf(operator!) as [Calling['calls'][0]];
    const { status } = await as(world, operator!).call(api.contacts.savePerson, {
      params: { personId },
      query: { lead: '1' },
      body: { firstName: 'Zulemina', lastName, document, email, gender: 'F', birthday: '1971-02-03' },
    });
    expect(status).toBe(200);
    return { here, admin, operator: operator!, personId, callId, number, lastName, document, email };
  }

  const aRequest = async (personId: number | null, by: number, parts: { kind?: string; state?: string } = {}) => {
    const { rows } = await sql<{ id: number }>`
      insert into data_request (kind, channel, received_on, due_on, person_id, asker, identified_by, created_by, created_at,
        state, answered_at)
      values (${parts.kind ?? 'SUPRESION'}, 'NOTA', '2026-03-09', '2026-03-16', ${personId}, 'Zulemina Quixótica', 'DNI', ${by}, now(),
        ${parts.state ?? 'ABIERTO'}, ${(parts.state ?? 'ABIERTO') === 'ABIERTO' ? null : new Date()}) returning id`.execute(
      world.db,
    );
    return rows[0]!.id;
  };

  const askFor = (admin: TestUser, personId: number, body: object) =>
    as(world, admin).send(api.erasure.ask, { params: { id: personId }, body });
  const view = async (admin: TestUser, personId: number) =>
    (await as(world, admin).call(api.erasure.view, { params: { id: personId } })).body;

  /** Requests the erasure and runs its job. */
  async function erase({ admin, personId, lastName }: Case, { keepBlock = false } = {}) {
    const requestId = await aRequest(personId, admin.id);
    await confirmed(world, admin);
    const { status, body } = await askFor(admin, personId, {
      requestId,
      confirmation: lastName.toUpperCase(),
      keepBlock,
    });
    expect({ status, body }).toMatchObject({ status: 202 });
    const { id } = (await view(admin, personId)).last!;
    expect(await runErasure(jobCtx(world), id)).toBe(true);
    return { requestId, erasureId: id };
  }

  const blockOf = (number: string) =>
    world.db.selectFrom('blockedNumber').selectAll().where('number', '=', Number(number)).execute();
  const personNow = (id: number) =>
    world.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const figures = async () => ({
    totals: await world.db
      .selectFrom('callTotal')
      .selectAll()
      .orderBy('campaignId')
      .orderBy('operatorId')
      .orderBy('stateId')
      .execute(),
    outcomes: await world.db.selectFrom('outcomeCount').selectAll().orderBy('day').orderBy('stateId').execute(),
    called: await world.db
      .selectFrom('callFigure')
      .selectAll()
      .where('figure', '<>', 'free')
      .orderBy('operatorId')
      .orderBy('figure')
      .execute(),
  });
  const differences = async () => {
    const { campaigns, wrongBlocks } = await recountAll(world.db);
    return { campaigns: campaigns.filter((each) => each.differences || each.staleNumbers > 0), wrongBlocks };
  };

  /** Another person with the same number. */
  async function aNeighbour({ number }: Case): Promise<number> {
    const row = await world.db
      .insertInto('person')
      .values({ kind: 'lead', firstName: 'Beto', lastName: 'Vecino' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.db
      .insertInto('personPhone')
      .values({ number: Number(number), personId: row.id })
      .execute();
    return row.id;
  }
  return { aCase, aRequest, askFor, view, erase, blockOf, personNow, figures, differences, aNeighbour };
}
