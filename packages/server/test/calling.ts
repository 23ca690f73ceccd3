import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { aState, aSubstate, theSystemStates } from './catalogue.ts';
import { aCampaign, aCoordinator, anOperator, type TestUser } from './factories.ts';

/** States of the calling tests; one set per world. */
interface Catalogue {
  /** Contactability and effectiveness. */
  talked: { id: number; name: string };
  /** With callback. */
  again: { id: number; name: string };
  /** Contactability only. */
  refused: { id: number; name: string };
  /** Of no campaign. */
  foreign: { id: number; name: string };
  /** Linked to every campaign, but disabled. */
  retired: { id: number; name: string };
  /** Substate of `talked`. */
  substate: { id: number; name: string };
}

const catalogues = new WeakMap<TestApp, Promise<Catalogue>>();
function theCatalogue(world: TestApp): Promise<Catalogue> {
  const known = catalogues.get(world) ?? makeCatalogue(world);
  catalogues.set(world, known);
  return known;
}

async function makeCatalogue(world: TestApp): Promise<Catalogue> {
  await theSystemStates(world);
  await sql`select ensure_history_months(${world.clock.now()}::date, ${world.clock.now()}::date + 60)`.execute(
    world.db,
  );
  await sql`select ensure_shared_call_leaf()`.execute(world.db);
  const talked = await aState(world, { name: 'Participa', contactability: true, effectiveness: true });
  const substate = await aSubstate(world, { name: 'Por mail' });
  await world.db.insertInto('stateSubstate').values({ stateId: talked.id, substateId: substate.id }).execute();
  return {
    talked,
    substate,
    again: await aState(world, { name: 'No contesta', callback: true }),
    refused: await aState(world, { name: 'No desea participar', contactability: true }),
    foreign: await aState(world, { name: 'De otra campaña' }),
    retired: await aState(world, { name: 'En desuso', disable: true }),
  };
}

interface CallingParts {
  operators?: TestUser[];
  status?: CampaignStatus;
  external?: boolean;
  startDate?: Date;
  endDate?: Date;
  /** Calls per operator, assigned in turn. */
  each?: number;
  /** Unassigned calls, after the others. */
  unassigned?: number;
}

export interface TestCall {
  id: number;
  number: string;
  operatorId: number | null;
  personId: number;
}

export interface Calling {
  campaign: { id: number; name: string };
  manager: TestUser;
  operators: TestUser[];
  states: Catalogue;
  /** In load order. */
  calls: TestCall[];
  callsOf(operator: TestUser | null): TestCall[];
}

/** A running campaign: by default one operator with three calls. */
export async function aCallingCampaign(world: TestApp, parts: CallingParts = {}): Promise<Calling> {
  const states = await theCatalogue(world);
  const manager = await aCoordinator(world);
  const operators = parts.operators ?? [await anOperator(world)];
  const { each = 3, unassigned = 0, status = 'EN CURSO', external = false } = parts;
  const campaign = await aCampaign(world, {
    status,
    external,
    coordinatedBy: manager.id,
    operators: operators.map(({ id }) => id),
    ...(parts.startDate && { startDate: parts.startDate }),
    ...(parts.endDate && { endDate: parts.endDate }),
  });
  const { talked, again, refused, retired } = states;
  const linked = [talked, again, refused, retired].map(({ id: stateId }) => ({ campaignId: campaign.id, stateId }));
  await world.db.insertInto('campaignState').values(linked).execute();
  const handed = Array.from({ length: each * operators.length }, (_, place) => operators[place % operators.length]!.id);
  const owners = [...handed, ...Array.from({ length: unassigned }, () => null)];
  const calls = await addCalls(world, campaign.id, owners, { external });
  const callsOf = (operator: TestUser | null) =>
    calls.filter(({ operatorId }) => operatorId === (operator?.id ?? null));
  return { campaign, manager, operators, states, calls, callsOf };
}

let lastNumber = 1_150_000_000;
/** `numbers`: default new ones. */
interface AddedCalls {
  numbers?: readonly string[];
  external?: boolean;
}

/** Calls as a load leaves them, each with its own lead, in few statements. */
export async function addCalls(
  world: TestApp,
  campaignId: number,
  owners: readonly (number | null)[],
  { numbers, external = false }: AddedCalls = {},
): Promise<TestCall[]> {
  const given = numbers?.map(Number) ?? owners.map(() => (lastNumber += 1));
  const { rows: ranges } = await sql<{ first: number }>`
    update campaign set block = coalesce(block, nextval('small_block')), next_position = next_position + ${owners.length}
    where id = ${campaignId} returning id_lo + next_position - ${owners.length}::int as first`.execute(world.db);
  const first = ranges[0]!.first;
  const { rows } = await sql<{ id: number; number: number; operatorId: number | null; personId: number }>`
    with given as (
      select nextval(pg_get_serial_sequence('person', 'id')) as person_id, number, operator_id, place
      from unnest(${given}::bigint[], ${[...owners]}::int[]) with ordinality as g (number, operator_id, place)
    ), people as (
      insert into person (id, kind, first_name, last_name, from_external)
      select person_id, 'lead', 'Persona', place::text, ${external} from given
    ), phones as (
      insert into person_phone (number, person_id) select number, person_id from given
    ), calls as (
      insert into call (id, campaign_id, number, person_id, operator_id, created_at, updated_at)
      select ${first} + place - 1, ${campaignId}, number, person_id, operator_id, ${world.clock.now()}, ${world.clock.now()}
      from given returning id, number, operator_id, person_id
    )
    select * from calls order by id`.execute(world.db);
  await sql`
    insert into call_total (campaign_id, operator_id, state_id, n)
    select ${campaignId}, coalesce(operator_id, 0), 1, count(*) from unnest(${[...owners]}::int[]) as o (operator_id) group by 2
    on conflict (campaign_id, operator_id, state_id) do update set n = call_total.n + excluded.n`.execute(world.db);
  const free = owners.filter((owner) => owner === null).length;
  if (free > 0)
    await sql`
      insert into call_figure (campaign_id, operator_id, figure, n) values (${campaignId}, 0, 'free', ${free})
      on conflict (campaign_id, operator_id, figure) do update set n = call_figure.n + excluded.n`.execute(world.db);
  return rows.map((call) => ({ ...call, number: String(call.number) }));
}

export const callNow = (world: TestApp, callId: number) =>
  world.db.selectFrom('call').selectAll().where('id', '=', callId).executeTakeFirstOrThrow();

export const historyNow = (world: TestApp, callId: number) =>
  world.db.selectFrom('callHistory').selectAll().where('callId', '=', callId).orderBy('id').execute();

interface Counted {
  counter: string;
  n: number;
}
const byName = (rows: readonly Counted[]) => Object.fromEntries(rows.map(({ counter, n }) => [counter, n]));

/** Every counter of a campaign as stored, and as computed from calls and history. */
export async function countersOf(world: TestApp, campaignId: number) {
  const kept = await sql<Counted>`
    select format('total %s %s', operator_id, state_id) as counter, n from call_total
      where campaign_id = ${campaignId} and n > 0
    union all select format('%s %s', figure, operator_id), n from call_figure where campaign_id = ${campaignId} and n > 0
    union all select format('%s %s %s %s %s', counted, operator_id, day, state_id, affinity), part
      from outcome_count, lateral (values ('outcome', n), ('again', again), ('interested', interested)) as c(counted, part)
      where campaign_id = ${campaignId} and part > 0
    order by 1`.execute(world.db);
  const counted = await sql<Counted>`
    with recursive chain as (
      select id, id as head, call_id, corrects_id, user_id, created_at, state_id, affinity from call_history h
      where campaign_id = ${campaignId} and not exists (select from call_history c where c.corrects_id = h.id)
      union all
      select h.id, chain.head, h.call_id, h.corrects_id, h.user_id, h.created_at, chain.state_id, chain.affinity
      from chain join call_history h on h.id = chain.corrects_id
    ), registration as (
      select chain.*, call.interested, row_number() over (partition by call_id order by chain.created_at, chain.id) > 1 as again
      from chain join call on call.id = chain.call_id where corrects_id is null
    )
    select format('total %s %s', coalesce(operator_id, 0), state_id) as counter, count(*)::int as n
      from call where campaign_id = ${campaignId} group by 1
    union all
    select format('%s %s', figure, coalesce(operator_id, 0)), count(*)::int
      from call, lateral (values ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested),
        ('affinity_1', affinity = 1), ('affinity_2', affinity = 2), ('affinity_3', affinity = 3),
        ('free', operator_id is null and not blocked and not in_reserve), ('reserve', in_reserve)) as f(figure, holds)
      where campaign_id = ${campaignId} and holds group by 1
    union all
    select format('%s %s %s %s %s', counted, user_id, (created_at at time zone interval '-03:00')::date, state_id,
        coalesce(affinity, 0)), count(*)::int
      from registration, lateral (values ('outcome', true), ('again', again), ('interested', interested)) as c(counted, holds)
      where holds group by 1
    order by 1`.execute(world.db);
  return { kept: byName(kept.rows), counted: byName(counted.rows) };
}

export async function expectTrueCounters(world: TestApp, campaignId: number) {
  const { kept, counted } = await countersOf(world, campaignId);
  expect(kept).toEqual(counted);
  return kept;
}
