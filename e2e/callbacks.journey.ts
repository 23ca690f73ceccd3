import { expectAccessible } from './accessible.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  DEMO,
  enter,
  expect,
  expectNoSidewaysScroll,
  FULL,
  mailTo,
  navigateInApp,
  placeOf,
  test,
  tokenOf,
} from './product.ts';

const PASSWORD = 'nueve veredas y un ceibo';
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const OPERATOR_ROLE = 2;
const CALL_AGAIN = 6;

interface Named {
  id: number;
  name: string;
}
interface Desk {
  email: string;
  campaignId: number;
  calls: { callId: number; number: string }[];
}

const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
async function answerOf<T>(
  sent: Promise<{ json: () => Promise<unknown>; ok: () => boolean; text: () => Promise<string> }>,
) {
  const answer = await sent;
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** An operator of this journey alone. */
async function anOperator(
  request: APIRequestContext,
  admin: string,
  name: string,
): Promise<{ email: string; id: number }> {
  const email = `${name.toLowerCase()}.rellamados@demo.gob.ar`;
  await answerOf(
    request.post('/api/user', {
      ...as(admin),
      data: { firstName: name, lastName: 'Prado', email, roles: [OPERATOR_ROLE] },
    }),
  );
  const [, id, token] = /\/reset\/(\d+)\?token=([\w-]+)/.exec(await mailTo(email, /\/reset\/\d+\?token=/))!;
  await request.post(`/api/password/${id}`, {
    params: { token: token! },
    data: { password: PASSWORD, passwordConfirmation: PASSWORD },
  });
  return { email, id: Number(id) };
}

/** A running campaign with three numbers handed to the operator, who promised to call two of them again. */
async function aDesk(request: APIRequestContext, name: string, prefix: string): Promise<Desk> {
  const admin = await tokenOf(request, DEMO.admin);
  const { email, id } = await anOperator(request, admin, name);
  const ask = <T>(path: string) => answerOf<T>(request.get(`/api${path}`, as(admin)));
  const [objective] = await ask<Named[]>('/objective');
  const { internals } = await ask<{ internals: Named[] }>('/supervisor');
  const { data } = await answerOf<{ data: { id: number } }>(
    request.post('/api/campaign', {
      ...as(admin),
      multipart: {
        name: `Rellamados de ${name}`,
        description: 'Una campaña para volver a llamar',
        objectiveId: String(objective!.id),
        coordinatedBy: String(internals[0]!.id),
        operators: String(id),
        external: '0',
        startDate: inHours(-48),
        endDate: inHours(240),
      },
    }),
  );
  const rows = ['Rosa', 'Omar', 'Inés'].map((person, place) => `${person};11 ${prefix}-100${place}`);
  await answerOf(
    request.post(`/api/campaign/${data.id}/audience`, {
      ...as(admin),
      multipart: {
        'audience[]': {
          name: 'vecinas.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(['nombre;celular', ...rows].join('\n')),
        },
      },
    }),
  );
  await expect
    .poll(async () => (await ask<{ status: string }>(`/campaign/${data.id}/audience/load`)).status, {
      timeout: 60_000,
      intervals: [200],
    })
    .toBe('COMPLETED');
  await answerOf(request.put(`/api/campaign/${data.id}/audience`, { ...as(admin), data: { operators: [id] } }));

  const own = await tokenOf(request, email, PASSWORD);
  const { calls } = await answerOf<{ calls: { id: number; number: string }[] }>(
    request.get(
      `/api/campaign/${data.id}/audience/operator?pageNumber=0&pageSize=10&orderbytitle=number&orderbytype=asc`,
      as(own),
    ),
  );
  for (const [place, call] of calls.slice(0, 2).entries())
    await answerOf(
      request.post(`/api/campaign/${data.id}/call/${call.id}`, {
        ...as(own),
        data: { stateId: CALL_AGAIN, callbackAt: inHours(place === 0 ? 30 : 2) },
      }),
    );
  return { email, campaignId: data.id, calls: calls.map(({ id: callId, number }) => ({ callId, number })) };
}

const help = (page: Page) => page.getByRole('dialog', { name: 'Atajos de teclado' });
const search = (page: Page) => page.getByRole('dialog', { name: '¿Quién está devolviendo la llamada?' });
const toolsAreThere = (page: Page) => expect(page.getByRole('button', { name: 'Buscar quién llama' })).toBeVisible();
const contactPath = ({ campaignId }: Desk, { callId, number }: Desk['calls'][number]) =>
  `/campaign/detail/${campaignId}/contact/${callId}/${number}`;

test('one’s promised callbacks, soonest first; the caller is found by the end of the number', async ({
  page,
  request,
}) => {
  const desk = await aDesk(request, 'Nora', '6411');
  const [later, sooner, third] = desk.calls;
  await enter(page, desk.email, '/callbacks', PASSWORD);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mis rellamados');
  await expect(page.getByText('2 pactados')).toBeVisible();
  const links = page.getByRole('table', { name: 'Mis rellamados' }).getByRole('link');
  await expect(links).toHaveText(['11 6411 1001', '11 6411 1000']);
  await expectAccessible(page);

  await toolsAreThere(page);
  await page.keyboard.press('Alt+b');
  await expect(search(page).getByRole('textbox', { name: 'Número' })).toBeFocused();
  await page.keyboard.type('11002');
  await expect(search(page).getByText('1 contacto encontrado')).toBeAttached();
  await expect(search(page).getByRole('link')).toContainText('Rellamados de Nora · Nora Prado · Sin llamados');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(contactPath(desk, third!));

  await navigateInApp(page, '/callbacks');
  await links.first().click();
  await expect(page).toHaveURL(contactPath(desk, sooner!));
  expect(later!.callId).not.toBe(sooner!.callId);
});

test('the help lists the keys; switched off, they do nothing', FULL, async ({ page }) => {
  await enter(page, DEMO.externalOperator);
  await toolsAreThere(page);
  await page.keyboard.press('?');
  await help(page).getByRole('button', { name: 'Los demás atajos' }).click();
  await expect(help(page).getByText('Siguiente contacto')).toBeVisible();
  await expectAccessible(page);
  await help(page).getByRole('switch', { name: 'Usar atajos de teclado' }).click();
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();

  await page.reload();
  await toolsAreThere(page);
  await page.keyboard.press('?');
  await page.keyboard.press('Alt+b');
  // Had either been heard, its dialog would be on its way before this answer.
  await page.getByRole('button', { name: 'Atajos' }).click();
  await expect(help(page).getByRole('switch', { name: 'Usar atajos de teclado' })).not.toBeChecked();
  await expect(search(page)).toBeHidden();
  await help(page).getByRole('switch', { name: 'Usar atajos de teclado' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+b');
  await expect(search(page)).toBeVisible();
});

test('on a telephone: the list, the search and the help fit', FULL, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, DEMO.operator, '/callbacks');
  await toolsAreThere(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /\d{2} \d{4} \d{4}/ });
  const number = row.first().getByText(/^\d{2} \d{4} \d{4}$/);
  expect(await number.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  const [shown, hour] = [await placeOf(number), await placeOf(row.first().getByText(/^\d{2}:\d{2}$/))];
  expect(hour.y).toBeGreaterThanOrEqual(shown.y + shown.height - 1);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Buscar quién llama' }).click();
  await search(page).getByRole('textbox', { name: 'Número' }).fill('11555');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Atajos' }).click();
  await expect(help(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
