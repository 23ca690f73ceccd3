import {
  IDENTIFICATIONS,
  kindsInWords,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestQuery,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime, formatDay, productDay } from '@campanero/contract/shared/dates';
import type { Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import type { RequestReply } from './personal-data.words.ts';
import { nameRequests, selectRequests } from './requests.queries.ts';

/** Far more than a city's register. */
const ROWS_MAX = 200_000;

const identificationOf = ({ identification }: RequestReply): string | null =>
  identification && [IDENTIFICATIONS[identification.means], identification.note].filter(Boolean).join(': ');

const doneOf = ({ kinds }: RequestReply): string =>
  kinds
    .flatMap(({ kind, doneAt }) => (doneAt === null ? [] : [`${REQUEST_KINDS[kind]}, el ${formatDateTime(doneAt)}`]))
    .join('; ');

export async function readRequestTable(
  db: Db,
  viewer: Viewer,
  { orderbytitle, orderbytype = 'asc', mine, ...filters }: Omit<RequestQuery, 'pageNumber' | 'pageSize'>,
) {
  const found = await selectRequests(
    db,
    { ...filters, attendedBy: mine ? viewer.id : undefined },
    { order: orderbytitle, direction: orderbytype, limit: ROWS_MAX, offset: 0 },
  );
  const requests = await nameRequests(db, viewer, found);
  return {
    header: [
      'Número',
      'Tipo',
      'Canal',
      'Recibido',
      'Vence',
      'Estado',
      'Quién lo pide',
      'Contacto',
      'Qué pide',
      'Id de persona',
      'Persona',
      'Atiende',
      'Respuesta',
      'Respondido',
      'Respondió',
      'En término',
      'Identificación',
      'Qué se hizo',
      'Motivo de lo que no se hizo',
    ],
    rows: requests.map((request) => [
      request.id,
      kindsInWords(request.kinds),
      REQUEST_CHANNELS[request.channel],
      formatDay(request.receivedOn),
      formatDay(request.dueOn),
      REQUEST_STATES[request.state],
      request.asker,
      request.contact,
      request.detail,
      request.person?.id ?? null,
      request.person?.name ?? null,
      request.attendedBy?.name ?? null,
      request.answer,
      request.answeredAt && formatDateTime(request.answeredAt),
      request.answeredBy?.name ?? null,
      request.answeredAt && (productDay(request.answeredAt) <= request.dueOn ? 'Sí' : 'No'),
      identificationOf(request),
      doneOf(request),
      request.undoneReason,
    ]),
  };
}
