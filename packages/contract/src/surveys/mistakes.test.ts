import { describe, expect, test } from 'vitest';
import { sampleItem, when } from '../../test/survey-samples.ts';
import type { SurveyItem } from './definition.ts';
import { changedMeaning, surveyMistakes } from './mistakes.ts';

const messages = (...items: SurveyItem[]) => surveyMistakes(items).map(({ message }) => message);

describe('a sentence for every mistake', () => {
  test.each<[string, SurveyItem[], string]>([
    ['no question', [sampleItem(1, 'note')], 'El relevamiento necesita al menos una pregunta.'],
    ['an empty question', [sampleItem(1, 'yesNo', { text: '' })], 'Escriba la pregunta.'],
    ['an empty note', [sampleItem(1, 'note', { text: '' }), sampleItem(2, 'yesNo')], 'Escriba el texto que se lee.'],
    [
      'an empty section',
      [sampleItem(1, 'section', { text: '' }), sampleItem(2, 'yesNo')],
      'Escriba el título de la sección.',
    ],
    ['one option', [sampleItem(1, 'choice', { options: [{ id: 1, text: 'A' }] })], 'Escriba al menos dos opciones.'],
    [
      'an empty option',
      [
        sampleItem(1, 'choices', {
          options: [
            { id: 1, text: 'A' },
            { id: 2, text: '' },
          ],
        }),
      ],
      'Hay una opción vacía: escríbala o quítela.',
    ],
    [
      'two equal options',
      [
        sampleItem(1, 'choice', {
          options: [
            { id: 1, text: 'Sí' },
            { id: 2, text: 'si ' },
          ],
        }),
      ],
      'Dos opciones dicen lo mismo.',
    ],
    ['a range upside down', [sampleItem(1, 'number', { min: 9, max: 3 })], 'El mínimo es mayor que el máximo.'],
    [
      'a scale of nothing',
      [sampleItem(1, 'scale', { from: 1, to: 5, labels: ['a', 'b', 'c', 'd', 'e', 'f'] })],
      'La escala termina antes de lo que empieza.',
    ],
    [
      'a condition on a later question',
      [sampleItem(1, 'yesNo', { showIf: when(2, 'is', 1) }), sampleItem(2, 'yesNo')],
      'Una condición mira una pregunta que ya no está antes que esta. Elija otra o quítela.',
    ],
    [
      'a condition on itself',
      [sampleItem(1, 'yesNo', { showIf: when(1, 'is', 1) })],
      'Una condición mira una pregunta que ya no está antes que esta. Elija otra o quítela.',
    ],
    [
      'a condition on an option that is gone',
      [sampleItem(1, 'choice'), sampleItem(2, 'yesNo', { showIf: when(1, 'is', 9) })],
      'Una condición mira una opción que ya no está. Elija otra o quítela.',
    ],
    [
      'a condition that does not fit',
      [sampleItem(1, 'short'), sampleItem(2, 'yesNo', { showIf: when(1, 'atLeast', 2) })],
      'Una condición no corresponde al tipo de la pregunta que mira.',
    ],
    [
      'a condition without a value',
      [sampleItem(1, 'yesNo'), sampleItem(2, 'yesNo', { showIf: when(1, 'is') })],
      'A una condición le falta el valor.',
    ],
  ])('%s', (_name, items, sentence) => expect(messages(...items)).toEqual([sentence]));

  const both = (first: SurveyItem, one: ReturnType<typeof when>, two: ReturnType<typeof when>) => [
    first,
    sampleItem(9, 'yesNo', { showIf: { match: 'all', conditions: [...one!.conditions, ...two!.conditions] } }),
  ];
  test.each<[string, SurveyItem[]]>([
    ['yes and no', both(sampleItem(1, 'yesNo'), when(1, 'is', 1), when(1, 'is', 2))],
    ['a number too large', both(sampleItem(1, 'number', { max: 10 }), when(1, 'atLeast', 11), when(1, 'answered'))],
    ['answered and unknown', both(sampleItem(1, 'yesNo'), when(1, 'answered'), when(1, 'unknown'))],
    ['none of all', both(sampleItem(1, 'choices'), when(1, 'not', 1, 2), when(1, 'not', 3))],
    [
      'the condition of its condition',
      [
        sampleItem(1, 'yesNo'),
        sampleItem(2, 'yesNo', { showIf: when(1, 'is', 1) }),
        sampleItem(3, 'yesNo', {
          showIf: { match: 'all', conditions: [...when(2, 'answered')!.conditions, ...when(1, 'is', 2)!.conditions] },
        }),
      ],
    ],
  ])('an unreachable question: %s', (_name, items) =>
    expect(messages(...items)).toEqual([
      'Esta pregunta no se hace nunca: sus condiciones no se pueden cumplir a la vez.',
    ]),
  );

  test('sixty questions that each look at five before them are checked at once', () => {
    const items = Array.from({ length: 60 }, (_, place) =>
      sampleItem(place + 1, 'yesNo', {
        showIf:
          place < 5
            ? null
            : {
                match: place % 2 ? 'any' : 'all',
                conditions: [1, 2, 3, 4, 5].map((back) => ({
                  questionId: place + 1 - back,
                  test: 'is' as const,
                  values: [1],
                })),
              },
      }),
    );
    const begun = performance.now();
    expect(messages(...items)).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test('questions without a way to be reached, made to be hard, are judged at once too', () => {
    const is = (questionId: number, value: number) => ({ questionId, test: 'is' as const, values: [value] });
    const items = Array.from({ length: 60 }, (_, place) => {
      const id = place + 1;
      const before = [is(id - 1, 1), is(id - 1, 2), is(id - 2, 1), is(id - 2, 2), is(id - 3, 1)];
      if (id === 1) return sampleItem(id, 'yesNo');
      if (id <= 4) return sampleItem(id, 'yesNo', { showIf: when(1, 'is', 1) });
      if (id <= 30) return sampleItem(id, 'yesNo', { showIf: { match: 'any', conditions: before } });
      return sampleItem(id, 'yesNo', { showIf: { match: 'all', conditions: [is(1, 2), is(30, 1), is(29, 1)] } });
    });
    const begun = performance.now();
    surveyMistakes(items);
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  test('an answered question keeps its kind', () => {
    expect(changedMeaning([sampleItem(1, 'yesNo')], [sampleItem(1, 'scale'), sampleItem(2, 'short')])).toEqual([
      { itemId: 1, message: 'El tipo de una pregunta guardada no cambia: haga una pregunta nueva.' },
    ]);
    const scale = sampleItem(3, 'scale', { from: 1, to: 5, labels: [] });
    expect(changedMeaning([scale], [{ ...scale, text: 'Otras palabras' }])).toEqual([]);
    expect(changedMeaning([scale], [sampleItem(3, 'scale', { from: 0, to: 10, labels: [] })])).toHaveLength(1);
  });
});
