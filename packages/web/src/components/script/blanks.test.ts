import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlankTexts, fillBlanks } from '@campanero/contract/scripts/blanks';
import { fillRuns } from './blanks.ts';

const WORDS: BlankTexts = {
  firstName: 'Graciela',
  lastName: 'Fernández',
  fullName: 'Graciela Fernández',
  title: 'Sra.',
  operator: 'Lucas Ferreyra',
  campaign: 'Veredas de Flores',
  date: 'martes 17 de noviembre',
  place: 'Flores',
};
const NOBODY: BlankTexts = { ...WORDS, firstName: '', lastName: '', fullName: '', title: '', place: '' };

const said = (text: string, words = WORDS) =>
  fillBlanks(text, words)
    .map((part) =>
      part.kind === 'filled' ? `<${part.words}>` : part.kind === 'empty' ? `«${part.words}»` : part.source,
    )
    .join('');

describe('words for the blanks of a script', () => {
  test.each([
    // The seven names, with any capitals, accents, brackets and spaces.
    ['Hola {nombre} {apellido}', 'Hola <Graciela> <Fernández>'],
    ['{Tratamiento} {APELLIDO}', '<Sra.> <Fernández>'],
    ['Le escribe {operador}', 'Le escribe <Lucas Ferreyra>'],
    ['por {campaña} y {campana} y {CAMPAÑA}', 'por <Veredas de Flores> y <Veredas de Flores> y <Veredas de Flores>'],
    ['hoy, {fecha}, en {barrio}', 'hoy, <martes 17 de noviembre>, en <Flores>'],
    ['[nombre], <nombre>, { nombre }, {{nombre}}', '<Graciela>, <Graciela>, <Graciela>, <Graciela>'],
    ['[Nombre y Apellido]', '<Graciela Fernández>'],
    // Lines, by the words before them.
    ['¿Hablo con ______? ¿Tiene dos minutos?', '¿Hablo con <Graciela Fernández>? ¿Tiene dos minutos?'],
    ['¿Hablo con la señora ____?', '¿Hablo con la señora <Graciela Fernández>?'],
    ['¿El Sr. ___ o la Sra. ___?', '¿El Sr. <Graciela Fernández> o la Sra. <Graciela Fernández>?'],
    ['el/la señor/a ____', 'el/la señor/a <Graciela Fernández>'],
    ['¿Se encuentra {tratamiento} ____?', '¿Se encuentra <Sra.> <Graciela Fernández>?'],
    ['mi nombre es ______ y llamo', 'mi nombre es <Lucas Ferreyra> y llamo'],
    ['Le habla _ _ _ _ del Gobierno', 'Le habla <Lucas Ferreyra> del Gobierno'],
    ['Soy: ____', 'Soy: <Lucas Ferreyra>'],
    ['Respuesta: ________', 'Respuesta: ________'],
    // Other kinds of placeholders.
    ['Buenas tardes, señora XXXX', 'Buenas tardes, señora <Graciela Fernández>'],
    ['mi nombre es xxxxx,', 'mi nombre es <Lucas Ferreyra>,'],
    ['mi nombre es ........ y llamo', 'mi nombre es <Lucas Ferreyra> y llamo'],
    // "My name is" names the operator, not the person called.
    ['Mi nombre es [nombre]. ¿Hablo con [nombre]?', 'Mi nombre es <Lucas Ferreyra>. ¿Hablo con <Graciela>?'],
  ])('%s', (text, expected) => expect(said(text)).toBe(expected));

  test.each([
    'Nada que completar: {motivo}, [sí/no], <b>, __, XX, XXXX, llamado XXX, ¿hablo con...?',
    'Si dice que sí, registrar Participa… y agradecer.',
    'Ni {constructor} ni [toString]',
    'un {nombre sin cerrar, un nombre} suelto y {} vacío',
  ])('leaves alone: %s', (text) => expect(fillBlanks(text, WORDS)).toEqual([{ kind: 'text', at: 0, source: text }]));

  test('unknown words are named', () => {
    expect(said('{tratamiento} {nombre} {apellido} de {barrio}', NOBODY)).toBe(
      '«sin tratamiento» «nombre sin dato» «apellido sin dato» de «barrio sin dato»',
    );
    expect(said('¿Hablo con ____?', NOBODY)).toBe('¿Hablo con «nombre sin dato»?');
  });

  test('an unrecognised blank stays and is marked', () => {
    expect(fillBlanks('El turno es el ____.', WORDS).map(({ kind, source }) => [kind, source])).toEqual([
      ['text', 'El turno es el '],
      ['open', '____'],
      ['text', '.'],
    ]);
  });
});

describe('any text', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('{nombre}', '[', ']', '{', '}', '<', '>', '____', 'XXXX', 'señora ', 'mi nombre es ', '{barrio}'),
  );
  const anyText = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
  const anyWords = fc.record(
    Object.fromEntries(Object.keys(WORDS).map((key) => [key, fc.string()])) as Record<
      keyof BlankTexts,
      fc.Arbitrary<string>
    >,
  );

  test('only blanks change; inserted text is not filled again', () =>
    fc.assert(
      fc.property(anyText, anyWords, (text, words) => {
        const parts = fillBlanks(text, words);
        expect(parts.map(({ source }) => source).join('')).toBe(text);
        for (const { at, source } of parts) expect(text.slice(at, at + source.length)).toBe(source);
        const known = new Set(Object.values(words));
        expect(parts.every((part) => part.kind !== 'filled' || known.has(part.words))).toBe(true);
      }),
    ));

  test('parts join to the original text', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const without = text.replaceAll(/[{}[\]<>_Xx.…]/g, '');
        expect(fillBlanks(without, WORDS)).toEqual(without === '' ? [] : [{ kind: 'text', at: 0, source: without }]);
      }),
    ));

  test('runs give the same words as the joined text', () =>
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(40), { maxLength: 4 }), (text, cuts) => {
        const edges = [...new Set([0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length])].toSorted(
          (a, b) => a - b,
        );
        const runs = edges
          .slice(0, -1)
          .map((at, place) => ({ at, text: text.slice(at, edges[place + 1]), isBold: place % 2 === 0 }));
        const parts = fillRuns(runs, WORDS);
        expect(parts.map(({ source }) => source).join('')).toBe(text);
        expect(parts.filter(({ kind }) => kind !== 'text').map(({ at, kind }) => [at, kind])).toEqual(
          fillBlanks(text, WORDS)
            .filter(({ kind }) => kind !== 'text')
            .map(({ at, kind }) => [at, kind]),
        );
      }),
    ));

  test('a blank over two runs is one blank with the weight of the first', () => {
    const runs = [
      { at: 0, text: 'Hola {nom', isBold: true },
      { at: 9, text: 'bre}, bien', isBold: false },
    ];
    expect(fillRuns(runs, WORDS).map((part) => [part.kind, part.isBold, part.source])).toEqual([
      ['text', true, 'Hola '],
      ['filled', true, '{nombre}'],
      ['text', false, ', bien'],
    ]);
  });
});
