import { api } from '@campanero/contract';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aCallingCampaign, type Calling } from './calling.ts';
import { anOperator } from './factories.ts';

/**
 * A campaign of two operators with every kind of work by the first: registered, repeated, corrected, of an interested person; the
 * other calls are untouched or unassigned.
 */
export async function aWorkedCampaign(world: TestApp): Promise<Calling> {
  const ana = await anOperator(world);
  const here = await aCallingCampaign(world, { operators: [ana, await anOperator(world)], each: 3, unassigned: 2 });
  const { id } = here.campaign;
  const { talked, again, refused } = here.states;
  const [first, second] = here.callsOf(ana);
  const register = (callId: number, stateId: number, affinity: 'Positivo' | null = null) =>
    as(world, ana).call(api.calls.register, { params: { id, callId }, body: { stateId, affinity } });
  await register(first!.id, again.id);
  world.clock.advance(60_000);
  await register(first!.id, talked.id, 'Positivo');
  await register(second!.id, again.id);
  const manager = as(world, here.manager);
  const [entry] = (await manager.call(api.calls.history, { params: { id, callId: second!.id } })).body;
  await manager.call(api.calls.correct, {
    params: { id, callId: second!.id, entryId: entry!.id },
    body: { stateId: refused.id, reason: 'Otro' },
  });
  await as(world, ana).call(api.contacts.savePerson, {
    params: { personId: first!.personId },
    query: { lead: '1' },
    body: { interested: true },
  });
  return here;
}
