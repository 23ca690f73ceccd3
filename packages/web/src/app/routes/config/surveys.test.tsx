import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderApp, renderPage } from '../../../test/render.tsx';
import { fail, refuse, reply, server } from '../../../test/server.ts';
import { aSurvey, aSurveyRow, SURVEY_ITEMS } from '../../../test/surveys.ts';

vi.setConfig({ testTimeout: 30_000 });

const { surveys } = api;
const ROWS = [
  aSurveyRow({ questions: 12, campaigns: 2, interviews: 1500 }),
  aSurveyRow({ id: 9, name: 'Salud', disable: true, version: 6 }),
];
const open = (role = 'Coordinador') => renderPage('/config/surveys', { as: aSession([role]) });
beforeEach(() => {
  sessionStorage.clear();
  server.use(reply(surveys.list, ROWS));
});

const cellsOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr')!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
async function act(user: ReturnType<typeof open>['user'], of: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Acciones de ${of}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the library', () => {
  test('shows what each is, and leads to it', async () => {
    server.use(reply(surveys.get, aSurvey()));
    const { user, router } = open();
    expect((await cellsOf('Satisfacción con el barrio')).slice(0, 6)).toEqual([
      'Satisfacción con el barrio',
      '12',
      '2',
      '1.500',
      '16-11-2026 ~ 12:00',
      'Activado',
    ]);
    expect((await cellsOf('Salud'))[5]).toBe('Desactivado');
    await user.click(screen.getByRole('link', { name: 'Satisfacción con el barrio' }));
    expect(await screen.findByRole('heading', { name: 'Satisfacción con el barrio', level: 1 })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/config/surveys/8');
  });

  test('an empty one says what it is for and offers the first', async () => {
    server.use(reply(surveys.list, []));
    open();
    expect(await screen.findByText('Todavía no hay relevamientos')).toBeTruthy();
    expect(screen.getByText(/las preguntas que se hacen en una campaña/)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Crear relevamiento' })).toHaveLength(2);
  });

  test('a failed one can be asked for again', async () => {
    server.use(fail(surveys.list));
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Reintentar' });
    server.use(reply(surveys.list, ROWS));
    await user.click(again);
    expect(await screen.findByText('Salud')).toBeTruthy();
  });

  test('is switched off and on with the version that was shown; a refusal is said', async () => {
    const sent: unknown[] = [];
    server.use(
      reply(surveys.update, async ({ request }) => {
        sent.push(await request.json());
        return aSurvey();
      }),
    );
    const { user } = open();
    await act(user, 'Satisfacción con el barrio', 'Desactivar');
    await waitFor(() => expect(sent).toEqual([{ disable: true, version: 3 }]));
    server.use(refuse(surveys.update, 'CONFLICT'));
    await act(user, 'Salud', 'Activar');
    expect(await screen.findByText(/^El registro fue modificado|cambi/)).toBeTruthy();
  });

  test('a copy begins with the same questions, numbered anew', async () => {
    server.use(reply(surveys.get, aSurvey()));
    const { user, router } = open();
    await act(user, 'Satisfacción con el barrio', 'Copiar');
    expect(await screen.findByDisplayValue('Satisfacción con el barrio (copia)')).toBeTruthy();
    expect(router.state.location.search).toBe('?from=8');
    let sent: unknown;
    server.use(
      reply(surveys.create, async ({ request }) => {
        sent = await request.json();
        return aSurvey({ id: 30 });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Crear' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/surveys/30'));
    expect(sent).toEqual({ name: 'Satisfacción con el barrio (copia)', items: SURVEY_ITEMS });
  });

  test('an external coordinator reads and exports, and nothing else', async () => {
    server.use(reply(surveys.get, aSurvey()));
    const { user } = renderApp('/config/surveys', { as: aSession(['Coordinador externo']) });
    await user.click(await screen.findByRole('button', { name: 'Acciones de Salud' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Exportar JSON']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Crear relevamiento' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Satisfacción con el barrio' }));
    const list = within(await screen.findByRole('list', { name: 'Preguntas' }));
    expect(list.getByText(/Una opción · 2 opciones · obligatoria · Luces \/ Veredas · Mostrar si «¿Vive/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  });

  test.each([['Operador'], ['Operador externo']])('%s is led to the campaigns', async (role) => {
    const { router } = open(role);
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });
});

describe('as a file', () => {
  const file = (content: unknown, name = 'barrio.json') =>
    new File([typeof content === 'string' ? content : JSON.stringify(content)], name, { type: 'application/json' });
  const GOOD = { format: 'campanero-relevamiento', version: 1, name: 'Del archivo', items: SURVEY_ITEMS };
  const item = (change: object) => ({ ...GOOD, items: [SURVEY_ITEMS[0], { ...SURVEY_ITEMS[1], ...change }] });

  test('what is exported can be imported, as a new one that is not saved yet', async () => {
    const made = vi.spyOn(URL, 'createObjectURL');
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    server.use(reply(surveys.get, aSurvey()));
    const { user, router } = open();
    await act(user, 'Satisfacción con el barrio', 'Exportar JSON');
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('relevamiento-satisfaccion-con-el-barrio.json');
    const text = await (made.mock.calls[0]![0] as Blob).text();
    save.mockRestore();
    expect(JSON.parse(text)).toEqual({
      format: 'campanero-relevamiento',
      version: 1,
      name: 'Satisfacción con el barrio',
      items: SURVEY_ITEMS,
    });
    await user.upload(screen.getByTestId('survey-file'), file(text));
    expect(await screen.findByDisplayValue('Satisfacción con el barrio')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/config/surveys/create');
    expect(
      screen.getByRole('button', { name: /¿Qué le hace falta\?.*Mostrar si «¿Vive en el barrio\?» es Sí/ }),
    ).toBeTruthy();
    // Leaving would lose it.
    await user.click(screen.getByRole('link', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    expect(await screen.findByText('Salud')).toBeTruthy();
  });

  test.each<[string, unknown, string]>([
    ['not JSON', 'hola', 'El archivo no es JSON: elija uno que se haya exportado desde Relevamientos.'],
    ['other JSON', { format: 'otra cosa' }, 'El archivo no es un relevamiento exportado de Campanero.'],
    ['a list', [1, 2], 'El archivo no es un relevamiento exportado de Campanero.'],
    [
      'another version',
      { ...GOOD, version: 2 },
      'El archivo viene de otra versión de Campanero, con una forma que esta no conoce.',
    ],
    ['no name', { ...GOOD, name: '' }, 'El nombre del relevamiento no sirve: Ingrese un nombre.'],
    ['no questions', { ...GOOD, items: 7 }, /Las preguntas del archivo no se pueden leer/.source],
    [
      'a long text',
      item({ text: 'a'.repeat(601) }),
      'El elemento 2 del archivo no se puede leer. Excede los 600 caracteres.',
    ],
    ['two of one number', item({ id: 1 }), 'El archivo tiene dos preguntas u opciones con el mismo número.'],
    ['too large', 'x'.repeat(800_000), 'El archivo es demasiado grande: un relevamiento ocupa hasta 768 kB.'],
  ])('%s is refused with a sentence', async (_name, content, sentence) => {
    const { user, router } = open();
    await screen.findByText('Salud');
    await user.upload(screen.getByTestId('survey-file'), file(content));
    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(screen.getByRole('alert').textContent).toContain('barrio.json');
    expect(router.state.location.pathname).toBe('/config/surveys');
  });

  test('mistakes of the questions are shown in the editor', async () => {
    const { user } = open();
    await screen.findByText('Salud');
    const wrong = {
      kind: 'choice',
      text: 'Elija',
      help: '',
      required: true,
      showIf: null,
      options: [{ id: 1, text: 'Una' }],
    };
    await user.upload(screen.getByTestId('survey-file'), file(item(wrong)));
    expect(await screen.findByText('Escriba al menos dos opciones.')).toBeTruthy();
  });
});
