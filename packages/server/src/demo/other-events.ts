import { csvLine } from '@campanero/contract/loads/csv/write-csv';
import { productDay } from '@campanero/contract/shared/dates';
import type { ListFields } from '@campanero/contract/block-lists/schemas';
import { requestBody } from '@campanero/contract/personal-data/request-schemas';
import type { z } from 'zod';
import { selectPeopleOnNumber } from '../call-store/read/index.ts';
import { refreshListedJob } from '../call-store/write/index.ts';
import { type AccountMail, mailAccount, PASSWORD_CHANGED } from '../features/auth/auth.mails.ts';
import { uploadList } from '../features/block-lists/change-list.ts';
import { attemptList } from '../features/block-lists/attempt-list.ts';
import { selectListedCampaigns } from '../features/block-lists/block-lists.queries.ts';
import { listWork } from '../features/block-lists/load-list.ts';
import { callJobs } from '../features/calls/notify-callbacks.ts';
import { answerRequest, changeRequest, createRequest, viewRequest } from '../features/personal-data/change-request.ts';
import { markDone } from '../features/personal-data/request-work.queries.ts';
import { setDisabled } from '../features/users/change-users.ts';
import type { Trx } from '../db/client.ts';
import { selectValue } from '../db/index.ts';
import { transact } from '../work/transact.ts';
import type { DemoEvent } from './campaign-events.ts';
import { jobAt, requestOf, storeUpload, type PastContext } from './past-context.ts';
import { randomOf } from './random.ts';
import type { DemoUser, Staff } from './staff.ts';
import type { DemoPlan } from './plan-demo.ts';

const REGISTER_NUMBERS = 2_400;

/** An outdated national register and a list of the city. */
export function blockListEvents({ calendar, campaigns }: DemoPlan, { administrator }: Staff): DemoEvent[] {
  const random = randomOf('block lists');
  const register = Array.from({ length: REGISTER_NUMBERS }, () => [
    '11',
    String(20_000_000 + random.int(0, 9_999_999)),
  ]);
  const asked = campaigns.flatMap(({ calls }) =>
    calls.filter(({ entries }) => entries.at(-1)?.mark === 'doNotCall' && entries.at(-1)!.at < calendar.at(-7)),
  );
  const upload = (loadedOn: number, fields: ListFields, file: string, rows: readonly string[][]): DemoEvent => {
    const at = calendar.at(loadedOn, 615);
    return {
      at,
      isLoad: true,
      run: async (past) => {
        const stored = await storeUpload(past, file, 'text/csv', rows.map((row) => csvLine(row)).join(''));
        const { load } = await uploadList(requestOf(past, administrator, at), fields, [stored]);
        const job = jobAt(past, new Date(at.getTime() + 4_000));
        await listWork.run(job, load.id, attemptList);
        for (const { id } of await past.db.transaction().execute(selectListedCampaigns))
          await refreshListedJob.handler(job, { campaignId: id });
      },
    };
  };
  const dayOf = (offset: number) => productDay(calendar.at(offset, 720));
  return [
    upload(
      -44,
      {
        name: 'Registro Nacional No Llame',
        kind: 'NO_LLAME',
        origin: 'Agencia de Acceso a la Información Pública',
        dated: dayOf(-47),
      },
      'no_llame_capital.csv',
      [['area', 'numero'], ...register],
    ),
    upload(
      -5,
      { name: 'Pedidos recibidos en las comunas', kind: 'CITY', origin: 'Mesa de entradas', dated: dayOf(-6) },
      'pedidos_de_no_ser_llamados.csv',
      [
        ['Teléfono', 'Cómo lo pidió'],
        ['4555-12', 'Mesa de entradas'],
        ['', 'Pidió por correo'],
        ...asked.map(({ phone }) => [String(phone.number), 'En la comuna']),
      ],
    ),
  ];
}

type RequestFields = Pick<z.input<typeof requestBody>, 'kinds' | 'channel' | 'identification' | 'detail'>;
interface RequestPlan {
  asked: RequestFields;
  /** Days before today on which it came. */
  came: number;
  /** Assigned to the administrator. */
  attended?: true;
  answered?: { after: number; state: 'CUMPLIDO' | 'RECHAZADO'; answer: string };
}

/** One is late, one is due tomorrow, one has just come, and two were answered. */
const REQUESTS: readonly RequestPlan[] = [
  {
    asked: {
      kinds: ['ACCESO'],
      channel: 'MOSTRADOR',
      identification: { means: 'DNI', note: '' },
      detail: 'Quiere saber qué datos suyos tiene el centro de llamados.',
    },
    came: 34,
    answered: { after: 6, state: 'CUMPLIDO', answer: 'Se entregó el informe en mano.' },
  },
  {
    asked: { kinds: ['SUPRESION'], channel: 'CORREO', detail: 'Pide que se borren los datos de su padre.' },
    came: 27,
    answered: { after: 3, state: 'RECHAZADO', answer: 'No acreditó ser su representante. Se le explicó cómo hacerlo.' },
  },
  {
    asked: {
      kinds: ['RECTIFICACION'],
      channel: 'TELEFONO',
      identification: { means: 'DATOS', note: '' },
      detail: 'Dice que el apellido está mal escrito y que ya no usa ese correo.',
    },
    came: 15,
    attended: true,
  },
  { asked: { kinds: ['ACCESO'], channel: 'WEB', detail: 'Pregunta de dónde salió su número.' }, came: 9 },
  {
    asked: {
      kinds: ['OPOSICION', 'SUPRESION'],
      channel: 'TELEFONO',
      identification: { means: 'NUMERO', note: '' },
      detail: 'No quiere recibir más llamados y pide que se borren sus datos.',
    },
    came: 0,
  },
];

/** The register of requests, about people of the campaigns before it. */
export function requestEvents({ calendar, campaigns }: DemoPlan, { administrator }: Staff): DemoEvent[] {
  const documented = campaigns
    .filter(({ plan }) => plan.status === 'FINALIZADA')
    .flatMap(({ phones }) => phones.filter(({ people: [person] }) => person?.email && person.document));
  return REQUESTS.flatMap(({ asked, came, attended, answered }, index) => {
    const { number, people } = documented[index * 7]!;
    const { firstName, lastName, email } = people[0]!;
    // Never later than now, however early the first start.
    const at = came === 0 ? new Date(calendar.now.getTime() - 60_000) : calendar.at(-came, 615 + index * 47);
    const answeredAt = answered && calendar.at(answered.after - came, 700);
    let id = 0;
    let personId = 0;
    const events: DemoEvent[] = [
      {
        at,
        run: async (past) => {
          const ctx = requestOf(past, administrator, at);
          const [person] = await selectPeopleOnNumber(past.db, ctx.actor, number, 0);
          personId = person!.id;
          const asker = `${firstName} ${lastName}`;
          const receivedOn = productDay(at);
          const body = requestBody.parse({ ...asked, asker, contact: email, personId, receivedOn });
          ({ id } = await createRequest(ctx, body));
          if (attended) await changeRequest(ctx, id, { attend: true, version: (await viewRequest(ctx, id)).version });
        },
      },
    ];
    if (answered && answeredAt)
      events.push({
        at: answeredAt,
        run: async (past) => {
          const ctx = requestOf(past, administrator, answeredAt);
          const { state, answer } = answered;
          const done = { at: answeredAt, by: administrator.id };
          if (state === 'CUMPLIDO') await markDone(past.db as Trx, { requestId: id, personId, kind: 'ACCESO' }, done);
          const { version } = await viewRequest(ctx, id);
          await answerRequest(ctx, id, { state, answer, undoneReason: null, version });
        },
      });
    return events;
  });
}

/** Inbox: a welcome for every user with a role, finished campaigns for coordinators. */
export function mailEvents({ calendar, campaigns }: DemoPlan, { all }: Staff, publicUrl: string): DemoEvent[] {
  const mail = (user: DemoUser, at: Date, contentOf: (trx: Trx) => AccountMail | Promise<AccountMail>): DemoEvent => ({
    at,
    run: (past) =>
      transact(requestOf(past, user, at), async (work) => mailAccount(work, user, await contentOf(work.trx))),
  });
  const people = all.filter(({ role }) => role !== null);
  const welcome = 'Su usuario ya está habilitado. Ante cualquier duda, escriba a su coordinación.';
  return [
    ...people.map((user) =>
      mail(user, calendar.at(-245, 600), () => ({ subject: 'Bienvenida a Campanero', paragraphs: [welcome] })),
    ),
    ...people.map((user) => mail(user, calendar.at(-3, 552), () => PASSWORD_CHANGED)),
    ...campaigns
      .filter(({ plan }) => plan.status === 'FINALIZADA')
      .map(({ plan, coordinator, finishedAt }) =>
        mail(coordinator, finishedAt!, async (trx) => ({
          subject: `Campaña finalizada: ${plan.name}`,
          paragraphs: [
            `La campaña «${plan.name}» quedó finalizada. Sus estadísticas ya no cambian.`,
            'Para verla:',
            `${publicUrl}/campaign/${await selectValue<number>(trx)`select id from campaign where name = ${plan.name}`}`,
          ],
        })),
      ),
  ];
}

/** An operator leaves; due callbacks are notified. */
export function leavingEvents({ calendar, campaigns }: DemoPlan, { administrator, former }: Staff): DemoEvent[] {
  const left = calendar.at(-75, 1_000);
  const due = campaigns
    .flatMap(({ calls }) => calls.map(({ entries }) => entries.at(-1)?.callbackAt?.getTime() ?? Infinity))
    .filter((at) => at <= calendar.now.getTime());
  return [
    { at: left, run: async (past) => void (await setDisabled(requestOf(past, administrator, left), former.id, true)) },
    ...[...new Set(due)].map((time) => {
      const at = new Date(time);
      return { at, run: (past: PastContext) => callJobs[0]!.handler(jobAt(past, at), {}) };
    }),
  ];
}
