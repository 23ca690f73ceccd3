import { sampleItem, when } from '../../../../../contract/test/survey-samples.ts';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import type { Answers, SurveyItem } from '@campanero/contract/surveys/definition';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPiece } from '../../../test/render.tsx';
import { SurveyFlow } from './survey-flow.tsx';

const BLANKS: BlankTexts = {
  firstName: 'Graciela',
  lastName: 'Fernández',
  fullName: 'Graciela Fernández',
  title: 'Sra.',
  operator: 'Lucas Ferreyra',
  campaign: 'Veredas de Flores',
  date: 'martes 17 de noviembre',
  place: 'Flores',
};

let answers: Answers;
interface Parts {
  first?: Answers;
  onEnd?: { label: string; run: () => void };
  wrong?: { questionId: number; message?: string };
}
const NOTHING: Answers = {};
function Owner({ items, first = NOTHING, ...rest }: Parts & { items: readonly SurveyItem[] }) {
  const [value, setValue] = useState<Answers>(first);
  const change = (next: Answers) => {
    answers = next;
    setValue(next);
  };
  return <SurveyFlow items={items} blanks={BLANKS} answers={value} onChange={change} {...rest} />;
}

async function ask(items: readonly SurveyItem[], parts: Parts = {}) {
  answers = parts.first ?? {};
  const { user } = renderPiece(<Owner items={items} {...parts} />);
  await screen.findByRole('region', { name: 'Relevamiento' });
  // As the page does when a contact is opened.
  document.querySelector<HTMLElement>('[data-answer]')?.focus();
  return user;
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const progress = () => screen.getByText(/^Respondidas/).textContent;

test('one key answers a choice, a yes or no and a scale, and goes on', async () => {
  const user = await ask([
    sampleItem(1, 'choice', { text: '¿Qué color?' }),
    sampleItem(2, 'yesNo', { text: '¿Vive acá?' }),
    sampleItem(3, 'scale', { text: '¿Qué nota?' }),
  ]);
  expect(screen.getByRole('listbox', { name: '¿Qué color?' })).toBe(document.activeElement);
  expect(progress()).toBe('Respondidas 0 de 3');
  await user.keyboard('2');
  expect(screen.getByRole('listbox', { name: '¿Vive acá?' })).toBe(document.activeElement);
  expect(options()).toEqual(['1Sí', '2No']);
  await user.keyboard('1');
  await user.keyboard('4');
  expect(answers).toEqual({ 1: { value: 2 }, 2: { value: 1 }, 3: { value: 4 } });
  expect(screen.getByText('Relevamiento completo')).toBeTruthy();
  expect(progress()).toBe('Respondidas 3 de 3');
});

test('a scale from 0 to 10: the digits are its numbers, D is ten; from 1 to 10, 0 is ten', async () => {
  const zero = { from: 0, to: 10, labels: [] };
  const user = await ask([
    sampleItem(1, 'scale', zero),
    sampleItem(2, 'scale', zero),
    sampleItem(3, 'scale', { from: 1, to: 10, labels: [] }),
  ]);
  await user.keyboard('0');
  await user.keyboard('d');
  await user.keyboard('0');
  expect(answers).toEqual({ 1: { value: 0 }, 2: { value: 10 }, 3: { value: 10 } });
});

test('labels of a scale stand beside its numbers', async () => {
  await ask([sampleItem(1, 'scale', { from: 1, to: 3, labels: ['Malo', 'Regular', 'Bueno'] })]);
  expect(options()).toEqual(['1Malo', '2Regular', '3Bueno']);
});

test('several options: keys tick, Enter goes on, and none is no answer', async () => {
  const user = await ask([sampleItem(1, 'choices', { text: '¿Qué compra?' }), sampleItem(2, 'yesNo')]);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Responda la pregunta o elija «No sabe / No contesta».');
  await user.keyboard('3');
  await user.keyboard('1');
  await user.keyboard('2');
  await user.keyboard('2');
  expect(screen.getAllByRole('option', { selected: true }).map((option) => option.textContent)).toEqual([
    '1Pan',
    '3Vino',
  ]);
  await user.keyboard('{Enter}');
  expect(answers).toEqual({ 1: { values: [1, 3] } });
  expect(screen.getByRole('listbox', { name: 'Pregunta 2' })).toBe(document.activeElement);
});

test('more than nine options are found by letters; Enter takes the best one', async () => {
  const names = [
    'Almagro',
    'Boedo',
    'Caballito',
    'Devoto',
    'Flores',
    'Liniers',
    'Núñez',
    'Palermo',
    'Retiro',
    'Saavedra',
    'Villa Crespo',
  ];
  const list = names.map((text, place) => ({ id: place + 1, text }));
  const user = await ask([
    sampleItem(1, 'choice', { text: '¿Qué barrio?', options: list }),
    sampleItem(2, 'choices', { options: list }),
    sampleItem(3, 'choice', { options: list }),
  ]);
  const search = screen.getByRole('combobox', { name: '¿Qué barrio?' });
  expect(search).toBe(document.activeElement);
  await user.keyboard('cres');
  expect(options()).toEqual(['↵Villa Crespo']);
  await user.keyboard('{Enter}');
  await user.keyboard('nun{Enter}');
  await user.keyboard('reti{Enter}');
  await user.keyboard('{Enter}');
  await user.keyboard('0');
  expect(answers).toEqual({ 1: { value: 11 }, 2: { values: [7, 9] }, 3: { value: 10 } });
});

test('the arrows move, Enter chooses, and a click does', async () => {
  const user = await ask([sampleItem(1, 'choice'), sampleItem(2, 'choice')]);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(answers).toEqual({ 1: { value: 2 } });
  await user.click(screen.getByRole('option', { name: /Azul/ }));
  expect(answers[2]).toEqual({ value: 3 });
});

test('numbers: what is out of range says so and stays; commas and thousands are understood', async () => {
  const user = await ask([
    sampleItem(1, 'number', { text: '¿Cuántos años?' }),
    sampleItem(2, 'number', { max: null, unit: '' }),
  ]);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '¿Cuántos años?' });
  await user.keyboard('200{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Ingrese un número entre 0 años y 120 años.');
  expect(field.value).toBe('200');
  expect(progress()).toBe('Respondidas 0 de 2');
  await user.clear(field);
  await user.keyboard('4x{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Ingrese un número.');
  await user.clear(field);
  await user.keyboard('41,5{Enter}');
  expect(answers[1]).toEqual({ value: 41.5 });
  await user.keyboard('12.500{Enter}');
  expect(answers[2]).toEqual({ value: 12_500 });
});

test('a point after a nought is no thousand', async () => {
  const user = await ask([sampleItem(1, 'number', { min: null, max: null })]);
  await user.keyboard('0.500{Enter}');
  expect(answers[1]).toEqual({ value: 0.5 });
});

test('dates are typed with or without strokes between', async () => {
  const user = await ask([sampleItem(1, 'date'), sampleItem(2, 'date')]);
  await user.keyboard('31-02-1962{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Ingrese una fecha completa: día, mes y año.');
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('12-03-1962{Enter}');
  await user.keyboard('9/1/2001{Enter}');
  expect(answers).toEqual({ 1: { date: '1962-03-12' }, 2: { date: '2001-01-09' } });
});

test('texts: every letter is kept; a long one goes on with Ctrl and Enter; too long says so at once', async () => {
  const user = await ask([sampleItem(1, 'short'), sampleItem(2, 'long')]);
  await user.keyboard('el 26');
  expect(answers).toEqual({ 1: { text: 'el 26' } });
  await user.keyboard('{Enter}');
  await user.keyboard('uno{Enter}dos');
  expect(answers[2]).toEqual({ text: 'uno\ndos' });
  await user.paste('a'.repeat(1000));
  expect(screen.getByRole('alert').textContent).toBe('Excede los 1000 caracteres.');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  expect(field.value).toHaveLength(1007);
  await user.clear(field);
  await user.type(field, 'bien');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.getByText('Relevamiento completo')).toBeTruthy();
});

test('does not know, or passes: one key, and the button', async () => {
  const user = await ask([
    sampleItem(1, 'yesNo'),
    sampleItem(2, 'short', { required: false }),
    sampleItem(3, 'number'),
  ]);
  await user.keyboard('{Alt>}n{/Alt}');
  await user.keyboard('{Alt>}n{/Alt}');
  await user.click(screen.getByRole('button', { name: /^No sabe \/ No contesta/ }));
  expect(answers).toEqual({ 1: { none: 'unknown' }, 2: { none: 'skipped' }, 3: { none: 'unknown' } });
});

test('going back and changing hides what depended on it; it is kept, not counted, and comes back', async () => {
  const items = [
    sampleItem(1, 'yesNo'),
    sampleItem(2, 'short', { text: '¿Cuál?', showIf: when(1, 'is', 1) }),
    sampleItem(3, 'yesNo'),
  ];
  const user = await ask(items);
  await user.keyboard('1');
  await user.keyboard('perro{Enter}');
  expect(progress()).toBe('Respondidas 2 de 3');
  await user.keyboard('{Alt>}a{/Alt}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '¿Cuál?' }).value).toBe('perro');
  await user.keyboard('{Alt>}a{/Alt}');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('1Sí');
  await user.keyboard('2');
  // Straight to where it stood.
  expect(screen.getByRole('listbox', { name: 'Pregunta 3' })).toBe(document.activeElement);
  expect(progress()).toBe('Respondidas 1 de 2');
  expect(answers[2]).toEqual({ text: 'perro' });
  await user.keyboard('{Alt>}a{/Alt}');
  await user.keyboard('1');
  expect(progress()).toBe('Respondidas 2 de 3');
});

test('goes on at the first question without an answer, with its section and what is read before it', async () => {
  const items = [
    sampleItem(1, 'section', { text: 'Datos' }),
    sampleItem(2, 'yesNo'),
    sampleItem(3, 'section', { text: 'Opinión' }),
    sampleItem(4, 'note', { text: 'Gracias, {nombre}.' }),
    sampleItem(5, 'note', { text: 'Ahora, sobre {campaña}:' }),
    sampleItem(6, 'short', { text: '¿Qué opina, {tratamiento} {apellido}?', help: 'Con sus palabras' }),
    sampleItem(7, 'note', { text: 'Muchas gracias por su tiempo.' }),
  ];
  const user = await ask(items, { first: { 2: { value: 1 } } });
  expect(progress()).toBe('Respondidas 1 de 2');
  expect(screen.getByRole('heading', { name: 'Opinión' })).toBeTruthy();
  expect(screen.getByText('Gracias,', { exact: false }).textContent).toBe('Gracias, Graciela.');
  expect(screen.getByRole('textbox', { name: /^¿Qué opina, Sra. Fernández/ })).toBe(document.activeElement);
  await user.keyboard('bien{Enter}');
  expect(screen.getByText('Muchas gracias por su tiempo.')).toBeTruthy();
});

test('the end: a list of the answers, each one leads to its question, and one key for what comes next', async () => {
  const run = vi.fn();
  const user = await ask([sampleItem(1, 'choice', { text: '¿Color?' }), sampleItem(2, 'yesNo')], {
    first: { 1: { value: 2 } },
    onEnd: { label: 'Registrar «Encuesta completa»', run },
  });
  await user.keyboard('2');
  const list = screen.getByRole('list', { name: 'Respuestas' });
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['¿Color?Verde', 'Pregunta 2No']);
  await user.keyboard('{Enter}');
  expect(run).toHaveBeenCalledOnce();
  await user.click(within(list).getByRole('button', { name: /Color/ }));
  await user.keyboard('3');
  expect(answers).toEqual({ 1: { value: 3 }, 2: { value: 2 } });
  expect(screen.getByText('Relevamiento completo')).toBeTruthy();
});

test('a refused answer: its question, the sentence and what was typed', async () => {
  const wrong = { questionId: 1, message: 'Esa pregunta no está en el relevamiento.' };
  const user = await ask([sampleItem(1, 'short'), sampleItem(2, 'yesNo')], { first: { 1: { text: 'algo' } }, wrong });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Pregunta 1' });
  expect(field).toBe(document.activeElement);
  expect(field.value).toBe('algo');
  expect(screen.getByRole('alert').textContent).toBe('Esa pregunta no está en el relevamiento.');
  await user.keyboard('s');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a key that is held down answers one question only', async () => {
  const user = await ask([sampleItem(1, 'yesNo'), sampleItem(2, 'yesNo'), sampleItem(3, 'yesNo')]);
  await user.keyboard('{1>4/}');
  expect(answers).toEqual({ 1: { value: 1 } });
});
