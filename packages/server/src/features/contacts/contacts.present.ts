import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import type { CallDetail, Contact } from '@campanero/contract/contacts/schemas';
import type { CallView, PersonRecord } from '../../call-store/read/index.ts';
import type { ContactView } from './view-contact.ts';

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

export const presentPerson = ({
  kind,
  name: _name,
  districtName,
  sectionName,
  subsectionName,
  ...person
}: PersonRecord): Omit<Contact, 'wrong'> => ({
  ...person,
  lead: kind === 'lead',
  district: districtName,
  section: sectionName,
  subsection: subsectionName,
});

/** Exactly one of leadId and contactId is set (rule calls/contact-or-lead). */
export const presentContact = ({ call, people, campaigns, may, retryAfter }: ContactView): CallDetail => ({
  callId: call.id,
  campaignId: call.campaignId,
  number: String(call.number),
  stateId: call.stateId,
  stateName: call.stateName,
  stateColor: call.stateColor,
  substateName: call.substateName,
  callCounter: call.callCount,
  callbackAt: call.callbackAt?.toISOString() ?? null,
  channel: call.channel,
  observations: call.observations,
  invalid: call.invalid ? 1 : 0,
  operator: named(call.operatorId, call.operatorName),
  leadId: call.personKind === 'lead' ? call.personId : null,
  contactId: call.personKind === 'contact' ? call.personId : null,
  campaigns: campaigns.map(({ startDate, endDate, ...campaign }) => ({
    ...campaign,
    startDate: startDate.toISOString(),
    endDate: endDate.toISOString(),
  })),
  formUrl: call.formUrl,
  contacts: people.map(({ wrong, ...person }) => ({ ...presentPerson(person), wrong })),
  blocked: blockInWords(call.blockReason, call.blockLists),
  heldBy: named(call.heldById, call.heldByName),
  ...may,
  retryAfter,
  attempts: { ...call.attempts, lastAt: call.attempts.lastAt?.toISOString() ?? null },
  version: call.version,
});

export const presentSaved = (call: CallView) => ({
  observations: call.observations,
  invalid: call.invalid ? (1 as const) : (0 as const),
  operatorCallData: {
    stateId: call.stateId,
    stateName: call.stateName,
    operator: named(call.operatorId, call.operatorName),
  },
  version: call.version,
});
