import type { InterviewBody } from '@campanero/contract/surveys/schemas';
import { WHATSAPP_STATE } from '@campanero/contract/configuration/schemas';
import type { Answers } from '@campanero/contract/surveys/definition';
import { run } from '../db/index.ts';
import { AUDIENCE_COLUMNS, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import { fold } from '@campanero/contract/shared/text';
import { selectPeopleOnNumber } from '../call-store/read/index.ts';
import { segmentAudience } from '../features/audience/segment-audience.ts';
import { correctOutcome, registerCall } from '../features/calls/register-call.ts';
import { getCallingCampaign } from '../features/calls/calling-campaign.queries.ts';
import { createCampaign } from '../features/campaigns/edit/create-campaign.ts';
import { updateOngoing } from '../features/campaigns/edit/edit-campaign.ts';
import { closingWork, finishCampaign } from '../features/campaigns/status/close-campaign.ts';
import { markWrong, savePerson } from '../features/contacts/edit-person.ts';
import { saveDetail } from '../features/contacts/save-detail.ts';
import { importDashboard, importForm, uploadAudience } from '../features/loads/accept-load.ts';
import { attemptLoad } from '../features/loads/attempt-load.ts';
import { loadWork } from '../features/loads/load-audience.ts';
import { saveForm } from '../features/surveys/answer-by-link.ts';
import { typedOf } from '../features/surveys/link-form.policy.ts';
import { sendSurveyLink } from '../features/surveys/send-link.ts';
import { TOKEN_LETTERS } from '../features/surveys/survey-links.queries.ts';
import { createSurvey } from '../features/surveys/save-survey.ts';
import { saveQuotas } from '../features/surveys/save-quotas.ts';
import { randomOf } from './random.ts';
import { DEMO_QUOTAS, DEMO_SURVEY, drawAnswers, drawInterview, SURVEY_CAMPAIGN, SURVEY_NAME } from './survey.ts';
import { jobAt, type PastContext, requestOf, storeUpload, withPostponedJobs } from './past-context.ts';
import { makePdf } from './pdf.ts';
import type { DemoCall, DemoCampaign, DemoEntry, DemoPlan } from './plan-demo.ts';

export interface DemoEvent {
  at: Date;
  run: (past: PastContext) => Promise<void>;
  /** A load needs transactions of its own. */
  isLoad?: true;
}

export type DemoSources = Record<'form' | 'dashboard', ReadonlyMap<string, string>>;

const MINUTE_MS = 60_000;
const LOADING_AUDIENCE = 'Inscriptos al newsletter de Cultura';
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

export function campaignEvents({ calendar: { now } }: DemoPlan, campaign: DemoCampaign, sources: DemoSources) {
  const { plan, coordinator, phones, startsAt, endsAt, pausedAt, finishedAt } = campaign;
  const isClosing = plan.status === 'FINALIZANDO';
  let id = 0;
  let firstCallId = 0;
  let surveyId: number | undefined;
  const random = randomOf(`survey ${plan.name}`);
  const ask = (past: PastContext, at: Date) => requestOf(past, coordinator, at);
  const events: DemoEvent[] = [
    {
      at: campaign.createdAt,
      run: async (past) => {
        const ctx = ask(past, campaign.createdAt);
        const scripts = plan.end > 0 ? [await storeScript(past, campaign)] : [];
        if (plan.name === SURVEY_CAMPAIGN)
          ({ id: surveyId } = await createSurvey(ctx, { name: SURVEY_NAME, items: DEMO_SURVEY }));
        ({ id } = await createCampaign(ctx, { ...fieldsOf(campaign, sources), surveyId }, scripts));
        if (surveyId !== undefined) await saveQuotas(ctx, id, { cells: DEMO_QUOTAS, version: 0 });
      },
    },
  ];
  if (phones.length > 0)
    events.push({
      at: campaign.loadedAt,
      isLoad: true,
      run: async (past) => {
        await load(past, campaign, id, sources);
        const { actor } = ask(past, campaign.loadedAt);
        ({ idLo: firstCallId } = await getCallingCampaign(past.db, actor, id));
      },
    });
  if (campaign.calls.length > 0)
    events.push({
      at: campaign.segmentedAt,
      run: async (past) => {
        const amount = plan.handedOut === undefined ? null : campaign.calls.length;
        const operators = campaign.operators.map((operator) => operator.id);
        await segmentAudience(ask(past, campaign.segmentedAt), id, {}, { operators, amount, split: 'equal' });
      },
    });
  // The sweep stores the status that the dates bring.
  for (const at of [startsAt, endsAt]) {
    const soon = later(at, MINUTE_MS);
    if (soon < now && phones.length > 0) events.push({ at: soon, run: (past) => sweep(past, soon) });
  }
  // The ids of a campaign's calls follow its file, one for each number.
  for (const [place, call] of campaign.calls.entries())
    for (const entry of call.entries)
      events.push(
        ...entryEvents(campaign, call, entry, {
          keyOf: () => ({ id, callId: firstCallId + place }),
          interviewOf: (stateId) => (surveyId === undefined ? null : drawInterview(surveyId, stateId, random)),
          surveyIdOf: () => surveyId,
          answersByLink: () => (plan.name === SURVEY_CAMPAIGN && random.chance(0.6) ? drawAnswers(random) : undefined),
          now,
        }),
      );
  if (pausedAt)
    events.push({
      at: pausedAt,
      run: async (past) => void (await updateOngoing(ask(past, pausedAt), id, { paused: true })),
    });
  if (finishedAt)
    events.push({
      at: finishedAt,
      run: async (past) => {
        await finishCampaign(ask(isClosing ? withPostponedJobs(past) : past, finishedAt), id);
        if (!isClosing)
          await closingWork.jobs.large.handler(jobAt(past, later(finishedAt, MINUTE_MS)), { campaignId: id });
      },
    });
  // From the dashboard: an upload that waits for its file would keep every erasure waiting.
  const loadingSince = later(now, -4 * MINUTE_MS);
  if (plan.status === 'CARGANDO AUDIENCIA')
    events.push({
      at: loadingSince,
      run: async (past) => {
        const ctx = ask(withPostponedJobs(past), loadingSince);
        await importDashboard(ctx, id, sources.dashboard.get(LOADING_AUDIENCE)!, {});
        await run(past.db)`update audience_load set progress = 0.42 where campaign_id = ${id} and status = 'RUNNING'`;
      },
    });
  return events;
}

function fieldsOf(
  { plan, coordinator, operators, objectiveId, startsAt, endsAt }: DemoCampaign,
  { form }: DemoSources,
) {
  // Two digits name a district, five a section of it.
  const place = plan.place ?? '';
  return {
    name: plan.name,
    description: plan.description,
    objectiveId,
    coordinatedBy: coordinator.id,
    operators: operators.map(({ id }) => id),
    external: plan.external,
    startDate: startsAt.toISOString(),
    endDate: endsAt.toISOString(),
    districtId: place.slice(0, 2),
    sectionId: place.length > 2 ? place : '',
    formId: plan.form && form.get(plan.form),
  };
}

const storeScript = (past: PastContext, { plan }: DemoCampaign) =>
  storeUpload(
    past,
    `guion_${fold(plan.objective).replaceAll(' ', '_')}.pdf`,
    'application/pdf',
    makePdf(plan.name, [
      'Buenos días (buenas tardes), mi nombre es ______ y llamo del Gobierno de la Ciudad.',
      '¿Hablo con ______? ¿Tiene dos minutos? Si no es un buen momento, acordar día y hora para volver a llamar.',
      plan.description,
      'No pedir datos que no estén en este guion. Si la persona pide no recibir más llamados, registrarlo y agradecer.',
      'Muchas gracias por su tiempo. Ante cualquier consulta puede comunicarse con la línea 147.',
    ]),
  );

async function load(past: PastContext, campaign: DemoCampaign, id: number, sources: DemoSources): Promise<void> {
  const { plan, coordinator, loadedAt } = campaign;
  const ctx = requestOf(past, coordinator, loadedAt);
  const upload = async () => {
    const people = campaign.phones.flatMap((phone) => phone.people);
    const files = [
      await storeUpload(past, `${fileName(plan.name)}.csv`, 'text/csv', csvOf(people, REJECTED[plan.name])),
    ];
    return uploadAudience(ctx, id, { files, sheets: {} }, { places: 'drop' });
  };
  const { id: loadId } = plan.form
    ? await importForm(ctx, id, sources.form.get(plan.form)!, {})
    : plan.dashboard
      ? await importDashboard(ctx, id, sources.dashboard.get(plan.dashboard)!, {})
      : await upload();
  await loadWork.run(jobAt(past, later(loadedAt, 15_000)), loadId, attemptLoad);
}

const fileName = (campaign: string) =>
  fold(campaign)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
    .slice(0, 40);

const CITY = 'Ciudad Autonoma De Buenos Aires';
const LANDLINE = '1148820031';
/** Typical invalid rows. */
const REJECTED: Record<string, readonly PersonFields[]> = {
  'Relevamiento de vecinos · Comuna 4': [
    { phone: '15 5555 123', firstName: 'Rosa', lastName: 'Villalba', district: CITY, section: 'Comuna 4' },
    { phone: '', firstName: 'Julio', lastName: 'Paz', document: '20331987', district: CITY, section: 'Comuna 4' },
    { phone: LANDLINE, firstName: 'Irma', lastName: 'Suárez', birthday: '31-02-1954', district: CITY },
    { phone: '0800 555 1234', firstName: 'Atención', lastName: 'al vecino' },
    { phone: LANDLINE, firstName: 'Oscar', lastName: 'Ruiz', email: 'oscar.ruiz', district: CITY },
  ],
};
const REJECTED_TIMES = 7;

/** Spreads repeated rejected rows between the others. */
function csvOf(people: readonly PersonFields[], rejected: readonly PersonFields[] = []): string {
  const step = Math.ceil(people.length / (rejected.length * REJECTED_TIMES + 1));
  const rows = people.flatMap((person, place) => {
    const wrong = place % step === step - 1 && rejected[Math.floor(place / step) % rejected.length];
    return wrong ? [person, wrong] : [person];
  });
  const header = csvLine(AUDIENCE_COLUMNS.map(({ aliases }) => aliases[0]!));
  return header + rows.map((row) => csvLine(AUDIENCE_COLUMNS.map(({ field }) => row[field] ?? null))).join('');
}

const sweep = (past: PastContext, at: Date): Promise<void> => closingWork.sweepJob.handler(jobAt(past, at), {});

interface CallOfEntry {
  keyOf: () => { id: number; callId: number };
  interviewOf: (stateId: number) => InterviewBody | null;
  surveyIdOf: () => number | undefined;
  /** Of who was sent a link and used it. */
  answersByLink: () => Answers | undefined;
  now: Date;
}

/** A registration with its mark and correction. */
function entryEvents(
  { coordinator }: DemoCampaign,
  { phone, operator }: DemoCall,
  { at, callbackAt, mark, correction, ...outcome }: DemoEntry,
  { keyOf, interviewOf, surveyIdOf, answersByLink, now }: CallOfEntry,
): DemoEvent[] {
  let entryId = 0;
  let token: string | undefined;
  const byLink = outcome.stateId === WHATSAPP_STATE ? answersByLink() : undefined;
  const registered: DemoEvent = {
    at,
    run: async (past) => {
      const ctx = requestOf(past, operator, at);
      const key = keyOf();
      const number = String(phone.number);
      const callback = { callbackAt: callbackAt?.toISOString() ?? null, callbackConfirmed: true };
      ({ id: entryId } = await registerCall(ctx, key, {
        ...outcome,
        ...callback,
        interview: interviewOf(outcome.stateId),
      }));
      if (byLink) {
        const { whatsappUrl } = await sendSurveyLink(ctx, key, 'whatsapp');
        token = decodeURIComponent(whatsappUrl ?? '').slice(-TOKEN_LETTERS);
      }
      if (!mark) return;
      const contact = { phone: number, callId: key.callId };
      if (mark === 'invalid') return saveDetail(ctx, contact, { invalid: 1 });
      const [marked] = await selectPeopleOnNumber(past.db, ctx.actor, phone.number, 0);
      const person = { personId: marked!.id, lead: marked!.kind === 'lead' };
      if (mark === 'wrong') await markWrong(ctx, { ...person, phone: number, wrong: true });
      else await savePerson(ctx, person, { [mark]: true });
    },
  };
  const answered =
    byLink && later(at, AN_HOUR_MS) < now
      ? [answeredByLink(at, () => ({ token, surveyId: surveyIdOf() }), byLink)]
      : [];
  if (!correction) return [registered, ...answered];
  const { at: correctedAt, reason, ...corrected } = correction;
  const correct = async (past: PastContext) => {
    const ctx = requestOf(past, coordinator, correctedAt);
    await correctOutcome(ctx, { ...keyOf(), entryId }, { ...corrected, reason });
  };
  return [registered, ...answered, { at: correctedAt, run: correct }];
}

const AN_HOUR_MS = 60 * MINUTE_MS;

type Link = { token: string | undefined; surveyId: number | undefined };
/** Through the page of a link, an hour after it was sent. */
function answeredByLink(at: Date, linkOf: () => Link, answers: Answers): DemoEvent {
  const answeredAt = later(at, AN_HOUR_MS);
  const typed = typedOf(DEMO_SURVEY, answers);
  const form = { typed, shown: DEMO_SURVEY.map(({ id }) => id), seen: null, number: 1, action: 'save', callbackAt: '' };
  return {
    at: answeredAt,
    run: async (past) => {
      const { token, surveyId = 0 } = linkOf();
      if (token) await saveForm(jobAt(past, answeredAt), token, { ...form, surveyId });
    },
  };
}
