import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import type { Contact } from '@campanero/contract/contacts/schemas';
import type { CallView, PersonRecord } from '../../call-store/read/index.ts';
import type { ContactView } from './view-contact.ts';

const asFlag = (value: boolean) => (value ? (1 as const) : (0 as const));
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

export const presentPerson = (person: PersonRecord): Omit<Contact, 'wrong'> => ({
  ...person,
  lead: person.kind === 'lead',
  district: person.districtName,
  section: person.sectionName,
  subsection: person.subsectionName,
});

/** Exactly one of leadId and contactId is set (rule calls/contact-or-lead). */
export const presentContact = ({ call, people, campaigns, may, retryAfter }: ContactView) => ({
  ...call,
  ...may,
  retryAfter,
  campaigns,
  callId: call.id,
  number: String(call.number),
  callCounter: call.callCount,
  invalid: asFlag(call.invalid),
  operator: named(call.operatorId, call.operatorName),
  leadId: call.personKind === 'lead' ? call.personId : null,
  contactId: call.personKind === 'contact' ? call.personId : null,
  contacts: people.map(({ wrong, ...person }) => ({ ...presentPerson(person), wrong })),
  blocked: blockInWords(call.blockReason, call.blockLists),
  heldBy: named(call.heldById, call.heldByName),
});

export const presentSaved = (call: CallView) => ({
  ...call,
  invalid: asFlag(call.invalid),
  operatorCallData: { ...call, operator: named(call.operatorId, call.operatorName) },
});
