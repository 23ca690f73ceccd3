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
interface Told extends Pick<DataRequest, 'channel' | 'state' | 'receivedOn' | 'dueOn'> {
  kinds: readonly { kind: RequestKind }[];
  personId: number | null;
  identifiedBy: Means;
}

export const identificationInWords = (means: Means): string | null => means && IDENTIFICATIONS[means];

/**
 * A request as the audit shows it. Who asks, what they say and what was noted of their identification stand in the register alone.
 */
export const requestInWords = (request: Told): AuditValues => ({
  Pedido: kindsInWords(request.kinds),
  Canal: REQUEST_CHANNELS[request.channel],
  Recibido: formatDay(request.receivedOn),
  Vence: formatDay(request.dueOn),
  Estado: REQUEST_STATES[request.state],
  Identificación: identificationInWords(request.identifiedBy),
  'Id de persona': request.personId,
});
