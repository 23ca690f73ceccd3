import { api } from '@campanero/contract';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { Reply } from '@campanero/contract/endpoint';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { HttpResponse, http } from 'msw';
import { aCampaign } from './campaign-world.ts';
import { aState } from './catalogue.ts';
import { aCallDetail, anEntry } from './contacts.ts';
import { reply } from './server.ts';

const DAY_MS = 24 * 3_600_000;
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const SUBSTATES = [
  { id: 81, name: 'Más tarde' },
  { id: 82, name: 'Pidió otro horario' },
];
const CATALOGUE = [
  aState({ id: 1, name: 'Pendiente' }),
  aState({ id: 2, name: 'Contactado', contactability: true }),
  aState({ id: 3, name: 'No contesta', callback: true }),
  aState({ id: 6, name: 'Volver a llamar', callback: true, contactability: true, substates: SUBSTATES }),
  aState({ id: 10, name: 'Participa', contactability: true, effectiveness: true }),
  aState({ id: 17, name: 'Inválido' }),
];

/** A campaign that takes calls right now; its operator is user 7. */
const aCallingCampaign = (parts: Partial<CampaignDetail> = {}): CampaignDetail =>
  aCampaign({
    id: 31,
    name: 'Veredas de Flores',
    status: 'EN CURSO',
    startDate: inDays(-2),
    endDate: inDays(20),
    operators: [{ id: 7, name: 'Ana Ledesma', disable: false }],
    validOperators: [
      { id: 7, name: 'Ana Ledesma' },
      { id: 21, name: 'Lucas Ferreyra' },
    ],
    states: CATALOGUE,
    ...parts,
  });

/** The server's side of one contact page: what it was asked, and in which words it answers. */
export function aContactWorld(
  parts: {
    campaign?: Partial<CampaignDetail>;
    detail?: Partial<CallDetail>;
    callbacks?: Reply<typeof api.calls.callbacks>;
  } = {},
) {
  const world = {
    holds: [] as number[],
    releases: [] as number[],
    nexts: [] as number[],
    registered: [] as { callId: number; body: Record<string, unknown>; key: string | null }[],
    detail: aCallDetail(parts.detail),
    callbacks: parts.callbacks ?? [],
  };
  const other = aCallDetail({
    callId: 902,
    number: '1155509134',
    contacts: [],
    contactId: null,
    stateName: 'Pendiente',
  });
  const handlers = [
    reply(api.campaigns.detail, aCallingCampaign(parts.campaign)),
    reply(api.contacts.detail, ({ params }) => (params['callId'] === '902' ? other : world.detail)),
    reply(api.calls.history, []),
    reply(api.calls.callbacks, world.callbacks),
    reply(api.calls.today, { callsMade: 0, contacted: 0, effective: 0, pending: 0 }),
    reply(api.calls.hold, ({ params }) => {
      world.holds.push(Number(params['callId']));
      return { callId: Number(params['callId']), heldUntil: inDays(1) };
    }),
    reply(api.calls.release, ({ params }) => {
      world.releases.push(Number(params['callId']));
      return undefined;
    }),
    reply(api.calls.next, ({ params }) => {
      world.nexts.push(Number(params['current']));
      return { callId: 902, number: '1155509134' };
    }),
    http.post('*/api/campaign/:id/call/:callId', async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>;
      world.registered.push({ callId: Number(params['callId']), body, key: request.headers.get('idempotency-key') });
      const stateId = Number(body['stateId']);
      const name = (parts.campaign?.states ?? CATALOGUE).find(({ id }) => id === stateId)!.name;
      world.detail = { ...world.detail, stateId, stateName: name, callCounter: world.detail.callCounter + 1 };
      return HttpResponse.json(anEntry({ stateId, state: { name, color: '#8D99A6' } }));
    }),
  ];
  return { world, handlers };
}

export const CONTACT_PATH = '/campaign/detail/31/contact/901/1155502847';
