import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { api } from '@campanero/contract';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CorrectionBody, HistoryEntry } from '@campanero/contract/calls/schemas';
import { type ErrorCode, ERRORS, wireText } from '@campanero/contract/errors';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleItem, when } from '../../../../contract/test/survey-samples.ts';
import { forgetErased } from '../../lib/draft.ts';
import { anEntry } from '../../test/contacts.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import type { OutcomeState } from '../register/outcome-states.ts';
import { CorrectionDialog } from './correction-dialog.tsx';

const flags = { callback: false, contactability: false, effectiveness: false };
const STATES: readonly OutcomeState[] = [
  { id: 3, name: 'No contesta', color: '#8D99A6', substates: [], ...flags },
  { id: 10, name: 'Participa', color: '#1F8A4C', substates: [{ id: 5, name: 'En persona' }], ...flags },
  { id: 6, name: 'Volver a llamar', color: '#E08A1E', substates: [], ...flags, callback: true },
];

const CALENDAR = { rules: NO_RULES, holidays: new Map<string, string>() };

function open(parts: Partial<HistoryEntry> = {}, survey: CampaignDetail['survey'] = null) {
  const entry = anEntry({ id: 77, observations: 'Cortó', ...parts });
  const onClose = vi.fn<() => void>();
  const view = renderPiece(
    <CorrectionDialog
      campaignId={31}
      callId={901}
      entry={entry}
      states={STATES}
      calendar={CALENDAR}
      survey={survey}
      words={undefined}
      onClose={onClose}
    />,
    { as: aSession(['Coordinador']) },
  );
  const choose = async (name: string) => {
    await view.user.click(screen.getByRole('combobox', { name: 'Estado' }));
    await view.user.click(await screen.findByRole('option', { name }));
  };
  return { ...view, entry, onClose, choose };
}
const button = () => screen.getByRole('button', { name: 'Corregir' });
const reason = () => screen.getByRole('textbox', { name: 'Motivo de la corrección' });

test('sends outcome and reason once, and closes after the server’s answer', async () => {
  let sent: unknown;
  let address = {};
  server.use(
    reply(api.calls.correct, async ({ request, params }) => {
      sent = await request.json();
      address = params;
      return anEntry({ correctsId: 77 });
    }),
  );
  const { user, choose, onClose } = open();
  expect(screen.getByRole('dialog', { name: 'Corregir resultado' }).textContent).toContain(
    'No contesta · 09-11-2026 ~ 17:05 · Lucas Ferreyra.',
  );
  expect(screen.getByText('Cambie el resultado para corregirlo.')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Subestado' })).toBeNull();
  await choose('Participa');
  await user.click(screen.getByRole('button', { name: 'En persona' }));
  await user.click(button());
  expect(screen.getAllByText('El motivo es requerido.').length).toBeGreaterThan(1);
  expect(sent).toBeUndefined();
  await user.type(reason(), ' Marcó el de al lado ');
  await user.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent).toEqual({
    stateId: 10,
    substateId: 5,
    observations: 'Cortó',
    reason: 'Marcó el de al lado',
    version: 1,
  });
  expect(address).toMatchObject({ id: '31', callId: '901', entryId: '77' });
  expect(await screen.findByText('El resultado fue corregido.')).toBeTruthy();
});

test('shows a refusal in the dialog and keeps what was typed', async () => {
  server.use(refuse(api.calls.correct, 'ALREADY_CORRECTED'));
  const { user, choose, onClose } = open();
  await choose('Participa');
  await user.type(reason(), 'Otro motivo');
  await user.click(button());
  expect(await screen.findByText('Ese resultado ya fue corregido: corrija el más reciente.')).toBeTruthy();
  expect(reason()).toHaveProperty('value', 'Otro motivo');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

/** What the server holds, and what was sent to it. */
function aHistory(answer: (body: CorrectionBody, entryId: number) => HistoryEntry | ErrorCode) {
  const sent: [entryId: number, body: CorrectionBody][] = [];
  const held = { entries: [] as HistoryEntry[] };
  server.use(
    reply(api.calls.history, () => held.entries),
    http.post('*/api/campaign/:id/call/:callId/history/:entryId/correction', async ({ request, params }) => {
      const body = (await request.json()) as CorrectionBody;
      sent.push([Number(params['entryId']), body]);
      const given = answer(body, Number(params['entryId']));
      return typeof given === 'string'
        ? HttpResponse.json({ error: given, message: wireText(given) }, { status: ERRORS[given].status })
        : HttpResponse.json(given);
    }),
  );
  return { sent, held };
}

test('shows the correction of a colleague, and corrects that one', async () => {
  const { sent, held } = aHistory(({ version }) => (version === 2 ? anEntry({ correctsId: 80 }) : 'CONFLICT'));
  const { user, choose, entry, onClose } = open();
  const theirs = anEntry({
    id: 80,
    stateId: 6,
    state: { name: 'Volver a llamar', color: '#E08A1E' },
    observations: 'Cortó dos veces',
    correctsId: 77,
    user: { id: 22, name: 'Marta Gómez' },
    version: 2,
  });
  held.entries = [theirs, { ...entry, corrected: true, version: 2 }];
  await choose('Participa');
  await user.type(reason(), 'Marcó el de al lado');
  await user.click(button());
  const panel = await screen.findByRole('alert');
  expect(within(panel).getByRole('radio', { name: /Lo que usted escribió\s*Participa/ })).toBeTruthy();
  expect(panel.textContent).toContain('Lo registró: Lucas Ferreyra → Marta Gómez');
  expect(panel.textContent).toContain('Observaciones: Cortó → Cortó dos veces');
  expect(screen.getByRole('dialog').textContent).toContain('Volver a llamar · ');
  await user.click(button());
  expect(sent).toHaveLength(1);
  await user.click(within(panel).getByRole('radio', { name: /Lo que usted escribió/ }));
  await user.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent).toEqual([
    [77, expect.objectContaining({ version: 1 })],
    [80, { stateId: 10, observations: 'Cortó dos veces', reason: 'Marcó el de al lado', version: 2 }],
  ]);
});

test('is sent again by itself after another change of the call', async () => {
  const { sent, held } = aHistory(({ version }) => (version === 5 ? anEntry({ correctsId: 77 }) : 'CONFLICT'));
  const { user, choose, entry, onClose } = open();
  held.entries = [anEntry({ version: 5 }), { ...entry, version: 5 }];
  await choose('Participa');
  await user.type(reason(), 'Marcó el de al lado');
  await user.click(button());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent.map(([entryId, { version }]) => [entryId, version])).toEqual([
    [77, 1],
    [77, 5],
  ]);
});

test.each([
  ['TEXT_ERASED', 'Una parte de estos textos se borró porque una persona lo pidió.'],
  ['CALL_ERASED', 'Los datos de este contacto fueron borrados'],
] as const)(
  '%s: it is said, the erased text goes from screen and draft, and nothing is sent again',
  async (code, text) => {
    const { sent, held } = aHistory(() => code);
    const { user, choose, entry, onClose } = open({ observations: 'Atendió Zulemina' });
    held.entries = [{ ...entry, observations: null, version: 1 + ERASURE_STEP }];
    await choose('Participa');
    await user.type(reason(), 'Lo dijo Zulemina');
    expect(Object.keys(sessionStorage)).toEqual(['draft:7:correction:901:77']);
    await user.click(button());
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    expect(document.body.textContent).not.toContain('Zulemina');
    expect(reason()).toHaveProperty('value', '');
    expect(Object.keys(sessionStorage)).toEqual([]);
    await user.click(button());
    expect(sent).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
  },
);

test('deletes the draft of an erased call, also while the dialog is open', async () => {
  const { user } = open();
  await user.type(reason(), 'Dijo Ana Quirós');
  const stored = () => Object.values(sessionStorage).join();
  await waitFor(() => expect(stored()).toContain('Quirós'));
  act(() => forgetErased({ callIds: [901], personIds: [] }));
  await waitFor(() => expect((reason() as HTMLTextAreaElement).value).toBe(''));
  expect(stored()).not.toContain('Quirós');
});

describe('with a questionnaire', () => {
  const SURVEY = { id: 5, name: 'Vecinos' };
  const items = [
    sampleItem(1, 'yesNo', { text: '¿Vive acá?' }),
    sampleItem(2, 'number', { text: '¿Cuántos son?', showIf: when(1, 'is', 1), unit: '' }),
  ];
  let sent: CorrectionBody | undefined;
  beforeEach(() => {
    sent = undefined;
    server.use(
      reply(api.surveys.ofCampaign, { ...SURVEY, number: 2, items }),
      reply(api.surveys.interview, {
        answers: [
          { questionId: 1, answer: { value: 1 } },
          { questionId: 2, answer: { value: 3 } },
        ],
        complete: true,
        shut: [],
        saves: [],
      }),
      reply(api.calls.correct, async ({ request }) => {
        sent = (await request.json()) as CorrectionBody;
        return anEntry({ correctsId: 77 });
      }),
    );
  });

  test('the answers alone can be corrected, with a reason; what they hide goes', async () => {
    const { user, onClose } = open({}, SURVEY);
    expect(await screen.findByText('Respondidas 2 de 2')).toBeTruthy();
    expect(screen.getByText('Cambie el resultado para corregirlo.')).toBeTruthy();
    screen.getByRole('button', { name: 'Cambiar respuestas' }).focus();
    await user.keyboard('{Enter}');
    const first = await screen.findByRole('button', { name: /^¿Vive acá/ });
    expect(document.activeElement).toBe(first);
    await user.keyboard('{Enter}');
    await user.keyboard('2');
    expect(screen.getByText('Relevamiento completo')).toBeTruthy();
    await user.type(reason(), 'Entendió mal');
    await user.click(button());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject({
      stateId: 3,
      reason: 'Entendió mal',
      interview: { surveyId: 5, number: 2, answers: [{ questionId: 1, answer: { value: 2 } }] },
    });
  });

  test('an unfinished answer is not left out in silence', async () => {
    const { user } = open({}, SURVEY);
    await user.click(await screen.findByRole('button', { name: 'Cambiar respuestas' }));
    await user.click(await screen.findByRole('button', { name: /^¿Cuántos son/ }));
    await user.clear(screen.getByRole('textbox', { name: '¿Cuántos son?' }));
    await user.keyboard('300');
    expect(await screen.findByText('Falta terminar una respuesta del relevamiento.')).toBeTruthy();
  });

  test('answers that stay are not sent', async () => {
    const { user, choose, onClose } = open({}, SURVEY);
    await screen.findByText('Respondidas 2 de 2');
    await choose('Participa');
    await user.type(reason(), 'Marcó el de al lado');
    await user.click(button());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).not.toHaveProperty('interview');
  });

  test('a refused answer leads to its question', async () => {
    const errors = [{ field: 'interview.1', message: 'Elija una de las opciones.' }];
    server.use(
      http.post('*/api/campaign/:id/call/:callId/history/:entryId/correction', () =>
        HttpResponse.json({ error: 'SURVEY_ANSWER', message: 'Una de las respuestas…', errors }, { status: 422 }),
      ),
    );
    const { user } = open({}, SURVEY);
    await user.click(await screen.findByRole('button', { name: 'Cambiar respuestas' }));
    await user.click(await screen.findByRole('button', { name: /^¿Vive acá/ }));
    await user.keyboard('2');
    await user.type(reason(), 'Entendió mal');
    await user.click(button());
    expect(await screen.findByText('Elija una de las opciones.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('listbox', { name: '¿Vive acá?' }));
    expect((reason() as HTMLTextAreaElement).value).toBe('Entendió mal');
  });
});
