import {
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
  type DataRequest,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import type { AuditValues } from '../../work/audit.ts';

type Told = Pick<DataRequest, 'kind' | 'channel' | 'state' | 'receivedOn' | 'dueOn'> & { personId: number | null };

/** A request as the audit tells it. Who asks and what they say is not repeated there: it stands in the register alone. */
export const requestInWords = ({ kind, channel, state, receivedOn, dueOn, personId }: Told): AuditValues => ({
  Pedido: REQUEST_KINDS[kind],
  Canal: REQUEST_CHANNELS[channel],
  Recibido: formatDay(receivedOn),
  Vence: formatDay(dueOn),
  Estado: REQUEST_STATES[state],
  'Id de persona': personId,
});
