import { expectAccessible } from './accessible.ts';
import { aCallingDesk } from './calling-desk.ts';
import { expect, expectNoSidewaysScroll, test } from './product.ts';

// The page on which people answer themselves: no account, no script, and no names.

const base = { help: '', required: true, showIf: null };
const ITEMS = [
  { id: 1, kind: 'section', text: 'Su cuadra' },
  { id: 2, kind: 'note', text: 'Buenas tardes, {nombre}. Son tres preguntas.', help: '', showIf: null },
  { id: 3, kind: 'yesNo', text: '¿Hay árboles?', ...base },
  {
    id: 4,
    kind: 'number',
    text: '¿Cuántos?',
    ...base,
    min: 1,
    max: 50,
    unit: 'árboles',
    showIf: { match: 'all', conditions: [{ questionId: 3, test: 'is', values: [1] }] },
  },
  { id: 5, kind: 'scale', text: '¿Qué nota les pone?', ...base, from: 0, to: 10, labels: [] },
  { id: 6, kind: 'date', text: '¿Cuándo los podaron?', ...base, required: false },
  { id: 7, kind: 'long', text: '¿Algo más?', ...base, required: false },
];

// A page that says what is missing.
test.use({ expectedFailures: [422] });

test('a neighbour answers by a link on a phone, without a script, and changes an answer', async ({
  page,
  browser,
  request,
}) => {
  const plan = { name: 'Por un enlace', people: ['Wanda'], prefix: '6415', contacts: 2 };
  const desk = await aCallingDesk(request, plan);
  const [wanda] = desk.operators;
  const survey = await desk.ask<{ id: number }>('post', '/survey', { name: plan.name, items: ITEMS });
  await desk.ask('patch', `/campaign/${desk.campaignId}/ongoing`, { surveyId: survey.id });
  const callId = Number(/contact\/(\d+)/.exec(await desk.contactPath(wanda!))![1]);
  const call = `/campaign/${desk.campaignId}/call/${callId}`;
  const { whatsappUrl } = await desk.ask<{ whatsappUrl: string }>(
    'post',
    `${call}/survey-link`,
    { channel: 'whatsapp' },
    wanda,
  );
  const path = /\/r\/[\w-]+/.exec(decodeURIComponent(whatsappUrl))![0];

  // With a script, because axe is one; the page has none of its own.
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plan.name);
  await expect(page.locator('script')).toHaveCount(0);
  expect(await page.context().cookies()).toEqual([]);
  await expectAccessible(page, 'the questions');
  await page.getByRole('button', { name: 'Enviar las respuestas' }).click();
  await expect(page.getByRole('alert')).toContainText('¿Hay árboles?');
  await expectAccessible(page, 'what is missing');
  await page.getByText('Prefiero que me llamen a otra hora').click();
  await page.getByText('No quiero que me llamen más').click();
  await expectAccessible(page, 'what else a person may want');

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const phone = await context.newPage();
  await phone.goto(new URL(path, page.url()).href);
  await phone.getByRole('group', { name: '¿Hay árboles?' }).getByText('Sí', { exact: true }).click();
  await phone.getByRole('group', { name: '¿Qué nota les pone?' }).getByText('8', { exact: true }).click();
  await phone.getByLabel('¿Cuándo los podaron?').fill('2026-05-04');
  await phone.getByLabel('¿Algo más?').fill('Que los rieguen\nen verano');
  await phone.getByRole('button', { name: 'Enviar las respuestas' }).click();
  // What the first answer opened comes with the next page; the rest is saved already.
  await expect(phone.getByLabel('¿Cuántos?')).toBeVisible();
  await phone.getByLabel('¿Cuántos?').fill('ochenta');
  await phone.getByRole('button', { name: 'Enviar las respuestas' }).click();
  await expect(phone.getByLabel('¿Cuántos?')).toHaveValue('ochenta');
  await expect(phone.getByLabel('¿Cuántos?')).toHaveAttribute('aria-invalid', 'true');
  await phone.getByLabel('¿Cuántos?').fill('3');
  await phone.getByRole('button', { name: 'Enviar las respuestas' }).click();
  await expect(phone.getByText('Gracias. Sus respuestas quedaron guardadas.')).toBeVisible();

  const interview = await desk.ask<{ complete: boolean; answers: { questionId: number; answer: unknown }[] }>(
    'get',
    `${call}/interview`,
  );
  expect(interview.complete).toBe(true);
  expect(interview.answers).toEqual([
    { questionId: 3, answer: { value: 1 } },
    { questionId: 4, answer: { value: 3 } },
    { questionId: 5, answer: { value: 8 } },
    { questionId: 6, answer: { date: '2026-05-04' } },
    { questionId: 7, answer: { text: 'Que los rieguen\nen verano' } },
  ]);
  // The same link changes an answer; what was said before is there.
  await phone.goto(new URL(path, page.url()).href);
  await expect(phone.getByLabel('¿Cuántos?')).toHaveValue('3');
  await phone.getByLabel('¿Cuántos?').fill('4');
  await phone.getByRole('button', { name: 'Enviar las respuestas' }).click();
  await expect(phone.getByText('Gracias. Sus respuestas quedaron guardadas.')).toBeVisible();
  const { answers } = await desk.ask<typeof interview>('get', `${call}/interview`);
  expect(answers).toContainEqual({ questionId: 4, answer: { value: 4 } });
  await context.close();

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(path);
  await expectNoSidewaysScroll(page);
});
