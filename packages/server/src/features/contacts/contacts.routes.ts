import { type CallView, type PersonRecord, selectPeople } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { found, type SignedCtx } from '../../work/index.ts';
import { markWrong, savePerson, setReview } from './edit-person.ts';
import { saveDetail } from './save-detail.ts';
import { type ContactView, openContact, viewContact, viewInCampaign } from './view-contact.ts';
import { blockInWords } from '@campanero/contract/contacts/block-reasons';
import type { Contact } from '@campanero/contract/contacts/schemas';

async function showPerson({ db, actor }: SignedCtx, personId: number) {
  return presentPerson(found((await selectPeople(db, actor, [personId]))[0]));
}

export const contactRoutes = routesOf('contacts', {
  detail: async ({ params }, ctx) => presentContact(await openContact(ctx, params)),
  saveDetail: async ({ params, body }, ctx) => {
    await saveDetail(ctx, params, body);
    const { call } = await viewContact(ctx, params);
    return presentSaved(call);
  },
  inCampaign: ({ params }, ctx) => viewInCampaign(ctx, params),
  savePerson: async ({ params, query, body }, ctx) => {
    const { personId } = await savePerson(ctx, { ...params, ...query }, body);
    return await showPerson(ctx, personId);
  },
  rectify: ({ params, body: { reason, requestId, ...body } }, ctx) =>
    savePerson(ctx, { personId: params.id, anywhere: true }, body, { reason, requestId }),
  rectifyNumber: ({ params, body }, ctx) =>
    markWrong(ctx, { personId: params.id, anywhere: true, phone: params.phone, ...body }),
  review: ({ params, body }, ctx) => setReview(ctx, { personId: params.id, ...body }),
  markWrong: async ({ params, query, body }, ctx) => {
    const { personId } = await markWrong(ctx, { ...params, ...query, ...body });
    return { ...(await showPerson(ctx, personId)), wrong: params.wrong };
  },
});

const asFlag = (value: boolean) => (value ? (1 as const) : (0 as const));
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const presentPerson = (person: PersonRecord): Omit<Contact, 'wrong'> => ({
  ...person,
  lead: person.kind === 'lead',
  district: person.districtName,
  section: person.sectionName,
  subsection: person.subsectionName,
});

/** Exactly one of leadId and contactId is set (rule calls/contact-or-lead). */
const presentContact = ({ call, people, campaigns, may, retryAfter }: ContactView) => ({
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

const presentSaved = (call: CallView) => ({
  ...call,
  invalid: asFlag(call.invalid),
  operatorCallData: { ...call, operator: named(call.operatorId, call.operatorName) },
});
