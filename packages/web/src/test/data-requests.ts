import type { DataRequest } from '@campanero/contract/personal-data/request-schemas';

/** An open request of access. */
export const aDataRequest = (parts: Partial<DataRequest> = {}): DataRequest => ({
  id: 5,
  kind: 'ACCESO',
  kinds: [{ kind: 'ACCESO', doneAt: null, doneBy: null }],
  channel: 'MOSTRADOR',
  state: 'ABIERTO',
  receivedOn: '2026-11-10',
  dueOn: '2026-11-20',
  person: null,
  asker: 'Zulemina Quiroga',
  contact: '',
  detail: '',
  identification: null,
  attendedBy: null,
  answer: null,
  answeredBy: null,
  answeredAt: null,
  undoneReason: null,
  exportId: null,
  createdBy: { id: 7, name: 'Ana' },
  createdAt: '2026-11-10T12:00:00.000Z',
  version: 1,
  ...parts,
});
