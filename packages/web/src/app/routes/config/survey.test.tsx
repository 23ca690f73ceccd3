import { api } from '@campanero/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aSession } from '../../../test/people.ts';
import { renderPage } from '../../../test/render.tsx';
import { refuse, reply, server } from '../../../test/server.ts';
import { aSurvey, SURVEY_ITEMS } from '../../../test/surveys.ts';

vi.setConfig({ testTimeout: 40_000 });

const { surveys } = api;
type Page = ReturnType<typeof open>;
type User = Page['user'];
const open = (path = '/config/surveys/8', as = aSession(['Coordinador'])) => renderPage(path, { as });
const create = () => open('/config/surveys/create');

let sent: { name?: string; items?: object[]; version?: number } | undefined;
const taking = async ({ request }: { request: Request }) => {
  sent = (await request.json()) as typeof sent;
  return aSurvey({ id: 30, version: 4 });
};
beforeEach(() => {
  sessionStorage.clear();
  sent = undefined;
  server.use(
    reply(surveys.list, []),
    reply(surveys.get, aSurvey()),
    reply(surveys.create, taking),
    reply(surveys.update, taking),
  );
});

async function add(user: User, kind: string) {
  await user.click(await screen.findByRole('button', { name: 'Agregar pregunta' }));
  await user.click(await screen.findByRole('menuitem', { name: kind }));
}
const write = (user: User, label: string, text: string) => user.type(screen.getByLabelText(label), text);
const text = () => screen.findByLabelText('Pregunta');
async function ask(user: User, kind: string, words: string) {
  const before = titles().length;
  await add(user, kind);
  await waitFor(() => expect(titles().length).toBeGreaterThan(before));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pregunta')));
  await user.paste(words);
}
const row = (name: RegExp | string) => screen.findByRole('button', { name, expanded: false });
async function choose(user: User, label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}
const save = (user: User, name = 'Guardar') => user.click(screen.getByRole('button', { name }));
const titles = () =>
  [...document.querySelectorAll('[data-part="row"]')].map((each) =>
    each.textContent.replace(/(Sección|Sí o no|Una op|Escala).*/, ''),
  );

const asked = { help: '', required: true, showIf: null };

describe('a new one', () => {
  test('sections, notes and choices, each with what it needs', async () => {
    const { user, router } = create();
    await user.type(await screen.findByLabelText('Nombre'), 'Barrio');
    await add(user, 'Sección');
    await user.type(await screen.findByLabelText('Título de la sección'), 'El barrio');
    await add(user, 'Texto para leer');
    await user.type(await screen.findByLabelText('Texto que se lee'), 'Gracias por atender.');
    await ask(user, 'Una opción', '¿Qué falta?');
    await write(user, 'Opción 1', 'Luces');
    await write(user, 'Opción 2', 'Veredas{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Opción 3')));
    await user.paste('Árboles');
    await ask(user, 'Varias opciones', '¿Cuáles usa?');
    await write(user, 'Opción 1', 'Plaza');
    await write(user, 'Opción 2', 'Biblioteca');
    await ask(user, 'Sí o no', '¿Vive aquí?');
    await save(user, 'Crear');
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/surveys/30'));
    expect(sent).toEqual({
      name: 'Barrio',
      items: [
        { kind: 'section', id: 1, text: 'El barrio' },
        { kind: 'note', id: 2, text: 'Gracias por atender.', help: '', showIf: null },
        {
          kind: 'choice',
          id: 3,
          text: '¿Qué falta?',
          ...asked,
          options: [
            { id: 1, text: 'Luces' },
            { id: 2, text: 'Veredas' },
            { id: 3, text: 'Árboles' },
          ],
        },
        {
          kind: 'choices',
          id: 4,
          text: '¿Cuáles usa?',
          ...asked,
          options: [
            { id: 1, text: 'Plaza' },
            { id: 2, text: 'Biblioteca' },
          ],
        },
        { kind: 'yesNo', id: 5, text: '¿Vive aquí?', ...asked },
      ],
    });
  });

  test('scales, numbers, dates and texts, each with what it needs', async () => {
    const { user, router } = create();
    await user.type(await screen.findByLabelText('Nombre'), 'Barrio');
    await ask(user, 'Escala', '¿Qué nota?');
    await choose(user, 'Desde', '0');
    await choose(user, 'Hasta', '10');
    await write(user, 'Texto del 10', 'Excelente');
    await ask(user, 'Número', '¿Edad?');
    await write(user, 'Mínimo', '0');
    await write(user, 'Máximo', '120,5');
    await write(user, 'Unidad', 'años');
    await ask(user, 'Fecha', '¿Desde cuándo?');
    await ask(user, 'Texto corto', '¿Calle?');
    await write(user, 'Aclaración', 'Sin la altura');
    await user.click(screen.getByRole('switch', { name: 'Obligatoria' }));
    expect(screen.getByText('Se puede pasar sin responder.')).toBeTruthy();
    await ask(user, 'Texto largo', '¿Algo más?');
    await save(user, 'Crear');
    await waitFor(() => expect(router.state.location.pathname).toBe('/config/surveys/30'));
    expect(sent).toEqual({
      name: 'Barrio',
      items: [
        {
          kind: 'scale',
          id: 1,
          text: '¿Qué nota?',
          ...asked,
          from: 0,
          to: 10,
          labels: [...Array<string>(10).fill(''), 'Excelente'],
        },
        { kind: 'number', id: 2, text: '¿Edad?', ...asked, min: 0, max: 120.5, unit: 'años' },
        { kind: 'date', id: 3, text: '¿Desde cuándo?', ...asked },
        { kind: 'short', id: 4, text: '¿Calle?', ...asked, help: 'Sin la altura', required: false },
        { kind: 'long', id: 5, text: '¿Algo más?', ...asked },
      ],
    });
  });

  test('what is missing is said at its place, not while it is written, and saving leads there', async () => {
    const { user } = create();
    await screen.findByLabelText('Nombre');
    await save(user, 'Crear');
    expect(await screen.findByText('Ingrese un nombre.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Nombre'));
    expect(screen.getByText('El relevamiento necesita al menos una pregunta.')).toBeTruthy();
    expect(sent).toBeUndefined();
  });

  test('a new question is left alone until it is left', async () => {
    const { user } = create();
    await user.type(await screen.findByLabelText('Nombre'), 'Barrio');
    await add(user, 'Una opción');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pregunta')));
    expect(screen.queryByText('Escriba la pregunta.')).toBeNull();
    expect(screen.queryByRole('button', { name: /por corregir/ })).toBeNull();
    await user.click(screen.getByLabelText('Nombre'));
    expect(await screen.findByText('Escriba la pregunta.')).toBeTruthy();
    expect(screen.getByText('Hay una opción vacía: escríbala o quítela.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '2 datos por corregir' }));
    expect(document.activeElement).toBe(await text());
  });

  test('a blank is put where one writes', async () => {
    const { user } = create();
    await ask(user, 'Sí o no', '¿Habla ?');
    screen.getByLabelText<HTMLTextAreaElement>('Pregunta').setSelectionRange(7, 7);
    await user.click(screen.getByRole('button', { name: 'Insertar dato' }));
    await user.click(await screen.findByRole('menuitem', { name: '{nombre}' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Pregunta').value).toBe('¿Habla {nombre}?');
  });
});

describe('a saved one', () => {
  test('moves by keyboard, said aloud, with the focus and a sentence where a condition looks ahead', async () => {
    const { user } = open();
    const lacking = await row(/¿Qué le hace falta/);
    lacking.focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(titles()).toEqual(['El barrio', '1¿Qué le hace falta?', '2¿Vive en el barrio?', '3¿Qué nota le pone?']);
    expect(document.activeElement).toBe(await row(/¿Qué le hace falta/));
    expect(screen.getByText('«¿Qué le hace falta?» pasó al lugar 2 de 4.')).toBeTruthy();
    expect(await screen.findByText(/Una condición mira una pregunta que ya no está antes que esta/)).toBeTruthy();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(screen.queryByText(/Una condición mira/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Bajar: El barrio' }));
    expect(titles()[1]).toBe('El barrio');
  });

  test('options move by keyboard and never take a number again', async () => {
    const { user } = open();
    await user.click(await row(/¿Qué le hace falta/));
    (await screen.findByLabelText('Opción 2')).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(screen.getByLabelText<HTMLInputElement>('Opción 1').value).toBe('Veredas');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Opción 1')));
    await user.click(screen.getByRole('button', { name: 'Quitar la opción 2' }));
    await user.click(screen.getByRole('button', { name: 'Agregar opción' }));
    await write(user, 'Opción 2', 'Árboles');
    await save(user);
    await waitFor(() => expect(sent?.version).toBe(3));
    expect(sent?.name).toBeUndefined();
    expect(sent?.items?.[2]).toMatchObject({
      options: [
        { id: 2, text: 'Veredas' },
        { id: 3, text: 'Árboles' },
      ],
    });
  });

  test('another type is another question: conditions follow, and changed back it is the saved one', async () => {
    server.use(reply(surveys.get, aSurvey({ interviews: 90 })));
    const { user } = open();
    await user.click(await row(/^\d ?¿Vive/));
    await choose(user, 'Tipo de respuesta', 'Una opción');
    expect(
      await screen.findByText(
        'Al guardar será una pregunta nueva; las respuestas de la anterior quedan en Resultados.',
      ),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Opción 1').value).toBe('Sí');
    await choose(user, 'Tipo de respuesta', 'Sí o no');
    await waitFor(() => expect(screen.queryByText(/Al guardar será una pregunta nueva/)).toBeNull());
    expect(screen.getByRole('button', { name: 'Guardar' }).getAttribute('aria-disabled')).not.toBe('true');
    await choose(user, 'Tipo de respuesta', 'Una opción');
    await save(user);
    await waitFor(() => expect(sent).toBeTruthy());
    expect(sent?.items?.[1]).toMatchObject({ id: 5, kind: 'choice' });
    expect(sent?.items?.[2]).toMatchObject({ showIf: { conditions: [{ questionId: 5, test: 'is', values: [1] }] } });
  });

  test('a condition that means nothing for the new type is asked for again', async () => {
    const { user } = open();
    await user.click(await row(/^\d ?¿Vive/));
    await choose(user, 'Tipo de respuesta', 'Número');
    expect(await screen.findByText('A una condición le falta el valor.')).toBeTruthy();
  });

  test('other ends of a saved scale make another question too', async () => {
    const { user } = open();
    await user.click(await row(/¿Qué nota/));
    await choose(user, 'Hasta', '10');
    await save(user);
    await waitFor(() => expect(sent?.items?.[3]).toMatchObject({ id: 5, from: 1, to: 10 }));
  });

  test('taking a question away names those that look at it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Quitar: ¿Vive en el barrio?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Quitar la pregunta' }));
    expect(dialog.getByText('¿Qué le hace falta?')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Quitar' }));
    expect(await screen.findByText(/Una condición mira una pregunta que ya no está/)).toBeTruthy();
    await save(user);
    expect(sent).toBeUndefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pregunta')));
  });

  test('conditions: only earlier questions, the words of their type, all or any', async () => {
    const { user } = open();
    await user.click(await row(/¿Qué nota/));
    await user.click(screen.getByRole('button', { name: 'Agregar condición' }));
    await user.click(screen.getByRole('combobox', { name: 'Si la pregunta' }));
    const offered = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(offered).toEqual(['1. ¿Vive en el barrio?', '2. ¿Qué le hace falta?']);
    await user.click(screen.getByRole('option', { name: /Vive/ }));
    await choose(user, 'Condición', 'es «No sabe / No contesta»');
    await user.click(screen.getByRole('button', { name: 'Agregar condición' }));
    const second = within(screen.getByRole('group', { name: 'Condición 2' }));
    await user.click(second.getByRole('combobox', { name: 'Valor' }));
    await user.click(await screen.findByRole('option', { name: 'Veredas' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /todas estas condiciones/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'alguna de estas condiciones' }));
    await save(user);
    await waitFor(() => expect(sent).toBeTruthy());
    expect(sent?.items?.[3]).toMatchObject({
      showIf: {
        match: 'any',
        conditions: [
          { questionId: 2, test: 'unknown', values: [] },
          { questionId: 3, test: 'is', values: [2] },
        ],
      },
    });
  });

  test('a copy stands right below, with a number of its own', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Copiar: ¿Vive en el barrio?' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pregunta')));
    await save(user);
    await waitFor(() => expect(sent?.items?.[2]).toMatchObject({ id: 5, text: '¿Vive en el barrio?' }));
  });

  test('what the server finds is shown at its question', async () => {
    const message = 'Una pregunta u opción nueva usa el número de otra que se quitó. Vuelva a agregarla.';
    server.use(refuse(surveys.update, 'SURVEY_MISTAKES', { errors: [{ field: 'items.4', message }] }));
    const { user } = open();
    await user.type(await screen.findByLabelText('Nombre'), ' 2027');
    await save(user);
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Pregunta')));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Pregunta' }).value).toBe('¿Qué nota le pone?');
    server.use(
      refuse(surveys.update, 'NAME_TAKEN', { errors: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] }),
    );
    await save(user);
    expect(await screen.findByText('Ya existe otro con ese nombre.')).toBeTruthy();
    expect(screen.getByDisplayValue('Satisfacción con el barrio 2027')).toBeTruthy();
  });

  test('the versions that were answered stand beside it', async () => {
    const made = { madeBy: { id: 2, name: 'Carolina Ibáñez' }, madeAt: '2026-11-16T15:00:00.000Z' };
    const versions = [
      { number: 4, ...made, interviews: 0 },
      { number: 1, ...made, interviews: 1 },
    ];
    server.use(reply(surveys.get, aSurvey({ number: 4, interviews: 1, campaigns: 1, versions })));
    open();
    const list = within(await screen.findByRole('list', { name: 'Versiones' }));
    expect(screen.getByText(/^Lo usa 1 campaña\./)).toBeTruthy();
    expect(list.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Versión 4 (la actual)Carolina Ibáñez, 16-11-2026 ~ 12:000 entrevistas',
      'Versión 1Carolina Ibáñez, 16-11-2026 ~ 12:001 entrevista',
    ]);
  });

  test('is tried with an invented person, and nothing is sent', async () => {
    const { user } = open();
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    await user.click(await screen.findByRole('button', { name: 'Probar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Satisfacción con el barrio' }));
    const first = await dialog.findByRole('listbox', { name: '¿Vive en el barrio?' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    // A long question is read from its beginning: the focus scrolls nothing.
    expect(focus.mock.calls[focus.mock.contexts.lastIndexOf(first)]).toEqual([{ preventScroll: true }]);
    focus.mockRestore();
    await user.keyboard('2');
    expect(await dialog.findByRole('listbox', { name: '¿Qué nota le pone?' })).toBeTruthy();
    await user.keyboard('5');
    await user.click(await dialog.findByRole('button', { name: 'Empezar de nuevo' }));
    expect(await dialog.findByRole('listbox', { name: '¿Vive en el barrio?' })).toBeTruthy();
    expect(sent).toBeUndefined();
  });
});

describe('nothing typed is lost', () => {
  test('a colleague was faster: one chooses, and new questions of both keep numbers of their own', async () => {
    const { user } = open();
    await ask(user, 'Sí o no', '¿Mía?');
    const theirs = [
      ...SURVEY_ITEMS,
      { id: 5, kind: 'long' as const, text: '¿Suya?', help: '', required: true, showIf: null },
    ];
    server.use(
      refuse(surveys.update, 'CONFLICT'),
      reply(
        surveys.get,
        aSurvey({ items: theirs, version: 9, lastIds: { item: 5, options: [{ itemId: 3, last: 2 }] } }),
      ),
    );
    await save(user);
    const panel = within(await screen.findByRole('group', { name: 'Preguntas' }));
    expect(panel.getByText(/5\. ¿Suya\?/)).toBeTruthy();
    expect(titles().at(-1)).toBe('4¿Mía?');
    await user.click(panel.getByRole('radio', { name: /Lo que usted escribió/ }));
    server.use(reply(surveys.update, taking));
    await save(user);
    await waitFor(() => expect(sent?.version).toBe(9));
    expect(sent?.items?.at(-1)).toMatchObject({ id: 6, text: '¿Mía?' });
    expect(sent?.items).toHaveLength(5);
  });

  test('it survives a reload, and leaving asks', async () => {
    const first = open();
    await first.user.type(await screen.findByLabelText('Nombre'), ' 2027');
    const kept = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
    first.unmount();
    // A real reload runs no clean-up.
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
    const { router, user } = open();
    expect(await screen.findByDisplayValue('Satisfacción con el barrio 2027')).toBeTruthy();
    void router.navigate('/config/surveys');
    const dialog = within(await screen.findByRole('dialog', { name: 'Hay cambios sin guardar' }));
    await user.click(dialog.getByRole('button', { name: 'Seguir editando' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByDisplayValue('Satisfacción con el barrio')).toBeTruthy();
  });

  test('without a network it says so and keeps everything', async () => {
    server.use(refuse(surveys.update, 'INTERNAL'));
    const { user } = open();
    await user.type(await screen.findByLabelText('Nombre'), ' 2027');
    await save(user);
    expect(
      await screen.findByText('No fue posible guardar el relevamiento. Inténtelo de nuevo o contacte con el soporte.'),
    ).toBeTruthy();
    expect(screen.getByDisplayValue('Satisfacción con el barrio 2027')).toBeTruthy();
  });

  test('a megabyte in a field does not get in, nor what is no number', async () => {
    const { user } = create();
    await ask(user, 'Número', 'x');
    const minimum = screen.getByLabelText<HTMLInputElement>('Mínimo');
    fireEvent.change(minimum, { target: { value: '1e9' } });
    fireEvent.change(minimum, { target: { value: '1'.repeat(1_048_576) } });
    expect(minimum.value).toBe('');
    fireEvent.change(screen.getByLabelText('Pregunta'), { target: { value: 'x'.repeat(1_048_576) } });
    await save(user, 'Crear');
    expect(await screen.findByText('Excede los 600 caracteres.')).toBeTruthy();
    expect(sent).toBeUndefined();
  });
});
