import { dueOn } from '@campanero/contract/personal-data/due';
import {
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
  type DataRequest,
} from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { Trx } from '../../client.ts';
import type { Deed } from './audit-trail.ts';
import { insertMany } from '../insert-many.ts';
import type { Story } from './story.ts';

interface Plan extends Pick<DataRequest, 'kind' | 'channel'> {
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
    kind: 'ACCESO',
    channel: 'MOSTRADOR',
    came: 34,
    detail: 'Quiere saber qué datos suyos tiene el centro de llamados.',
    answered: { after: 6, state: 'CUMPLIDO', answer: 'Se entregó el informe en mano.' },
  },
  {
    kind: 'SUPRESION',
    channel: 'CORREO',
    came: 27,
    detail: 'Pide que se borren los datos de su padre.',
    answered: { after: 3, state: 'RECHAZADO', answer: 'No acreditó ser su representante. Se le explicó cómo hacerlo.' },
  },
  {
    kind: 'RECTIFICACION',
    channel: 'TELEFONO',
    came: 15,
    detail: 'Dice que el apellido está mal escrito y que ya no usa ese correo.',
    attended: true,
  },
  { kind: 'ACCESO', channel: 'WEB', came: 9, detail: 'Pregunta de dónde salió su número.' },
  { kind: 'OPOSICION', channel: 'TELEFONO', came: 0, detail: 'No quiere recibir más llamados.' },
];

/** The register of requests. Answers what the audit tells of them. */
export async function writeRequests(trx: Trx, { calendar, staff, phones }: Story): Promise<Deed[]> {
  const { rows: days } = await sql<{ day: string }>`select day::text from holiday`.execute(trx);
  const holidays = new Set(days.map(({ day }) => day));
  const { id: adminId } = staff.administrator;
  const people = phones.flatMap(({ people: [first], blocked, calls }) =>
    first?.person.email && first.person.document && !blocked && calls.length > 0 ? [first.person] : [],
  );
  const deeds: Deed[] = [];
  const rows = PLANS.map(({ kind, channel, came, detail, attended, answered }, index) => {
    const id = index + 1;
    const person = people[index * 7]!;
    // Never later than now, however early the first start.
    const at = came === 0 ? new Date(calendar.now.getTime() - 60_000) : calendar.at(-came, 615 + index * 47);
    const answeredAt = answered ? calendar.at(answered.after - came, 700) : null;
    const receivedOn = productDay(at);
    const object = { type: 'data_request', id };
    const about = { Pedido: REQUEST_KINDS[kind], Canal: REQUEST_CHANNELS[channel], 'Id de persona': person.id };
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
    return {
      kind,
      channel,
      receivedOn,
      dueOn: dueOn(kind, receivedOn, holidays),
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
  return deeds;
}
