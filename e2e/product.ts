import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { BLANK_PAGE, resetPage } from './reused-page.ts';

export { expect };
export const PASSWORD = 'campanero-demo';
export const DEMO = {
  admin: 'admin@demo.gob.ar',
  coordinator: 'coordinador@demo.gob.ar',
  externalCoordinator: 'coordinador.externo@demo.gob.ar',
  operator: 'operador@demo.gob.ar',
  externalOperator: 'operador.externo@demo.gob.ar',
} as const;

/**
 * Only with `npm run e2e:full`: other roles, screens and settings of what a journey already goes through, and what holds when servers,
 * networks and clocks fail.
 */
export const FULL = { tag: '@full' };

/** Nobody else's, not even of the same journey's first try. */
export const ownEmail = (name: string) => `${name.toLowerCase()}.${randomUUID().slice(0, 8)}@demo.gob.ar`;

/** Among the expected failures: requests that find no network. */
export const OFFLINE = 0;

interface Options {
  /** The statuses of requests that a journey makes fail on purpose. */
  expectedFailures: number[];
  /** Beside the product's own, for journeys that pass through another program. */
  otherHosts: string[];
  /** A browser of its own, for journeys that hold its connection or look through two tabs. */
  fresh: boolean;
}

/**
 * Every journey fails on a console error, an uncaught exception, a violation of the content security policy or a request
 * to another host. A test that provokes failing requests names the statuses it expects.
 */
export const test = base.extend<Options & { watch: void }, { keptPage: () => Promise<Page> }>({
  expectedFailures: [[], { option: true }],
  otherHosts: [[], { option: true }],
  fresh: [false, { option: true }],
  keptPage: [
    async ({ browser }, use) => {
      let page: Page | undefined;
      // Not before the first journey: only there the browser knows the settings of a page.
      await use(async () => (page ??= await browser.newPage()));
    },
    { scope: 'worker' },
  ],
  page: async ({ browser, keptPage, fresh }, use) => {
    if (fresh) {
      const context = await browser.newContext();
      await use(await context.newPage());
      await context.close();
    } else {
      const page = await keptPage();
      await use(page);
      await resetPage(page);
    }
  },
  context: async ({ page }, use) => use(page.context()),
  watch: [
    async ({ page: first, context, expectedFailures, otherHosts, baseURL }, use) => {
      const faults: string[] = [];
      const watchPage = (page: Page) => {
        page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
        page.on('console', (message) => {
          if (message.type() !== 'error') return;
          const text = message.text();
          // The browser's own idea, when a page is left before its icon has come.
          if (message.location().url.endsWith('/favicon.ico')) return;
          if (
            expectedFailures.some((status) => text.includes(status === OFFLINE ? 'net::ERR_' : `status of ${status}`))
          )
            return;
          faults.push(`console: ${text} (${message.location().url})`);
        });
        page.on('request', (request) => {
          const { protocol, host } = new URL(request.url());
          if (/^(http|ws)s?:$/.test(protocol) && ![new URL(baseURL!).host, ...otherHosts].includes(host))
            faults.push(`request to ${host}`);
        });
      };
      watchPage(first);
      context.on('page', watchPage);
      const telling = await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          // eslint-disable-next-line no-console
          console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use();
      expect(faults).toEqual([]);
      context.off('page', watchPage);
      await telling.dispose();
    },
    { auto: true },
  ],
});

/** Through the screen, as a person does; who stands before it already does not load it anew. */
export async function signInOnScreen(page: Page, email: string, password = PASSWORD): Promise<void> {
  if (!page.url().endsWith('/signin')) await page.goto('/signin');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}

/**
 * Signed in as one of the demo people, on the page at `path`. Past the screen, which has journeys of its own: the session is put
 * where the sign-in puts it, before the page reads it.
 */
export async function enter(page: Page, email: string, path = '/campaigns', password = PASSWORD): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
  if (!page.url().startsWith('http')) await page.goto(BLANK_PAGE);
  await page.evaluate(
    ({ token, id, email: mail, name, permissions, roles, expires }) => {
      localStorage.setItem('userInfo', JSON.stringify({ userId: id, name, permissions, roles, mail, expires }));
      localStorage.setItem('userDetails', token);
    },
    (await answer.json()) as Session,
  );
  await page.goto(path);
}

/**
 * To another page of the app, as its links lead there: the app is loaded already. For journeys about what that page shows, not
 * about its address or a fresh load. The page before may stand for a moment: what is looked for next must not be on it.
 */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

interface Session {
  token: string;
  id: number;
  email: string;
  name: string;
  permissions: string[];
  roles: unknown[];
  expires: number;
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where something stands on the screen. */
export async function placeOf(locator: Locator): Promise<Place> {
  const place = await locator.boundingBox();
  expect(place, String(locator)).not.toBeNull();
  return place!;
}

export const doOverlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The newest message in the outbox for an address, decoded; waits until one that matches is there. */
export async function mailTo(address: string, matching: RegExp): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR!, 'outbox');
  let found = '';
  await expect
    .poll(
      () => {
        const names = listed(folder).toSorted().toReversed();
        found =
          names
            .map((name) => decode(readFileSync(join(folder, name), 'utf8')))
            .find((mail) => mail.includes(address) && matching.test(mail)) ?? '';
        return found !== '';
      },
      { timeout: 15_000, intervals: [200] },
    )
    .toBe(true);
  return found;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
}

/** Quoted-printable to text: soft line ends removed, bytes joined as UTF-8. */
function decode(eml: string): string {
  const joined = eml.replace(/=\r?\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

export const OWN_PASSWORD = 'siete faroles y un tranvía';

const COORDINATOR = 4;
export const ADMINISTRATOR = 5;

/** Somebody of one journey alone, a coordinator unless told: nobody else rings their bell or changes their settings. */
export async function aColleague(
  request: APIRequestContext,
  name: string,
  role = COORDINATOR,
): Promise<{ email: string; id: number }> {
  const email = ownEmail(name);
  const created = await request.post('/api/user', {
    headers: { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` },
    data: { firstName: name, lastName: 'Campana', email, roles: [role] },
  });
  expect(created.status()).toBe(201);
  const [, id, token] = /\/reset\/(\d+)\?token=([\w-]+)/.exec(await mailTo(email, /\/reset\/\d+\?token=/))!;
  const chosen = await request.post(`/api/password/${id}`, {
    params: { token: token! },
    data: { password: OWN_PASSWORD, passwordConfirmation: OWN_PASSWORD },
  });
  expect(chosen.ok()).toBe(true);
  return { email, id: Number(id) };
}

const tokens = new Map<string, Promise<string>>();

/** A session for talking to the API beside the browser; the demo people's serves all journeys of a worker, as nobody ends it. */
export function tokenOf(request: APIRequestContext, email: string, password?: string): Promise<string> {
  if (password !== undefined) return signIn(request, email, password);
  const known = tokens.get(email) ?? signIn(request, email, PASSWORD);
  tokens.set(email, known);
  return known;
}

async function signIn(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}
