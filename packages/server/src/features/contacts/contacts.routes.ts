import { selectPeople } from '../../call-store/read/index.ts';
import { routesOf } from '../../http/mount.ts';
import { found, type SignedCtx } from '../../work/index.ts';
import { presentContact, presentPerson, presentSaved } from './contacts.present.ts';
import { markWrong, savePerson, setReview } from './edit-person.ts';
import { saveDetail } from './save-detail.ts';
import { openContact, viewContact, viewInCampaign } from './view-contact.ts';

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
