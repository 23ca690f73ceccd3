import { expectAccessible, setColorScheme } from './accessible.ts';
import { typeDate } from './campaign-form.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO, enter, expect, expectNoSidewaysScroll, FULL, placeOf, test, tokenOf } from './product.ts';

interface Person {
  id: number;
  name: string;
}
const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const SIDES = { internal: 'internals', external: 'externals' } as const;

/** Sixty numbers: the first twenty born in 1950, the rest in 1990, all in Flores. */
const numbersOf = (prefix: string) =>
  [
    'Nombre;Celular;Fecha de nacimiento;Barrio',
    ...Array.from({ length: 60 }, (_, row) => {
      const year = row < 20 ? 1950 : 1990;
      return `Vecina ${row};11 ${prefix}-${1000 + row};25-05-${year};Flores`;
    }),
  ].join('\n');

interface Loaded {
  id: number;
  operators: Person[];
}

/** A running campaign of its own for each journey, with three operators (the demo one first) and an audience nobody has. */
async function loadCampaign(
  request: APIRequestContext,
  { name, side, prefix }: { name: string; side: keyof typeof SIDES; prefix: string },
): Promise<Loaded> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const ask = async <T>(path: string) => (await (await request.get(`/api${path}`, { headers })).json()) as T;
  const own = side === 'internal' ? DEMO.operator : DEMO.externalOperator;
  const me = (await (
    await request.get('/api/check', { headers: { Authorization: `Bearer ${await tokenOf(request, own)}` } })
  ).json()) as Person;
  const objectives = await ask<Person[]>('/objective');
  const supervisors = await ask<Record<string, Person[]>>('/supervisor');
  const people = (await ask<Record<string, Person[]>>('/operator'))[SIDES[side]]!;
  const operators = [me, ...people.filter(({ id }) => id !== me.id).slice(0, 2)];
  const created = await request.post('/api/campaign', {
    headers,
    multipart: {
      name,
      description: 'Una campaña para repartir su audiencia',
      objectiveId: String(objectives[0]!.id),
      coordinatedBy: String(supervisors[SIDES[side]]![0]!.id),
      operators: operators.map(({ id }) => id).join(','),
      external: side === 'external' ? '1' : '0',
      startDate: inDays(-2),
      endDate: inDays(30),
    },
  });
  expect(created.status()).toBeLessThan(300);
  const { id } = ((await created.json()) as { data: { id: number } }).data;
  const sent = await request.post(`/api/campaign/${id}/audience`, {
    headers,
    multipart: { 'audience[]': { name: 'vecinas.csv', mimeType: 'text/csv', buffer: Buffer.from(numbersOf(prefix)) } },
  });
  expect(sent.status()).toBe(202);
  await expect
    .poll(async () => (await ask<{ status: string }>(`/campaign/${id}/audience/load`)).status, {
      timeout: 60_000,
      intervals: [200],
    })
    .toBe('COMPLETED');
  return { id, operators };
}

const rows = 'tbody tr';
const operatorsIn = async (page: Page) => {
  const listed = await page.locator(`${rows} td:nth-child(4)`).allInnerTexts();
  return new Set(listed.map((text) => text.split('\n').at(-1)!));
};

async function beginSegmenting(page: Page) {
  await page.getByRole('button', { name: 'Segmentar' }).click();
  // The first step is passed with one press.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Continuar' })).toBeFocused();
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: /^Segmentar la audiencia \(\d+\)$/ });
}

/** The ten rows and the pager are there without scrolling, with the report of the load above them. */
async function expectTenRowsAndPager(page: Page) {
  const before = page.viewportSize()!;
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size);
    // A low window has no footer.
    const footer = page.getByRole('contentinfo');
    await expect(footer).toHaveCount(size.height < 800 ? 0 : 1);
    const bottom = size.height < 800 ? size.height : (await placeOf(footer)).y;
    const pager = await placeOf(page.getByRole('button', { name: 'Página siguiente' }));
    expect(pager.y + pager.height).toBeLessThanOrEqual(bottom);
  }
  await page.setViewportSize(before);
}

test('a coordinator filters, segments, undoes, segments again and rebalances', async ({ page, request }) => {
  const { id, operators } = await loadCampaign(request, {
    name: 'Reparto de punta a punta',
    side: 'internal',
    prefix: '6101',
  });
  await enter(page, DEMO.coordinator, `/campaign/detail/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${id} Reparto de punta a punta`);
  await expect(page.getByRole('tab')).toHaveText([
    'Información',
    'Ubicación',
    'Script',
    'Formulario',
    /^Audiencia\s*60$/,
  ]);
  await expect(page.locator(rows)).toHaveCount(10);
  await expect(page.locator(rows).first()).toContainText('11 6101 1000');
  await expect(page.getByText('vecinas.csv').first()).toBeVisible();
  await expectTenRowsAndPager(page);

  await page.getByRole('button', { name: /^Filtros/ }).click();
  const filters = page.getByRole('dialog', { name: 'Filtros' });
  await filters.getByLabel('Nacidos hasta').fill('1960');
  await expectAccessible(page);
  await filters.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('1–10 de 20', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/birthYearTo=1960/);

  // The list's filters are offered first: only those twenty are handed out.
  const dialog = await beginSegmenting(page);
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Segmentar la audiencia (20)');
  await expect(dialog.getByText('Nacidos hasta 1960')).toBeVisible();
  await dialog.getByRole('option', { name: new RegExp(operators[2]!.name) }).click();
  await dialog.getByLabel('Cantidad a repartir').fill('21');
  await expect(dialog.getByText('No se puede asignar una cantidad mayor al total de números.').first()).toBeVisible();
  await dialog.getByLabel('Cantidad a repartir').fill('7');
  await expect(dialog.getByText('7 números entre 2 operadores: 3 o 4 cada uno')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Segmentar 7' }).click();
  await expect(page.getByText('Audiencia segmentada correctamente.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('53 sin operador')).toBeVisible();
  await expect(page.getByText('EN CURSO').first()).toBeVisible();

  const bar = page.getByRole('region', { name: 'Última segmentación' });
  await expect(bar).toContainText('7 números entre 2 operadores');
  await bar.getByRole('button', { name: 'Deshacer' }).click();
  const confirm = page.getByRole('dialog', { name: 'Deshacer la segmentación' });
  await expect(confirm).toContainText('Reparto de punta a punta');
  await confirm.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('7 números volvieron a quedar sin operador.')).toBeVisible();
  await expect(page.getByText('60 sin operador')).toBeVisible();
  await expect(bar).toBeHidden();

  // All of it this time, by keyboard, to two of three.
  await page.getByRole('button', { name: 'Limpiar', exact: true }).click();
  await expect(page.getByText('1–10 de 60', { exact: true })).toBeVisible();
  const again = await beginSegmenting(page);
  await expect(again.getByRole('heading', { level: 2 })).toHaveText('Segmentar la audiencia (60)');
  await again.getByRole('option').first().waitFor();
  await again.getByRole('option', { name: new RegExp(operators[2]!.name) }).click();
  await again.getByRole('button', { name: 'Segmentar 60' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByText('0 sin operador')).toBeVisible();
  await expect.poll(() => operatorsIn(page)).toEqual(new Set([operators[0]!.name, operators[1]!.name]));
  await expect(page.getByRole('button', { name: 'Segmentar' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Asignar' })).toHaveAttribute('href', `/campaign/detail/${id}/assign`);

  await page.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: 'Cargar más audiencia' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Rebalancear' }).click();
  const rebalance = page.getByRole('dialog', { name: 'Rebalancear' });
  await rebalance
    .getByRole('listbox', { name: 'Salen de', exact: true })
    .getByRole('option', { name: new RegExp(operators[1]!.name) })
    .click();
  await rebalance
    .getByRole('listbox', { name: 'Pasan a', exact: true })
    .getByRole('option', { name: new RegExp(operators[2]!.name) })
    .click();
  await expect(rebalance.getByText('30 llamados para 1 operador')).toBeVisible();
  await expectAccessible(page);
  await rebalance.getByRole('button', { name: 'Rebalancear 30' }).click();
  await expect(page.getByText('30 llamados rebalanceados entre 1 operador.')).toBeVisible();
  await expect.poll(() => operatorsIn(page)).toEqual(new Set([operators[0]!.name, operators[2]!.name]));
  // Some of that segmentation was moved on: there is no way back any more.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
});

test('an operator sees the script and their own contacts, and can look at the others', async ({ page, request }) => {
  const { id, operators } = await loadCampaign(request, {
    name: 'Contactos de cada quien',
    side: 'internal',
    prefix: '6102',
  });
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.coordinator)}` };
  const split = await request.put(`/api/campaign/${id}/audience`, {
    headers,
    data: { operators: [operators[0]!.id], amount: 12 },
  });
  expect(split.status()).toBe(200);

  await enter(page, DEMO.operator, `/campaign/detail/${id}`);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByText('1–10 de 12', { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Rellamado' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Operador' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Segmentar|Filtros/ })).toHaveCount(0);
  await page.getByRole('group', { name: 'Estás asignado' }).getByRole('button', { name: 'Todos' }).click();
  await expect(page.getByText('1–10 de 60', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/assigned=0/);
  await page.getByRole('button', { name: 'Estado Por llamar' }).click();
  await page.getByRole('menuitemradio', { name: 'Pendiente' }).click();
  await expect(page).toHaveURL(/stateId=1/);
  await expect(page.locator(rows)).toHaveCount(10);
  await setColorScheme(page, 'dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Ordenar por')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a sample is drawn, segmented and enlarged by keyboard; the reserve stays', FULL, async ({ page, request }) => {
  const { id } = await loadCampaign(request, { name: 'Una muestra', side: 'internal', prefix: '6104' });
  await enter(page, DEMO.coordinator, `/campaign/detail/${id}`);
  await expect(page.getByText('60 sin operador')).toBeVisible();
  const openSample = async () => {
    await page.getByRole('button', { name: 'Más acciones' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Muestra al azar' }).press('Enter');
    return page.getByRole('dialog', { name: 'Muestra al azar' });
  };
  const dialog = await openSample();
  await expect(dialog.getByLabel('Cuántos se usan')).toBeFocused();
  await page.keyboard.type('20');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: /Toda la audiencia/ })).toContainText('2040');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('20 sin operador · 40 en reserva')).toBeVisible();

  const split = await beginSegmenting(page);
  await expect(split.getByRole('heading', { level: 2 })).toHaveText('Segmentar la audiencia (20)');
  await split.getByRole('button', { name: 'Segmentar 20' }).click();
  await expect(split).toBeHidden();
  await expect(page.getByText('0 sin operador · 40 en reserva')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Segmentar' })).toHaveCount(0);

  const again = await openSample();
  await again.getByLabel('Cuántos más se usan').fill('5');
  await page.keyboard.press('Enter');
  await expect(again.getByRole('row', { name: /Toda la audiencia/ })).toContainText('2535');
  await page.keyboard.press('Escape');
  await expect(page.getByText('5 sin operador · 35 en reserva')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Segmentar' })).toBeVisible();

  await page.goto(`/campaign/detail/${id}?sample=reserve`);
  await expect(page.getByText('1–10 de 35', { exact: true })).toBeVisible();
  await expect(page.locator(rows).first()).toContainText('En reserva');
});

test('an external coordinator segments and loads nothing, also on a phone', FULL, async ({ page, request }) => {
  const { id } = await loadCampaign(request, { name: 'Externa por repartir', side: 'external', prefix: '6103' });
  await enter(page, DEMO.externalCoordinator, `/campaign/detail/${id}`);
  await expect(page.getByRole('button', { name: 'Segmentar' })).toBeVisible();
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rebalancear' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Cargar más audiencia' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const dialog = await beginSegmenting(page);
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Segmentar la audiencia (60)');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Segmentar 60' }).click();
  await expect(page.getByText('Audiencia segmentada correctamente.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Segmentar' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Asignar' })).toHaveCount(0);
});

test('the people of a filter begin a campaign of their own', FULL, async ({ page, request }) => {
  const { id } = await loadCampaign(request, { name: 'Primera vuelta', side: 'internal', prefix: '6103' });
  await enter(page, DEMO.coordinator, `/campaign/detail/${id}?birthYearTo=1960`);
  await expect(page.getByText('1–10 de 20', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Nueva campaña con estos' }).click();
  await expect(page.getByText('20 contactos')).toBeVisible();
  await expectAccessible(page);
  await setColorScheme(page, 'dark');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByLabel('Nombre', { exact: true }).fill('Segunda vuelta');
  await typeDate(page, 'Fecha de inicio', '010320270900');
  await typeDate(page, 'Fecha de fin', '300420271800');
  for (const step of ['Ubicación', 'Script', 'Formulario']) {
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: step })).toHaveAttribute('aria-current', 'step');
  }
  await page.getByRole('button', { name: 'Crear campaña' }).click();
  const report = page.getByRole('region', { name: 'Última carga completa' });
  await expect(report).toBeVisible({ timeout: 40_000 });
  expect(await report.getByRole('definition').allTextContents()).toEqual(['20', '20', '0', '0', '0']);
  await report.getByRole('link', { name: 'Primera vuelta' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaign/(detail/)?${id}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${id} Primera vuelta`);
});
