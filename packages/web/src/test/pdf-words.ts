import { reflow } from '../components/pdf/reflow.ts';

/** In place of pdf.js: every document says the lines that a test gives it, each a paragraph of its own. */
export function aPdfReader(lines: readonly string[]) {
  const placed = lines.map((text, place) => ({
    text,
    x: 56,
    y: 780 - place * 40,
    width: text.length * 6,
    size: 12,
    isBold: false,
  }));
  const pdf = {
    pageCount: 1,
    page: async () => ({ width: 600, height: 800, draw: () => new Promise<never>(() => undefined) }),
    text: async () => reflow([placed]),
  };
  return { openPdf: async () => pdf };
}
