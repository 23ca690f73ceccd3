import { api } from '@campanero/contract';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { type Answers, answersAsList, type SurveyItem } from '@campanero/contract/surveys/definition';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleItem, when } from '../../../../contract/test/survey-samples.ts';
import { aState } from '../../test/catalogue.ts';
import { aContactWorld, CONTACT_PATH, inDays } from '../../test/contact-world.ts';
import { anEntry } from '../../test/contacts.ts';
import { aSession } from '../../test/people.ts';
import { renderPage } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { setWindowSize } from '../../test/window-size.ts';

vi.setConfig({ testTimeout: 30_000 });

const ITEMS: SurveyItem[] = [
  sampleItem(1, 'yesNo', { text: '¿Vive acá, {nombre}?' }),
  sampleItem(2, 'number', { text: '¿Cuántos son?', showIf: when(1, 'is', 1), unit: '' }),
  sampleItem(3, 'choice', { text: '¿Qué color?' }),
  sampleItem(4, 'short', { text: '¿Algo más?', required: false }),
];
const STATES = [
  aState({ id: 2, name: 'Contactado', contactability: true }),
  aState({ id: 3, name: 'No contesta', callback: true }),
  aState({ id: 16, name: 'Encuesta completa', contactability: true, effectiveness: true }),
];

let world: ReturnType<typeof aContactWorld>['world'];
/** What was asked of the server about surveys. */
let asked: string[];
let shut: { questionId: number; value: number }[];
let survey: { id: number; name: string; number: number; items: SurveyItem[] };
let stored: Answers;

interface Parts {
  campaign?: Partial<CampaignDetail>;
  detail?: Partial<CallDetail>;
}
function begin({ campaign, detail }: Parts = {}) {
  const made = aContactWorld({
    campaign: { survey: { id: 5, name: 'Vecinos' }, states: STATES, ...campaign },
    ...(detail && { detail }),
  });
  world = made.world;
  server.use(
    ...made.handlers,
    reply(api.surveys.ofCampaign, () => {
      asked.push('survey');
      return survey;
    }),
    reply(api.surveys.interview, () => {
      asked.push('interview');
      return { answers: answersAsList(stored), complete: false, shut, saves: [] };
    }),
  );
}
beforeEach(() => {
  sessionStorage.clear();
  asked = [];
  stored = {};
  shut = [];
  survey = { id: 5, name: 'Vecinos', number: 2, items: ITEMS };
  setWindowSize({ width: 1440 });
  begin();
});
afterEach(() => setWindowSize({ width: 1024 }));

const open = (role = 'Operador') => renderPage(CONTACT_PATH, { as: aSession([role]) });
const flow = () => screen.findByRole('region', { name: 'Relevamiento' });
const press = (key: string, parts: { code?: string; altKey?: boolean; ctrlKey?: boolean; shiftKey?: boolean }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...parts });
const toOtherSide = () => press('r', { code: 'KeyR', altKey: true });
const save = () => press('Enter', { code: 'Enter', ctrlKey: true, shiftKey: true });
const draft = () => Object.keys(sessionStorage).filter((key) => key.includes('interview'));
const answers = (body: Record<string, unknown> | undefined) => (body?.['interview'] as { answers: unknown })?.answers;

test('a campaign without a survey asks for nothing and shows the script alone', async () => {
  begin({ campaign: { survey: null } });
  open();
  await screen.findByText(/años/);
  expect(await screen.findByRole('region', { name: 'Script' })).toBeTruthy();
  press('r', { code: 'KeyR', altKey: true });
  expect(asked).toEqual([]);
  expect(screen.queryByText(/Respondidas/)).toBeNull();
});

test('asked by keys beside the outcome; complete proposes its state, and all of it is saved at once', async () => {
  const { user } = open();
  await flow();
  // The keys work at once.
  expect(screen.getByRole('listbox', { name: /^¿Vive acá, Graciela/ })).toBe(document.activeElement);
  await user.keyboard('1');
  await user.keyboard('4{Enter}');
  await user.keyboard('3');
  await user.keyboard('{Alt>}n{/Alt}');
  expect(screen.getByText('Respondidas 4 de 4')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Registrar llamado' })).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Registrar llamado' });
  expect(screen.getByRole('option', { name: /Encuesta completa/, selected: true })).toBeTruthy();
  expect(world.registered).toEqual([]);
  save();
  await waitFor(() => expect(world.registered).toHaveLength(1));
  expect(world.registered[0]!.body).toEqual({
    stateId: 16,
    interview: {
      surveyId: 5,
      number: 2,
      answers: [
        { questionId: 1, answer: { value: 1 } },
        { questionId: 2, answer: { value: 4 } },
        { questionId: 3, answer: { value: 3 } },
        { questionId: 4, answer: { none: 'skipped' } },
      ],
    },
  });
  expect(world.registered[0]!.key).toBeTruthy();
  await waitFor(() => expect(draft()).toEqual([]));
});

test('goes on where it stood, and sends only what is new or changed', async () => {
  stored = { 1: { value: 1 }, 2: { value: 2 } };
  const { user } = open();
  await flow();
  expect(screen.getByText('Respondidas 2 de 4')).toBeTruthy();
  expect(screen.getByRole('listbox', { name: '¿Qué color?' })).toBe(document.activeElement);
  await user.keyboard('2');
  await user.keyboard('{Alt>}a{/Alt}{Alt>}a{/Alt}{Alt>}a{/Alt}');
  // The same again is no change; the number that it hides now goes with it.
  await user.keyboard('2');
  await user.click(screen.getByRole('button', { name: /^No contesta/ }));
  await screen.findByRole('dialog', { name: 'Registrar llamado' });
  save();
  await waitFor(() => expect(world.registered).toHaveLength(1));
  expect(answers(world.registered[0]!.body)).toEqual([
    { questionId: 1, answer: { value: 2 } },
    { questionId: 3, answer: { value: 2 } },
  ]);
});

test('an answer whose quota is full says so, and may be changed', async () => {
  shut = [{ questionId: 1, value: 2 }];
  const { user } = open();
  await flow();
  const SHUT = /El cupo de quienes dan esta respuesta ya está completo/;
  expect(screen.queryByText(SHUT)).toBeNull();
  await user.keyboard('2');
  expect(screen.getByText(SHUT)).toBeTruthy();
  await user.keyboard('{Alt>}a{/Alt}1');
  expect(screen.queryByText(SHUT)).toBeNull();
});

test('nothing answered sends nothing', async () => {
  stored = { 1: { value: 2 } };
  const { user } = open();
  await flow();
  await user.click(screen.getByRole('button', { name: /^No contesta/ }));
  await screen.findByRole('dialog', { name: 'Registrar llamado' });
  save();
  await waitFor(() => expect(world.registered).toHaveLength(1));
  expect(world.registered[0]!.body).toEqual({ stateId: 3 });
});

test('the draft survives a reload, also what is unfinished; it lies over what the server has', async () => {
  stored = { 1: { value: 1 } };
  const first = open();
  await flow();
  await first.user.keyboard('4');
  await first.user.keyboard('{Enter}');
  await first.user.keyboard('1');
  await first.user.keyboard('sin termin');
  first.unmount();
  // Meanwhile a colleague answered the same call.
  stored = { 1: { value: 1 }, 2: { value: 9 }, 3: { value: 2 } };
  open();
  await flow();
  expect(screen.getByText('Respondidas 4 de 4')).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Respuestas' });
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual([expect.stringContaining('Sí'), '¿Cuántos son?4', '¿Qué color?Rojo', '¿Algo más?sin termin']);
});

test('an answer that is none yet is not left out in silence: saving leads to it', async () => {
  stored = { 1: { value: 1 } };
  const { user } = open();
  await flow();
  await user.keyboard('500');
  toOtherSide();
  await screen.findByRole('dialog', { name: 'Registrar llamado' });
  await user.keyboard('2');
  save();
  expect(await screen.findByText('Falta terminar una respuesta del relevamiento.')).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '¿Cuántos son?' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('500');
  expect(screen.getByText('Ingrese un número entre 0 y 120.')).toBeTruthy();
  expect(world.registered).toEqual([]);
  await user.clear(field);
  await user.keyboard('5{Enter}');
  save();
  await waitFor(() => expect(answers(world.registered[0]?.body)).toEqual([{ questionId: 2, answer: { value: 5 } }]));
});

test('one key changes between questionnaire and outcome; digits belong to where the focus is', async () => {
  const { user } = open();
  await flow();
  toOtherSide();
  const state = await screen.findByRole('combobox', { name: 'Estado' });
  await waitFor(() => expect(document.activeElement).toBe(state));
  await user.keyboard('1');
  expect(screen.getByRole('option', { name: /No contesta/, selected: true })).toBeTruthy();
  expect(screen.getByText('Respondidas 0 de 3')).toBeTruthy();
  toOtherSide();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listbox', { name: /^¿Vive acá/ })));
  await user.keyboard('2');
  expect(screen.getByText('Respondidas 1 de 3')).toBeTruthy();
  expect(screen.getByRole('option', { name: /No contesta/, selected: true })).toBeTruthy();
  toOtherSide();
  await waitFor(() => expect(document.activeElement).toBe(state));
});

test('from the script the same key leads back to the question', async () => {
  const link = '/api/campaign/31/script/5';
  const script = { id: 5, originalName: 'guion.png', contentType: 'image/png' as const, bytes: 900, link };
  begin({ campaign: { scripts: [script] } });
  server.use(http.get('*/api/campaign/31/script/5', () => HttpResponse.arrayBuffer(new ArrayBuffer(8))));
  const { user } = open();
  await flow();
  await user.click(screen.getByRole('button', { name: 'Script', pressed: false }));
  expect(screen.queryByRole('region', { name: 'Relevamiento' })).toBeNull();
  toOtherSide();
  await flow();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listbox', { name: /^¿Vive acá/ })));
});

describe('refusals', () => {
  const answerAndSave = async (beforeSaving: () => void = () => undefined) => {
    const { user } = open();
    await flow();
    await user.keyboard('2');
    await user.keyboard('1');
    toOtherSide();
    await screen.findByRole('dialog', { name: 'Registrar llamado' });
    await user.keyboard('1');
    beforeSaving();
    save();
    return user;
  };

  test('a refused answer leads to its question, which keeps it', async () => {
    const errors = [{ field: 'interview.3', message: 'Elija una de las opciones.' }];
    server.use(
      http.post('*/api/campaign/:id/call/:callId', () =>
        HttpResponse.json(
          { error: 'SURVEY_ANSWER', message: 'Una respuesta no corresponde.', errors },
          { status: 422 },
        ),
      ),
    );
    await answerAndSave();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listbox', { name: '¿Qué color?' })));
    expect(screen.getByText('Elija una de las opciones.')).toBeTruthy();
    expect(screen.getByRole('option', { name: /Rojo/, selected: true })).toBeTruthy();
  });

  test('another survey meanwhile: it is loaded, what asks the same is kept, and it is said', async () => {
    await answerAndSave(() => {
      // What the page reads again.
      const items = [ITEMS[0]!, sampleItem(3, 'choice', { text: '¿Qué otro color?' })];
      survey = { id: 6, name: 'Copia', number: 1, items };
      begin({ campaign: { survey: { id: 6, name: 'Copia' } } });
      const refusal = { error: 'SURVEY_CHANGED', message: 'La campaña ya no usa ese relevamiento.' };
      server.use(
        http.post('*/api/campaign/:id/call/:callId', () => HttpResponse.json(refusal, { status: 409 }), { once: true }),
      );
    });
    expect(await screen.findByText(/^El relevamiento de la campaña cambió y se volvió a cargar/)).toBeTruthy();
    expect(await screen.findByText(/de sus 2 respuestas sin guardar se conservaron 1/)).toBeTruthy();
    expect(screen.getByText('Respondidas 1 de 2')).toBeTruthy();
    save();
    await waitFor(() => expect(world.registered).toHaveLength(1));
    expect(world.registered[0]!.body['interview']).toEqual({
      surveyId: 6,
      number: 1,
      answers: [{ questionId: 1, answer: { value: 2 } }],
    });
  });

  test('without a connection they wait in the queue with their registration, and the draft stays until it is sent', async () => {
    const offline = http.post('*/api/campaign/:id/call/:callId', () => HttpResponse.error());
    server.use(offline);
    await answerAndSave();
    await screen.findByText(/^1 llamado en espera/);
    expect(draft()).toHaveLength(1);
    begin();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(world.registered).toHaveLength(1));
    expect(answers(world.registered[0]!.body)).toEqual([
      { questionId: 1, answer: { value: 2 } },
      { questionId: 3, answer: { value: 1 } },
    ]);
    await waitFor(() => expect(draft()).toEqual([]));
  });

  test('a questionnaire that cannot be loaded says so and leaves the outcome alone', async () => {
    server.use(refuse(api.surveys.ofCampaign, 'INTERNAL'));
    const { user } = open();
    expect(
      await screen.findByText(
        'No fue posible cargar el relevamiento. Inténtelo de nuevo o contacte con el soporte.',
        undefined,
        { timeout: 20_000 },
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^No contesta/ }));
    expect(await screen.findByRole('dialog', { name: 'Registrar llamado' })).toBeTruthy();
  });
});

test.each([
  ['a finished campaign', { campaign: { status: 'FINALIZADA' as const } }],
  ['the call of a colleague', { detail: { mayRegister: false, operator: { id: 8, name: 'Luis Paz' } } }],
])('%s: the answers are only read', async (_what, parts) => {
  stored = { 1: { value: 1 }, 2: { value: 3 } };
  begin(parts);
  open();
  const list = await screen.findByRole('list', { name: 'Respuestas' });
  expect(screen.getByText('Respondidas 2 de 4')).toBeTruthy();
  expect(within(list).queryByRole('button')).toBeNull();
  expect(within(list).getByText('3')).toBeTruthy();
});

test('on a narrow screen it is opened, says how far it is, and leads to the outcome', async () => {
  setWindowSize({ width: 390 });
  const { user } = open();
  const row = await screen.findByRole('button', { name: /^Relevamiento/ });
  await waitFor(() => expect(row.textContent).toContain('3 preguntas'));
  await user.click(row);
  const dialog = await screen.findByRole('dialog', { name: 'Relevamiento' });
  await user.click(within(dialog).getByRole('option', { name: /No/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await screen.findByRole('button', { name: /^Relevamiento/ });
  await waitFor(() => expect(again.textContent).toContain('Respondidas 1 de 3'));
  await user.click(again);
  const opened = await screen.findByRole('dialog', { name: 'Relevamiento' });
  await user.click(within(opened).getByRole('option', { name: /Verde/ }));
  await user.click(within(opened).getByRole('button', { name: /^Pasar/ }));
  await user.click(within(opened).getByRole('button', { name: 'Registrar «Encuesta completa»' }));
  expect(await screen.findByRole('dialog', { name: 'Registrar llamado' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Encuesta completa', selected: true })).toBeTruthy();
});

test('the history says how much was answered', async () => {
  server.use(
    reply(api.calls.history, [
      anEntry({ interview: { answered: 4, complete: true } }),
      anEntry({ interview: { answered: 1, complete: false } }),
      anEntry({ createdAt: inDays(-3) }),
    ]),
  );
  open();
  const history = await screen.findByRole('region', { name: 'Historial de llamados' });
  expect(await within(history).findByText('Relevamiento completo')).toBeTruthy();
  expect(within(history).getByText('1 respuesta')).toBeTruthy();
});
