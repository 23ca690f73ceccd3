import {
  type DataRequest,
  IDENTIFICATIONS,
  kindsInWords,
  REQUEST_CHANNELS,
  REQUEST_STATES,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import type { AuditValues } from '../../work/audit.ts';

type Means = NonNullable<DataRequest['identification']>['means'] | null;
interface AuditedRequest extends Pick<DataRequest, 'channel' | 'state' | 'receivedOn' | 'dueOn'> {
  kinds: readonly { kind: RequestKind }[];
  personId: number | null;
  identifiedBy: Means;
}

export const identificationInWords = (means: Means): string | null => means && IDENTIFICATIONS[means];

/** A request as audited: without requester, texts and notes on identification, which only the register holds. */
export const requestInWords = (request: AuditedRequest): AuditValues => ({
  Pedido: kindsInWords(request.kinds),
  Canal: REQUEST_CHANNELS[request.channel],
  Recibido: formatDay(request.receivedOn),
  Vence: formatDay(request.dueOn),
  Estado: REQUEST_STATES[request.state],
  Identificación: identificationInWords(request.identifiedBy),
  'Id de persona': request.personId,
});
