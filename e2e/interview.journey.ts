import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible, setColorScheme } from './accessible.ts';
import { aCallingDesk, DESK_PASSWORD, type Desk, panel, waitForContactPage } from './calling-desk.ts';
import { enter, expect, expectNoSidewaysScroll, OFFLINE, test } from './product.ts';

// A questionnaire is asked by telephone: by keys alone, with every answer kept until it is saved with the outcome.

const base = { help: '', required: true, showIf: null };
const options = (...texts: string[]) => texts.map((text, place) => ({ id: place + 1, text }));
const BARRIOS = options(
  'Almagro',
  'Boedo',
  'Caballito',
  'Devoto',
  'Flores',
  'Liniers',
  'Núñez',
  'Palermo',
  'Retiro',
  'Villa Crespo',
);

/** Twelve questions, of all kinds. */
const ITEMS = [
  { id: 1, kind: 'section', text: 'Su barrio' },
  { id: 2, kind: 'note', text: 'Buenas tardes, {nombre}. Son doce preguntas.', help: '', showIf: null },
  { id: 3, kind: 'yesNo', text: '¿Vive en el barrio hace más de un año?', ...base },
  {
    id: 4,
    kind: 'choice',
    text: '¿Qué es lo más urgente?',
    ...base,
    options: options('Las veredas', 'La luz', 'La limpieza'),
  },
  { id: 5, kind: 'scale', text: 'Del 0 al 10, ¿qué nota le pone a la limpieza?', ...base, from: 0, to: 10, labels: [] },
  { id: 6, kind: 'scale', text: '¿Se siente segura?', ...base, from: 1, to: 3, labels: ['Nada', 'Algo', 'Mucho'] },
  { id: 7, kind: 'choice', text: '¿En qué barrio trabaja?', ...base, options: BARRIOS },
  { id: 8, kind: 'section', text: 'Su casa' },
  { id: 9, kind: 'yesNo', text: '¿Vive con chicos?', ...base },
  {
    id: 10,
    kind: 'number',
    text: '¿Cuántos chicos?',
    ...base,
    min: 1,
    max: 15,
    unit: '',
    showIf: { match: 'all', conditions: [{ questionId: 9, test: 'is', values: [1] }] },
  },
  { id: 11, kind: 'choice', text: '¿Cómo se informa?', ...base, options: options('Radio', 'Televisión', 'Redes') },
  { id: 12, kind: 'date', text: '¿Cuándo hizo su último reclamo?', ...base },
  { id: 13, kind: 'short', text: '¿Por qué motivo?', ...base, required: false },
  { id: 14, kind: 'yesNo', text: '¿Se lo resolvieron?', ...base },
  { id: 15, kind: 'long', text: '¿Algo más, {nombre}?', ...base, required: false },
];

async function anAskingDesk(request: APIRequestContext, plan: Parameters<typeof aCallingDesk>[1]): Promise<Desk> {
  const desk = await aCallingDesk(request, plan);
  const survey = await desk.ask<{ id: number }>('post', '/survey', { name: plan.name, items: ITEMS });
  await desk.ask('patch', `/campaign/${desk.campaignId}/ongoing`, { surveyId: survey.id });
  return desk;
}

const callOf = (path: string) => Number(/contact\/(\d+)/.exec(path)![1]);
const interviewOf = ({ ask, campaignId }: Desk, path: string) =>
  ask<{ complete: boolean; answers: { questionId: number; answer: unknown }[]; saves: { userName: string }[] }>(
    'get',
    `/campaign/${campaignId}/call/${callOf(path)}/interview`,
  );

/** Strokes that choose or go on; letters and digits of an answer in one's own words are its text. */
async function answerByKeys(page: Page) {
  let strokes = 0;
  const press = async (key: string) => {
    await page.keyboard.press(key);
    strokes += 1;
  };
  const asked = (question: string | RegExp, role: 'listbox' | 'textbox' | 'combobox' = 'listbox') =>
    expect(page.getByRole(role, { name: question })).toBeFocused();
  const write = async (question: string | RegExp, text: string, key = 'Enter') => {
    await asked(question, 'textbox');
    await page.keyboard.type(text);
    await press(key);
  };
  await asked('¿Vive en el barrio hace más de un año?');
  await press('1');
  await asked('¿Qué es lo más urgente?');
  await press('3');
  await asked('Del 0 al 10, ¿qué nota le pone a la limpieza?');
  await press('d');
  await asked('¿Se siente segura?');
  await press('2');
  await asked('¿En qué barrio trabaja?', 'combobox');
  await page.keyboard.type('cres');
  await press('Enter');
  await asked('¿Vive con chicos?');
  await press('1');
  await write('¿Cuántos chicos?', '2');
  await asked('¿Cómo se informa?');
  await press('3');
  await write('¿Cuándo hizo su último reclamo?', '12032026');
  await write('¿Por qué motivo?', 'Una vereda rota');
  await asked('¿Se lo resolvieron?');
  await press('2');
  await write(/^¿Algo más/, 'Que arreglen la plaza', 'Control+Enter');
  return strokes;
}

const ALL_ANSWERS = [
  [3, { value: 1 }],
  [4, { value: 3 }],
  [5, { value: 10 }],
  [6, { value: 2 }],
  [7, { value: 10 }],
  [9, { value: 1 }],
  [10, { value: 2 }],
  [11, { value: 3 }],
  [12, { date: '2026-03-12' }],
  [13, { text: 'Una vereda rota' }],
  [14, { value: 2 }],
  [15, { text: 'Que arreglen la plaza' }],
];

test('twelve questions by keyboard in twelve strokes, saved with the outcome in two more', async ({
  page,
  request,
}) => {
  const desk = await anAskingDesk(request, {
    name: 'Doce preguntas',
    people: ['Zunilda'],
    prefix: '6411',
    contacts: 2,
  });
  const [zunilda] = desk.operators;
  const path = await desk.contactPath(zunilda!);
  await enter(page, zunilda!.email, path, DESK_PASSWORD);
  await waitForContactPage(page);
  await expect(page.getByText('Buenas tardes,')).toBeVisible();
  await expectAccessible(page, 'a question');

  expect(await answerByKeys(page)).toBeLessThanOrEqual(12);
  await expect(page.getByText('Relevamiento completo')).toBeVisible();
  await expectAccessible(page, 'the end of the questionnaire');
  // Proposed, not registered.
  await expect(page.getByRole('button', { name: 'Registrar «Encuesta completa»' })).toBeFocused();
  expect((await interviewOf(desk, path)).answers).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('option', { name: 'Encuesta completa', selected: true })).toBeVisible();
  await expectAccessible(page, 'questionnaire and outcome');
  await page.keyboard.press('Control+Enter');
  await expect(
    page.getByRole('region', { name: 'Avisos' }).getByText('El contacto fue actualizado correctamente.'),
  ).toBeVisible();

  const { complete, answers } = await interviewOf(desk, path);
  expect(complete).toBe(true);
  expect(answers.map(({ questionId, answer }) => [questionId, answer])).toEqual(ALL_ANSWERS);
  await page.goto(path);
  await expect(
    page.getByRole('region', { name: 'Historial de llamados' }).getByText('Relevamiento completo'),
  ).toBeVisible();
});

test.describe('half-way', () => {
  test.use({ expectedFailures: [OFFLINE], fresh: true });

  test('kept through a reload and without a connection; the next caller goes on where it stood', async ({
    page,
    context,
    request,
  }) => {
    const plan = { name: 'A medias', people: ['Otilia', 'Demetria'], prefix: '6412', contacts: 4 };
    const desk = await anAskingDesk(request, plan);
    const [otilia, demetria] = desk.operators;
    const path = await desk.contactPath(otilia!);
    await enter(page, otilia!.email, path, DESK_PASSWORD);
    await waitForContactPage(page);
    await expect(page.getByRole('listbox', { name: /^¿Vive en el barrio/ })).toBeFocused();
    await page.keyboard.press('2');
    await page.keyboard.press('1');
    await expect(page.getByText('Respondidas 2 de 11')).toBeVisible();
    await page.reload();
    await waitForContactPage(page);
    await expect(page.getByText('Respondidas 2 de 11')).toBeVisible();

    await expect(page.getByRole('listbox', { name: /^Del 0 al 10/ })).toBeFocused();
    await context.setOffline(true);
    await page.keyboard.press('7');
    await page.keyboard.press('Alt+r');
    await expect(panel(page).getByRole('combobox', { name: 'Estado' })).toBeFocused();
    await page.keyboard.type('desea');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+Enter');
    await expect(page.getByText(/^1 llamado en espera/)).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/^1 llamado en espera/)).toBeHidden();
    await expect.poll(async () => (await interviewOf(desk, path)).answers.length).toBe(3);

    // The same call, taken by a colleague.
    await desk.ask('put', `/campaign/${desk.campaignId}/call/${callOf(path)}/operator/${demetria!.id}`);
    await enter(page, demetria!.email, path, DESK_PASSWORD);
    await waitForContactPage(page);
    await expect(page.getByText('Respondidas 3 de 11')).toBeVisible();
    await expect(page.getByRole('listbox', { name: '¿Se siente segura?' })).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test('asked as a step of its own, in both schemes', async ({ page, request }) => {
    // The page may have served another journey.
    await page.setViewportSize({ width: 390, height: 844 });
    const desk = await anAskingDesk(request, { name: 'De bolsillo', people: ['Quique'], prefix: '6413', contacts: 2 });
    const [quique] = desk.operators;
    await enter(page, quique!.email, await desk.contactPath(quique!), DESK_PASSWORD);
    await page.getByRole('button', { name: /^Relevamiento/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Relevamiento' });
    for (const scheme of ['light', 'dark'] as const) {
      await setColorScheme(page, scheme);
      await expectAccessible(page, `a question, ${scheme}`);
    }
    await dialog.getByRole('option', { name: 'Sí' }).click();
    await dialog.getByRole('option', { name: 'La luz' }).click();
    await dialog.getByRole('option', { name: '8', exact: true }).click();
    await dialog.getByRole('button', { name: /^Anterior/ }).click();
    await expect(dialog.getByRole('option', { name: '8', exact: true, selected: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'back at an answered question');
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(page.getByRole('button', { name: /^Relevamiento/ })).toContainText('Respondidas 3 de 11');
  });
});
