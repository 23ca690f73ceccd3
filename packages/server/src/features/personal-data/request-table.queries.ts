import {
  IDENTIFICATIONS,
  kindsInWords,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime, formatDay, productDay } from '@campanero/contract/shared/dates';
import type { Viewer } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import type { RequestReply } from './personal-data.words.ts';
import { type RegisterQuery, selectRequests } from './requests.queries.ts';

/** Far more than a city's register. */
const ROWS_MAX = 200_000;

/** Title and content of each column. */
const COLUMNS: readonly (readonly [title: string, contentOf: (request: RequestReply) => string | number | null])[] = [
  ['Número', ({ id }) => id],
  ['Tipo', ({ kinds }) => kindsInWords(kinds)],
  ['Canal', ({ channel }) => REQUEST_CHANNELS[channel]],
  ['Recibido', ({ receivedOn }) => formatDay(receivedOn)],
  ['Vence', ({ dueOn }) => formatDay(dueOn)],
  ['Estado', ({ state }) => REQUEST_STATES[state]],
  ['Quién lo pide', ({ asker }) => asker],
  ['Contacto', ({ contact }) => contact],
  ['Qué pide', ({ detail }) => detail],
  ['Id de persona', ({ person }) => person?.id ?? null],
  ['Persona', ({ person }) => person?.name ?? null],
  ['Atiende', ({ attendedBy }) => attendedBy?.name ?? null],
  ['Respuesta', ({ answer }) => answer],
  ['Respondido', ({ answeredAt }) => answeredAt && formatDateTime(answeredAt)],
  ['Respondió', ({ answeredBy }) => answeredBy?.name ?? null],
  ['En término', ({ answeredAt, dueOn }) => answeredAt && (productDay(answeredAt) <= dueOn ? 'Sí' : 'No')],
  [
    'Identificación',
    ({ identification }) =>
      identification && [IDENTIFICATIONS[identification.means], identification.note].filter(Boolean).join(': '),
  ],
  [
    'Qué se hizo',
    ({ kinds }) =>
      kinds
        .flatMap(({ kind, doneAt }) =>
          doneAt === null ? [] : [`${REQUEST_KINDS[kind]}, el ${formatDateTime(doneAt)}`],
        )
        .join('; '),
  ],
  ['Motivo de lo que no se hizo', ({ undoneReason }) => undoneReason],
];

export async function readRequestTable(db: Db, viewer: Viewer, query: RegisterQuery) {
  const requests = await selectRequests(db, viewer, query, { limit: ROWS_MAX, offset: 0 });
  return {
    header: COLUMNS.map(([title]) => title),
    rows: requests.map((request) => COLUMNS.map(([, contentOf]) => contentOf(request))),
  };
}
