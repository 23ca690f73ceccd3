import { dueOn } from '@campanero/contract/personal-data/due';
import {
  askedKinds,
  type DataRequest,
  kindsInWords,
  REQUEST_CHANNELS,
  REQUEST_STATES,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { Trx } from '../../client.ts';
import type { Deed } from './audit-trail.ts';
import { insertMany } from '../insert-many.ts';
import type { DemoData } from './demo-data.ts';

interface Plan extends Pick<DataRequest, 'channel'> {
  kinds: RequestKind[];
  identifiedBy?: 'DNI' | 'DATOS' | 'NUMERO';
  /** Days before today on which it came. */
  came: number;
  detail: string;
  /** Somebody has taken it up. */
  attended?: true;
  answered?: { after: number; state: 'CUMPLIDO' | 'RECHAZADO'; answer: string };
}

/** One is late, one is due tomorrow, one has just come, and two were answered. */
const PLANS: readonly Plan[] = [
  {
    kinds: ['ACCESO'],
    channel: 'MOSTRADOR',
    identifiedBy: 'DNI',
    came: 34,
    detail: 'Quiere saber qué datos suyos tiene el centro de llamados.',
    answered: { after: 6, state: 'CUMPLIDO', answer: 'Se entregó el informe en mano.' },
  },
  {
    kinds: ['SUPRESION'],
    channel: 'CORREO',
    came: 27,
    detail: 'Pide que se borren los datos de su padre.',
    answered: { after: 3, state: 'RECHAZADO', answer: 'No acreditó ser su representante. Se le explicó cómo hacerlo.' },
  },
  {
    kinds: ['RECTIFICACION'],
    channel: 'TELEFONO',
    identifiedBy: 'DATOS',
    came: 15,
    detail: 'Dice que el apellido está mal escrito y que ya no usa ese correo.',
    attended: true,
  },
  { kinds: ['ACCESO'], channel: 'WEB', came: 9, detail: 'Pregunta de dónde salió su número.' },
  {
    kinds: ['OPOSICION', 'SUPRESION'],
    channel: 'TELEFONO',
    identifiedBy: 'NUMERO',
    came: 0,
    detail: 'No quiere recibir más llamados y pide que se borren sus datos.',
  },
];

/** The register of requests. Answers what the audit tells of them. */
export async function writeRequests(trx: Trx, { calendar, staff, phones }: DemoData): Promise<Deed[]> {
  const { rows: days } = await sql<{ day: string }>`select day::text from holiday`.execute(trx);
  const holidays = new Set(days.map(({ day }) => day));
  const { id: adminId } = staff.administrator;
  const people = phones.flatMap(({ people: [first], blocked, calls }) =>
    first?.person.email && first.person.document && !blocked && calls.length > 0 ? [first.person] : [],
  );
  const deeds: Deed[] = [];
  const done: { requestId: number; kind: RequestKind; doneAt: Date; doneBy: number }[] = [];
  const rows = PLANS.map(({ kinds, channel, identifiedBy, came, detail, attended, answered }, index) => {
    const id = index + 1;
    const person = people[index * 7]!;
    // Never later than now, however early the first start.
    const at = came === 0 ? new Date(calendar.now.getTime() - 60_000) : calendar.at(-came, 615 + index * 47);
    const answeredAt = answered ? calendar.at(answered.after - came, 700) : null;
    const receivedOn = productDay(at);
    const object = { type: 'data_request', id };
    const about = {
      Pedido: kindsInWords(kinds.map((kind) => ({ kind }))),
      Canal: REQUEST_CHANNELS[channel],
      'Id de persona': person.id,
    };
    const tell = (when: Date, told: string, state: DataRequest['state']) =>
      deeds.push({
        at: when,
        userId: adminId,
        action: 'CONTACTO',
        subaction: 'ACCIÓN',
        object,
        after: { Acción: told, ...about, Estado: REQUEST_STATES[state] },
      });
    tell(at, 'Pedido de datos registrado', 'ABIERTO');
    if (answered && answeredAt) tell(answeredAt, `Pedido de datos ${id} respondido`, answered.state);
    const [kind, ...otherKinds] = askedKinds({ kinds });
    if (answered?.state === 'CUMPLIDO') done.push({ requestId: id, kind: kind!, doneAt: answeredAt!, doneBy: adminId });
    return {
      kind: kind!,
      otherKinds,
      identifiedBy: identifiedBy ?? null,
      channel,
      receivedOn,
      dueOn: dueOn(kinds, receivedOn, holidays),
      state: answered?.state ?? ('ABIERTO' as const),
      personId: person.id,
      asker: `${person.firstName} ${person.lastName}`,
      contact: person.email ?? '',
      detail,
      attendedBy: answered || attended ? adminId : null,
      answer: answered?.answer ?? null,
      answeredBy: answered ? adminId : null,
      answeredAt,
      createdBy: adminId,
      createdAt: at,
    };
  });
  await insertMany(trx, 'dataRequest', rows);
  await insertMany(trx, 'dataRequestDone', done);
  return deeds;
}
