import type { APIRequestContext, Page } from '@playwright/test';
import { DEMO, expect, tokenOf } from './product.ts';

// How a person works the campaign forms, shared by the journeys about campaigns.

export const INTERNAL = { coordinator: 'Néstor Villalba', operator: 'Valeria Sosa' };
export const EXTERNAL = { coordinator: 'Paula Quiroga', operator: 'Daniela Ojeda' };
/** The smallest real picture. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' }).click();

/** Where the wizard's buttons are, which must be above the page's footer. */
export async function saveBarTop(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const back = await page.getByRole('button', { name: 'Anterior' }).boundingBox();
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(back!.y + back!.height).toBeLessThanOrEqual(footer!.y);
  return back!.y;
}

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** dd/MM/yyyy HH:mm, typed section by section as a person does. */
export async function typeDate(page: Page, label: string, digits: string) {
  await page.getByRole('group', { name: label }).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
}

/** The same as one who pastes it, for journeys that are about something else. */
async function pasteDate(page: Page, label: string, text: string) {
  await page.getByRole('group', { name: label }).getByRole('spinbutton').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

export async function fillInformation(page: Page, name: string, people: { coordinator: string; operator: string }) {
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByLabel('Descripción').fill('Estado de las veredas del barrio');
  await choose(page, 'Objetivo', 'Relevamiento');
  await choose(page, 'Coordinador', people.coordinator);
  await choose(page, 'Operadores', people.operator);
  await page.keyboard.press('Escape');
  await pasteDate(page, 'Fecha de inicio', '01/03/2027 09:00');
  await pasteDate(page, 'Fecha de fin', '30/04/2027 18:00');
}

async function listCampaigns(request: APIRequestContext, params: Record<string, string>) {
  const answer = await request.get('/api/campaign', {
    params: { ...params, pageSize: '50' },
    headers: { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` },
  });
  return ((await answer.json()) as { campaigns: { id: number }[] }).campaigns;
}

/** One of the demo's campaigns in that status; `skip` gives each journey its own. */
export const findCampaign = async (request: APIRequestContext, status: string, skip = 0): Promise<number> =>
  (await listCampaigns(request, { status }))[skip]!.id;

/** By name, where other journeys move campaigns in and out of the status meanwhile. */
export const findCampaignNamed = async (request: APIRequestContext, name: string): Promise<number> =>
  (await listCampaigns(request, { name }))[0]!.id;

/** A campaign that only this journey knows, as it is right after its creation. */
export async function aPendingCampaign(request: APIRequestContext, name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${await tokenOf(request, DEMO.admin)}` };
  const idOf = async (path: string, wanted: string) => {
    const people = (await (await request.get(path, { headers })).json()) as {
      internals: { id: number; name: string }[];
    };
    return String(people.internals.find((person) => person.name === wanted)!.id);
  };
  const answer = await request.post('/api/campaign', {
    headers,
    multipart: {
      name,
      description: 'Estado de las veredas del barrio',
      objectiveId: '1',
      coordinatedBy: await idOf('/api/supervisor', INTERNAL.coordinator),
      operators: await idOf('/api/operator', INTERNAL.operator),
      startDate: '2027-03-01T12:00:00.000Z',
      endDate: '2027-04-30T21:00:00.000Z',
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { data: { id: number } }).data.id;
}
