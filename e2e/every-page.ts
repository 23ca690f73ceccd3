import { randomUUID } from 'node:crypto';
import { type Access, allows } from '@campanero/contract/roles';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { DEMO, expect, tokenOf } from './product.ts';

/** Whose pages they are, the highest first. */
export const PEOPLE = [
  { name: 'administrator', email: DEMO.admin, rank: 5 },
  { name: 'coordinator', email: DEMO.coordinator, rank: 4 },
  { name: 'external coordinator', email: DEMO.externalCoordinator, rank: 3 },
  { name: 'operator', email: DEMO.operator, rank: 2 },
  { name: 'external operator', email: DEMO.externalOperator, rank: 1 },
] as const;
export type Person = (typeof PEOPLE)[number];

export const GUEST_PATHS = ['/signin', '/recover', `/reset/1?token=${randomUUID()}`, '/404'] as const;

/** The app's table of pages. No literal at the import: the compiler would follow it through every page of the app. */
const TABLE = '../packages/web/src/app/pages.ts';
interface AppPage {
  path: string;
  access: Access;
  of?: 'campaign' | 'user' | 'service' | 'person' | 'request' | 'subscription' | 'survey';
}

interface Listed {
  campaigns: { id: number }[];
}
interface Audience {
  calls: { id: number; number: string }[];
}

/** Every page that the person may open, with an address that has something to show. */
export async function pagesOf(request: APIRequestContext, { email, rank }: Person): Promise<Map<string, string>> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, email)}` };
  const get = async <T>(path: string) => {
    const answer = await request.get(`/api${path}`, { headers });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  };
  // The oldest one in progress is of the demo data, with calls for everybody; other journeys leave it alone.
  const { campaigns } = await get<Listed>('/campaign?status=EN+CURSO&pageSize=50');
  const campaign = campaigns.at(-1)!.id;
  const list = rank >= 3 ? 'audience' : 'audience/operator';
  const { calls } = await get<Audience>(`/campaign/${campaign}/${list}?pageSize=10`);
  const { id: user } = await get<{ id: number }>('/check');
  const { PAGES } = (await import(TABLE)) as { PAGES: Record<string, AppPage> };
  const { leadId, contactId } = await get<{ leadId: number | null; contactId: number | null }>(
    `/detail/${calls[0]!.number}/call/${calls[0]!.id}`,
  );
  const subscription = rank === 5 ? await aSubscription(request, headers) : 0;
  const service = rank === 5 ? await aServiceAccount(request, headers) : 0;
  const survey = rank >= 3 ? await aSurvey(request) : 0;
  const idsOf = { survey, campaign, user, service, person: leadId ?? contactId, request: 1, subscription };
  const addressOf = ({ path, of }: AppPage) =>
    path
      .replace(':campaignId', String(campaign))
      .replace(':callId', String(calls[0]!.id))
      .replace(':phone', calls[0]!.number)
      // Real exports have a journey of their own; this address says that there is none.
      .replace(':id', of ? String(idsOf[of]) : randomUUID());
  const open = Object.entries(PAGES).filter(([, { access }]) => allows(access, { signedIn: true, primary: rank }));
  return new Map(open.map(([id, page]) => [id, addressOf(page)]));
}

/** The same one for all journeys, used by no campaign. Made by a coordinator, since some who read it may not. */
async function aSurvey(request: APIRequestContext): Promise<number> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const name = 'Atención en la sede';
  const list = (await (await request.get('/api/survey', { headers })).json()) as { id: number; name: string }[];
  const known = list.find((each) => each.name === name);
  if (known) return known.id;
  const asked = { help: '', required: true, showIf: null };
  const items = [
    { kind: 'yesNo', id: 1, text: '¿Fue atendido a horario?', ...asked },
    { kind: 'scale', id: 2, text: '¿Qué nota le pone?', ...asked, from: 1, to: 5, labels: [] },
  ];
  const made = await request.post('/api/survey', { headers, data: { name, items } });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: number }).id;
}

/** The same one for all journeys; its key is used by nobody. */
async function aServiceAccount(request: APIRequestContext, headers: Record<string, string>): Promise<number> {
  const list = (await (await request.get('/api/service-account', { headers })).json()) as {
    accounts: { id: number }[];
  };
  if (list.accounts[0]) return list.accounts[0].id;
  const expires = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  const data = {
    name: 'Tablero de datos',
    scopes: ['campaign.detail'],
    external: false,
    campaignIds: null,
    addresses: [],
    expires,
  };
  const made = await request.post('/api/service-account', { headers, data });
  return ((await made.json()) as { id: number }).id;
}

/** Paused, so that nothing leaves the machine; the same one for all journeys. */
async function aSubscription(request: APIRequestContext, headers: Record<string, string>): Promise<number> {
  const list = (await (await request.get('/api/event-subscription', { headers })).json()) as { id: number }[];
  if (list[0]) return list[0].id;
  const data = {
    name: 'Mesa 147',
    url: 'https://mesa.example/eventos',
    kinds: ['export.ready'],
    campaignIds: null,
    withPerson: false,
  };
  const made = await request.post('/api/event-subscription', { headers, data });
  const { id } = ((await made.json()) as { subscription: { id: number } }).subscription;
  await request.put(`/api/event-subscription/${id}/paused`, { headers, data: { isPaused: true } });
  return id;
}

/** Fresh from the server, with everything drawn that was on its way. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectDrawn(page);
}

export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
}

/**
 * Whatever opens over the page from that part of it, one after the other: menus, dialogs, drawers. Of a button that every row has,
 * the first.
 */
export async function openEach(page: Page, part: Locator, look: (name: string) => Promise<void>): Promise<void> {
  const openers = part
    .locator('[aria-haspopup=menu], [aria-haspopup=dialog], [aria-haspopup=true]')
    .filter({ visible: true });
  const seen = new Set<string>();
  for (let place = 0; place < (await openers.count()); place += 1) {
    const opener = openers.nth(place);
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
    const kind = name.split(' ').slice(0, 2).join(' ');
    if (seen.has(kind) || (await opener.getAttribute('aria-disabled')) === 'true') continue;
    seen.add(kind);
    await opener.click();
    const over = page.locator('[role=menu], [role=dialog], [role=listbox]:not(main *)').filter({ visible: true });
    await expect(over.first()).toBeVisible();
    await expect(over.locator('.MuiSkeleton-root')).toHaveCount(0);
    await look(name);
    await page.keyboard.press('Escape');
    await expect(over).toHaveCount(0);
  }
}
