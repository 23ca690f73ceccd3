import { describe, expect, test } from 'vitest';
import { reflow, type PlacedText } from './reflow.ts';

/** A piece of text, by default 12 points high at the left margin. */
const piece = (text: string, y: number, parts: Partial<PlacedText> = {}): PlacedText => ({
  text,
  x: 56,
  y,
  width: text.length * 6,
  size: 12,
  isBold: false,
  ...parts,
});
const shown = (pages: PlacedText[][]) =>
  reflow(pages).map(({ kind, runs }) => [kind, runs.map(({ text }) => text).join('')]);

describe('reflow of a PDF', () => {
  test('lines of one paragraph run together, a larger step begins another, large or bold lines are headings', () => {
    const page = [
      piece('Relevamiento de vecinos', 770, { size: 18, isBold: true }),
      piece('Buenos días, mi nombre es ______ y llamo del Gobierno de la', 736),
      piece('Ciudad.', 719),
      piece('Relevar la situación de cada hogar con el guion adjunto, si se', 685),
      piece('puede.', 668),
      piece('2 Motivo', 634, { isBold: true }),
      piece('Lo que nos cuente es confidencial y no se publica en ninguna', 617),
    ];
    expect(shown([page])).toEqual([
      ['heading', 'Relevamiento de vecinos'],
      ['paragraph', 'Buenos días, mi nombre es ______ y llamo del Gobierno de la Ciudad.'],
      ['paragraph', 'Relevar la situación de cada hogar con el guion adjunto, si se puede.'],
      ['heading', '2 Motivo'],
      ['paragraph', 'Lo que nos cuente es confidencial y no se publica en ninguna'],
    ]);
  });

  test('pieces of one line are joined with the spaces they were set with, and bold words stay bold', () => {
    const [block] = reflow([
      [
        piece('¿Hablo con ', 700, { width: 66 }),
        piece('Graciela', 700, { x: 122, width: 48, isBold: true }),
        piece('? Mi nombre', 700, { x: 170, width: 66 }),
        piece('es Lucas', 700, { x: 240, width: 48 }),
      ],
    ]);
    expect(block!.runs).toEqual([
      { at: 0, text: '¿Hablo con ', isBold: false },
      { at: 11, text: 'Graciela', isBold: true },
      { at: 19, text: '? Mi nombre es Lucas', isBold: false },
    ]);
  });

  test('hyphenated words are joined; items and questions are recognised', () => {
    const page = [
      piece('Estamos hablando con vecinas y vecinos de la Comuna para ente-', 700),
      piece('rarnos de sus mejoras.', 683),
      piece('• Veredas', 660),
      piece('• Iluminación', 643),
      piece('¿Qué es lo primero que mejoraría en su cuadra?', 609),
    ];
    expect(shown([page])).toEqual([
      ['paragraph', 'Estamos hablando con vecinas y vecinos de la Comuna para enterarnos de sus mejoras.'],
      ['item', '• Veredas'],
      ['item', '• Iluminación'],
      ['question', '¿Qué es lo primero que mejoraría en su cuadra?'],
    ]);
  });

  test('a sentence continues on the next page; page numbers are dropped', () => {
    const first = [
      piece('Si la persona pide no recibir más llamados se la registra y', 60),
      piece('Página 1 de 2', 30),
    ];
    const second = [piece('se le agradece por su tiempo en nombre de todo el equipo.', 770), piece('2', 30)];
    expect(shown([first, second])).toEqual([
      [
        'paragraph',
        'Si la persona pide no recibir más llamados se la registra y se le agradece por su tiempo en nombre de todo el equipo.',
      ],
    ]);
  });

  test('a scanned document has no text; a scanned page among others is a picture block', () => {
    expect(reflow([[], []])).toEqual([]);
    expect(reflow([[piece('CamScanner', 20)]])).toEqual([]);
    const blocks = reflow([[piece('Buenos días, mi nombre es ______.', 700)], []]);
    expect(blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['paragraph', 1],
      ['picture', 2],
    ]);
  });
});
