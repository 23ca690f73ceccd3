import type { callbacks } from '@campanero/contract/calls/list-endpoints';
import type { HistoryEntry } from '@campanero/contract/calls/schemas';
import { PERSON_FIELDS, type PersonData } from '@campanero/contract/contacts/person-fields';
import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import type { z } from 'zod';

let counter = 700;

/** Every field empty, so that a new one needs nothing here. */
const NOTHING_KNOWN = Object.fromEntries(
  PERSON_FIELDS.map(({ name, kind }) => [name, kind === 'name' ? '' : null]),
) as unknown as PersonData;

/** A person on a number; what a test does not say is something plausible. */
export const aContact = (parts: Partial<Contact> = {}): Contact => ({
  ...NOTHING_KNOWN,
  id: ++counter,
  lead: false,
  orionId: 'O-1',
  firstName: 'Graciela Noemí',
  lastName: 'Fernández',
  document: '14872305',
  birthday: '1962-03-12',
  gender: 'F',
  district: 'Ciudad Autónoma de Buenos Aires',
  section: 'Comuna 4',
  subsection: 'Parque Patricios',
  districtId: '02',
  sectionId: '02004',
  subsectionId: '0200403',
  interested: false,
  wrong: false,
  dead: false,
  doNotCall: false,
  version: 3,
  ...parts,
});

/** The contact page's call: of user 7, called before, to be called again. */
export function aCallDetail(parts: Partial<CallDetail> = {}): CallDetail {
  const contacts = parts.contacts ?? [aContact({ id: 61 })];
  return {
    callId: 901,
    campaignId: 31,
    number: '1155502847',
    mobile: false,
    stateId: 6,
    stateName: 'Volver a llamar',
    stateColor: '#E08A1E',
    substateName: null,
    callCounter: 4,
    callbackAt: null,
    channel: null,
    observations: null,
    invalid: 0,
    operator: { id: 7, name: 'Ana Ledesma' },
    leadId: null,
    contactId: contacts[0]?.id ?? null,
    campaigns: [],
    formUrl: null,
    contacts,
    blocked: null,
    inReserve: false,
    heldBy: null,
    mayRegister: true,
    mayCorrect: false,
    mayReassignTo: 'self',
    retryAfter: [],
    attempts: { today: 0, inAll: 0, lastAt: null },
    version: 5,
    ...parts,
  };
}

export const anEntry = (parts: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: ++counter,
  stateId: 3,
  state: { name: 'No contesta', color: '#8D99A6' },
  substateId: null,
  substate: null,
  affinity: null,
  observations: null,
  callbackAt: null,
  personId: null,
  person: null,
  correctsId: null,
  reason: null,
  question: null,
  interview: null,
  dialledAt: null,
  corrected: false,
  createdAt: '2026-11-09T20:05:00.000Z',
  updatedAt: '2026-11-09T20:05:00.000Z',
  user: { id: 21, name: 'Lucas Ferreyra' },
  version: 1,
  ...parts,
});

type Callback = z.infer<typeof callbacks>[number];

/** A dated callback of a campaign that can be called in. */
export const aCallback = (parts: Partial<Callback> = {}): Callback => ({
  callId: ++counter,
  campaignId: 31,
  campaignName: 'Relevamiento de vecinos',
  number: '1155502847',
  name: 'Graciela Fernández',
  callbackAt: new Date().toISOString(),
  observations: null,
  openForCalls: true,
  ...parts,
});
