import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '@campanero/contract/audit-log/endpoints';
import { anAuditRecord } from '../../test/audit.ts';
import { aboutText, changesOf, happenedText, recordAsText, valueText } from './audit-changes.ts';

describe('a value in words', () => {
  test.each([
    [null, ''],
    [undefined, ''],
    [true, 'Sí'],
    [false, 'No'],
    [15_000, '15.000'],
    [0.5, '0,5'],
    ['2026-11-27T21:00:00.000Z', '27-11-2026 ~ 18:00'],
    ['EXP-2026-41877', 'EXP-2026-41877'],
    ['2026', '2026'],
  ])('%j is %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  test('the id of a person is no amount', () => {
    expect(valueText(7786, 'Persona')).toBe('Persona 7786');
    const record = anAuditRecord({
      object: 'Borrado de datos',
      objectName: null,
      info: { entries: [], modifications: [{ label: 'Persona', value: 7786 }] },
    });
    expect(aboutText(record)).toBe('Persona 7786');
  });
});

const change = (prevValue: string | null, value: string | null) =>
  changesOf({ entries: [{ label: 'X', prevValue }], modifications: [{ label: 'X', value }] })[0];
const marked = (parts: { text: string; isChanged: boolean }[] = []) =>
  parts.map(({ text, isChanged }) => (isChanged ? `*${text}*` : text)).join('');

test('of a list only what came or went is marked', () => {
  const operators = change('Ana, Luis, Eva', 'Ana, Luis, Julián');
  expect(marked(operators?.before)).toBe('Ana, Luis, *Eva*');
  expect(marked(operators?.after)).toBe('Ana, Luis, *Julián*');
  expect(marked(change('Ana', 'Ana, Luis')?.after)).toBe('Ana, *Luis*');
});

test('a value that was replaced as a whole has nothing to mark', () => {
  expect(marked(change('Ana, Luis', 'Eva, Julián')?.after)).toBe('Eva, Julián');
  expect(marked(change('Relevamiento', 'Relevamiento · Comuna 4')?.after)).toBe('Relevamiento · Comuna 4');
  expect(change(null, 'EXP-1')).toEqual({
    label: 'X',
    before: [],
    after: [{ at: 0, text: 'EXP-1', isChanged: false }],
  });
});

test('a field present on one side only was empty on the other', () => {
  const changes = changesOf({
    entries: [{ label: 'Formulario', prevValue: 'Vecinos' }],
    modifications: [{ label: 'Nombre', value: 'B' }],
  });
  expect(changes.map(({ label, before, after }) => [label, marked(before), marked(after)])).toEqual([
    ['Formulario', 'Vecinos', ''],
    ['Nombre', '', 'B'],
  ]);
});

test('a record can be copied as plain text', () => {
  const info = { entries: [{ label: 'Nombre', prevValue: 'A' }], modifications: [{ label: 'Nombre', value: null }] };
  const record = {
    id: 9,
    action: 'CAMPAÑA',
    subaction: 'ACTUALIZAR',
    object: 'Campaña 12',
    objectName: 'Veredas',
    userName: 'Ana',
    createdAt: '',
    info,
  } as const;
  expect(recordAsText(record, '13-11-2026 ~ 11:38:04')).toBe(
    'CAMPAÑA · ACTUALIZAR\nCampaña 12 · Veredas · registro 9\nAna · 13-11-2026 ~ 11:38:04\nNombre: A → vacío',
  );
});

describe('what happened, and to whom or what', () => {
  const field = (label: string, value: string | number) => ({ label, value });
  const was = (label: string, prevValue: string) => ({ label, prevValue });
  interface Told extends Partial<AuditEntry> {
    before?: readonly ReturnType<typeof was>[];
    after: readonly ReturnType<typeof field>[];
  }
  const call = { action: 'CONTACTO', object: 'Llamado 637534325', objectName: 'Elsa Moreno · Veredas' } as const;
  const cases: readonly [string, string, Told][] = [
    [
      'Ingreso',
      'desde 10.0.0.1',
      {
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: 'Usuario 3',
        objectName: 'Mariana Gutiérrez',
        after: [field('Acción', 'Ingreso'), field('Dirección', '10.0.0.1')],
      },
    ],
    [
      'Habilitar a Ana Paz',
      'Usuario 8',
      {
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        object: 'Usuario 8',
        objectName: 'Ana Paz',
        after: [field('Acción', 'Habilitar a Ana Paz')],
      },
    ],
    [
      'Nombre, fin',
      'Relevamiento de vecinos',
      {
        before: [was('Nombre', 'A'), was('Fecha de fin', 'x')],
        after: [field('Nombre', 'B'), field('Fecha de fin', 'y')],
      },
    ],
    [
      'Segmentar (5.000)',
      'Relevamiento de vecinos',
      {
        subaction: 'SEGMENTAR',
        after: [field('Campaña', 'Veredas'), field('Acción', 'Segmentar'), field('Cantidad', 5000)],
      },
    ],
    [
      '300 números entre 2 operadores',
      'Relevamiento de vecinos',
      { subaction: 'SEGMENTAR', after: [field('Ana', 200), field('Luis', 100)] },
    ],
    [
      'Carga de vecinos.csv',
      'Relevamiento de vecinos',
      { subaction: 'ASIGNAR', after: [field('Audiencia', 'vecinos.csv'), field('Carga', 8)] },
    ],
    ['Alta de campaña', 'Relevamiento de vecinos', { subaction: 'CREAR', after: [field('Nombre', 'Veredas')] }],
    [
      'No contesta, afinidad',
      'Elsa Moreno · Veredas',
      { ...call, after: [field('Estado', 'No contesta'), field('Afinidad', 'Neutro')] },
    ],
    [
      'Volver a llamar el 21-11-2026',
      'Elsa Moreno · Veredas',
      { ...call, after: [field('Estado', 'Volver a llamar'), field('Volver a llamar', '21-11-2026')] },
    ],
    [
      'Corrección: Participa',
      'Elsa Moreno · Veredas',
      {
        ...call,
        before: [was('Estado', 'Contactado')],
        after: [field('Estado', 'Participa'), field('Motivo', 'Grabación')],
      },
    ],
    ['Asignado a Luis', 'Elsa Moreno · Veredas', { ...call, subaction: 'ASIGNAR', after: [field('Operador', 'Luis')] }],
    // Out of the reader's reach: what the record itself says.
    [
      'Ocupado',
      '11 5550 2847 · Veredas',
      {
        ...call,
        objectName: null,
        after: [field('Campaña', 'Veredas'), field('Número', '11 5550 2847'), field('Estado', 'Ocupado')],
      },
    ],
    ['Sin cambios', 'Llamado 637534325', { ...call, objectName: null, after: [] }],
  ];
  test.each(cases)('%s / %s', (what, about, { before = [], after, ...parts }) => {
    const record = anAuditRecord({ ...parts, info: { entries: [...before], modifications: [...after] } });
    expect([happenedText(record), aboutText(record)]).toEqual([what, about]);
  });
});
