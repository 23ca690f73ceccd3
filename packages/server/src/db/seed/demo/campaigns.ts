import { sql } from 'kysely';
import type { Trx } from '../../client.ts';
import { OBJECTIVES } from '../catalogue.ts';
import { insertMany, takeIds } from '../insert-many.ts';
import type { Calendar } from './calendar.ts';
import { campaignPlans } from './campaign-plans.ts';
import { randomOf, type Random } from './random.ts';
import type { DemoUser, Staff } from './staff.ts';
import type { CampaignPlan, DemoCampaign, DemoPhone } from './world.ts';

/** The centre has been at it for years: ids look like it. */
const LAST_ID = 1291;
const POSITIONS = 2 ** 24;

/** Plans become campaigns: ids in order of creation, people of the right side, an audience drawn from those who live there. */
export async function makeCampaigns(
  trx: Trx,
  calendar: Calendar,
  staff: Staff,
  phones: readonly DemoPhone[],
): Promise<DemoCampaign[]> {
  const random = randomOf('campaigns');
  const plans = campaignPlans(calendar.now.getUTCFullYear())
    .map((plan) => ({
      plan,
      created: Math.min(plan.start, 0) - daysAhead(plan, random),
      minute: random.int(540, 1080),
    }))
    .toSorted((a, b) => a.created - b.created || a.minute - b.minute);
  const ids = (await takeIds(trx, 'campaign', LAST_ID)).slice(-plans.length);
  const campaigns: DemoCampaign[] = [];
  for (const [index, { plan, created, minute }] of plans.entries()) {
    const objective = OBJECTIVES.find(({ name }) => name === plan.objective)!;
    const campaign: DemoCampaign = {
      id: ids[index]!,
      plan,
      objectiveId: objective.id,
      states: objective.states,
      ...choosePeople(plan, staff, random),
      createdAt: calendar.at(created, minute),
      loadedAt: calendar.at(created + 2, minute + 35),
      segmentedAt: calendar.at(created + 3, random.int(560, 640)),
      finishedAt: plan.status === 'FINALIZADA' ? calendar.at(plan.end + 1, random.int(550, 700)) : null,
      block: plan.size > 0 ? await nextBlock(trx) : null,
      formId: null,
      calls: [],
    };
    drawAudience(campaign, phones, random);
    campaigns.push(campaign);
  }
  return campaigns;
}

/** Loaded two days after it was made and handed out on the third: an audience needs some notice. */
const daysAhead = (plan: CampaignPlan, random: Random) => (plan.size > 0 ? random.int(5, 12) : random.int(1, 6));

function choosePeople(
  plan: CampaignPlan,
  staff: Staff,
  random: Random,
): { coordinator: DemoUser; operators: DemoUser[] } {
  const [coordinators, operators] = plan.external
    ? [staff.externalCoordinators, staff.externalOperators]
    : [[staff.administrator, ...staff.coordinators], staff.operators];
  const [demoOperator, ...others] = operators;
  const chosen = random.shuffle(others).slice(0, random.int(3, Math.min(6, others.length)));
  // The demo operators have work waiting in most of what runs.
  if (random.chance(plan.status === 'EN CURSO' ? 0.85 : 0.5)) chosen.unshift(demoOperator!);
  const former = staff.all.find((user) => user.disabled);
  if (former && !plan.external && plan.end < -80) chosen.push(former);
  return { coordinator: random.pick(coordinators), operators: chosen };
}

async function nextBlock(trx: Trx): Promise<number> {
  const { rows } = await sql<{ block: number }>`select nextval('small_block') as block`.execute(trx);
  return rows[0]!.block;
}

/** Load order is the draw's order; position 0 is the campaign's first id (docs/decisions/002). */
function drawAudience(campaign: DemoCampaign, phones: readonly DemoPhone[], random: Random): void {
  const { plan, block } = campaign;
  if (block === null) return;
  const livesThere = ({ people }: DemoPhone) =>
    !plan.place || people.some(({ person }) => person.districtId === plan.place || person.sectionId === plan.place);
  for (const phone of random.shuffle(phones.filter(livesThere)).slice(0, plan.size)) {
    const { person } = random.pick(phone.people);
    const call = {
      id: block * POSITIONS + campaign.calls.length,
      campaign,
      phone,
      person,
      operatorId: null,
      segmentationId: null,
      entries: [],
      isInvalid: false,
      observations: null,
    };
    if (plan.external) person.fromExternal = true;
    campaign.calls.push(call);
    phone.calls.push(call);
  }
}

export async function writeCampaigns(
  trx: Trx,
  { calendar, campaigns }: { calendar: Calendar; campaigns: readonly DemoCampaign[] },
): Promise<void> {
  const rows = campaigns.map((campaign) => ({
    id: campaign.id,
    name: campaign.plan.name,
    description: campaign.plan.description,
    externalId: campaign.id % 4 === 0 ? `EXP-${calendar.now.getUTCFullYear()}-${10_000 + campaign.id * 7}` : null,
    objectiveId: campaign.objectiveId,
    coordinatedBy: campaign.coordinator.id,
    external: campaign.plan.external,
    startDate: calendar.at(campaign.plan.start, 9 * 60),
    endDate: calendar.at(campaign.plan.end, 20 * 60),
    status: campaign.plan.status,
    statusBeforePause: campaign.plan.status === 'PAUSADA' ? 'EN CURSO' : null,
    statusBeforeLoad:
      campaign.plan.status === 'CARGANDO AUDIENCIA' ? (campaign.calls.length > 0 ? 'EN CURSO' : 'PENDIENTE') : null,
    ...placeOf(campaign.plan.place),
    block: campaign.block,
    nextPosition: campaign.calls.length,
    createdBy: campaign.coordinator.id,
    createdAt: campaign.createdAt,
    updatedAt: campaign.finishedAt ?? campaign.createdAt,
    finishedAt: campaign.finishedAt,
  }));
  await insertMany(trx, 'campaign', rows);
  const operators = campaigns.flatMap(({ id, operators, createdAt }) =>
    operators.map((user) => ({ campaignId: id, userId: user.id, createdAt })),
  );
  await insertMany(trx, 'campaignOperator', operators);
  await insertMany(
    trx,
    'campaignState',
    campaigns.flatMap(({ id, states }) => states.map((stateId) => ({ campaignId: id, stateId }))),
  );
}

/** Two digits name a district, five a section of it. */
const placeOf = (place: string | undefined) => ({
  districtId: place?.slice(0, 2) ?? null,
  sectionId: place && place.length > 2 ? place : null,
});
