import { describe, expect, test } from 'vitest';
import { tagsOf } from '../../../components/list/filters.ts';
import { audienceFilterForm, audienceFilters } from './audience-filters.ts';

const { valuesOf, schema } = audienceFilterForm;
const EMPTY = valuesOf({});
const send = (parts: Partial<typeof EMPTY>) => schema.safeParse({ ...EMPTY, ...parts });

describe('what the filter form sends', () => {
  test.each([
    [{}, {}],
    [{ states: '2' }, { stateId: 2 }],
    [{ states: '1,2' }, { states: '1,2' }],
    [
      { number: '11 5550', operatorId: '21', gender: 'X' },
      { number: '115550', operatorId: 21, gender: 'X' },
    ],
    [
      { callsMin: '0', callsMax: '4' },
      { callsMin: 0, callsMax: 4 },
    ],
    [{ birthYearTo: ' 1990 ' }, { birthYearTo: 1990 }],
  ])('%j becomes %j', (form, filters) => expect(send(form).data).toEqual(filters));

  test.each([
    [{ callsMin: '3', callsMax: '2' }, 'callsMax', 'El mínimo no puede superar al máximo.'],
    [{ birthYearFrom: '1990', birthYearTo: '1950' }, 'birthYearTo', 'El primer año no puede ser posterior al último.'],
    [{ birthYearFrom: '50' }, 'birthYearFrom', 'Ingrese un año entre 1900 y 2100.'],
    [{ callsMin: '-1' }, 'callsMin', 'Ingrese un número entero, cero o mayor.'],
    [{ number: 'abc' }, 'number', 'Ingrese las primeras cifras del número, o las cuatro últimas o más.'],
  ])('%j is refused at %s', (form, field, message) =>
    expect(send(form).error?.issues).toMatchObject([{ path: [field], message }]),
  );

  test('the form shows a single state of the address as it shows several', () => {
    expect(valuesOf({ stateId: 2 }).states).toBe('2');
    expect(valuesOf({ states: '1,2' }).states).toBe('1,2');
  });
});

describe('the tags', () => {
  const choices = {
    states: [{ id: 2, name: 'Contactado', substates: [{ id: 7, name: 'Más tarde' }] }],
    operators: [{ id: 21, name: 'Lucas Ferreyra' }],
    answers: [{ id: '3:1', name: '¿Vive con chicos? Sí' }],
    placeName: () => 'CABA, Comuna 7',
    renderPlace: () => null,
  };
  const labels = (filters: Parameters<typeof valuesOf>[0]) =>
    tagsOf(audienceFilterForm, audienceFilters(choices), filters).map(({ label }) => label);

  test('say the filters in words, a span and a place in one', () => {
    expect(
      labels({
        stateId: 2,
        substateId: 7,
        operatorId: 21,
        number: '1155',
        callsMin: 0,
        callsMax: 4,
        gender: 'F',
        answer: '3:1',
        birthYearFrom: 1950,
        birthYearTo: 1990,
        districtId: '02',
        sectionId: '02007',
      }),
    ).toEqual([
      'Estado: Contactado',
      'Subestado: Más tarde',
      'Operador: Lucas Ferreyra',
      'Número: 1155',
      'Llamados: 0 a 4',
      'Género: femenino',
      'Nacidos entre 1950 y 1990',
      'Respondió: ¿Vive con chicos? Sí',
      'CABA, Comuna 7',
    ]);
    expect(labels({ states: '2,9', callsMin: 3, birthYearTo: 1990 })).toEqual([
      'Estados: Contactado, n.º 9',
      'Llamados: 3 o más',
      'Nacidos hasta 1990',
    ]);
  });

  test('a campaign without a survey has no filter by answers', () => {
    expect(audienceFilters({ ...choices, answers: [] }).map(({ name }) => name)).not.toContain('answer');
  });
});
