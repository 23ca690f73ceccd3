/** Reflows the words of a PDF: lines, paragraphs and headings are inferred from positions, sizes and weights. */
export interface PlacedText {
  text: string;
  /** From the lower left corner, as in PDF. */
  x: number;
  y: number;
  width: number;
  size: number;
  isBold: boolean;
}
interface Run {
  text: string;
  isBold: boolean;
}
export interface TextBlock {
  id: number;
  /** `picture`: a page without text. */
  kind: 'heading' | 'paragraph' | 'item' | 'question' | 'picture';
  page: number;
  /** `at`: offset in the block. */
  runs: (Run & { at: number })[];
}

interface Line {
  page: number;
  x: number;
  right: number;
  y: number;
  size: number;
  runs: Run[];
}

const textOf = ({ runs }: Pick<Line, 'runs'>) => runs.map(({ text }) => text).join('');
const isAllBold = ({ runs }: Pick<Line, 'runs'>) => runs.every(({ isBold, text }) => isBold || text.trim() === '');

function append(runs: Run[], text: string, isBold: boolean): void {
  const last = runs.at(-1);
  if (last && (last.isBold === isBold || text.trim() === '')) last.text += text;
  else runs.push({ text, isBold });
}

/** In file order: sorting by position would mix columns. */
function linesOf(pieces: readonly PlacedText[], page: number): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    const line = lines.at(-1);
    const isSame =
      line !== undefined && Math.abs(piece.y - line.y) < line.size * 0.5 && piece.x > line.right - line.size;
    if (!isSame) {
      if (piece.text.trim() === '') continue;
      const { x, y, size, width, isBold } = piece;
      lines.push({ page, x, y, size, right: x + width, runs: [{ text: piece.text.trimStart(), isBold }] });
      continue;
    }
    const isApart = piece.x - line.right > line.size * 0.15;
    const needsSpace = isApart && !/\s$/.test(textOf(line)) && !/^\s/.test(piece.text);
    append(line.runs, (needsSpace ? ' ' : '') + piece.text, piece.isBold);
    if (piece.text.trim() !== '') line.size = Math.max(line.size, piece.size);
    line.right = Math.max(line.right, piece.x + piece.width);
  }
  return lines;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Most frequent size. */
function bodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    letters.set(size, (letters.get(size) ?? 0) + textOf(line).length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

const MARKER = /^\s*(?:[•·▪‣◦●○–—-]|\d{1,2}\s?[.)·-]|[a-z]\))\s/;
const SENTENCE_END = /[.!?:;…»”")]\s*$/;
const PAGE_NUMBER = /^(?:p[áa]g(?:ina|\.)?\s*)?\d{1,3}(?:\s*(?:de|\/)\s*\d{1,3})?$/i;
const HEADING_MAX = 120;

interface Measures {
  body: number;
  /** Line distance within a paragraph, in font sizes. */
  leading: number;
  /** Right edge and width of full lines, by page. */
  edges: Map<number, { right: number; width: number }>;
}

function measure(lines: readonly Line[]): Measures {
  const steps = lines.flatMap((line, place) => {
    const before = lines[place - 1];
    const step = before && before.page === line.page ? (before.y - line.y) / line.size : 0;
    return step > 0.9 && step < 2.5 ? [step] : [];
  });
  const edges: Measures['edges'] = new Map();
  for (const { page, x, right } of lines) {
    const known = edges.get(page) ?? { right: 0, width: 0 };
    edges.set(page, { right: Math.max(known.right, right), width: Math.max(known.width, right - x) });
  }
  return { body: bodySize(lines), leading: median(steps) ?? 1.2, edges };
}

/** Whether a line continues a paragraph. */
function goesOn(first: Line, before: Line, line: Line, { leading, edges }: Measures): boolean {
  if (Math.abs(before.size - line.size) > before.size * 0.08) return false;
  if (isAllBold(before) !== isAllBold(line) && (isAllBold(before) || isAllBold(line)) && before === first) return false;
  if (MARKER.test(textOf(line))) return false;
  const { right, width } = edges.get(before.page)!;
  const wasShort = before.right < right - width * 0.35;
  if (before.page !== line.page || line.y > before.y)
    return !wasShort && !SENTENCE_END.test(textOf(before)) && /^\p{Ll}/u.test(textOf(line));
  if (before.y - line.y > leading * line.size * 1.3) return false;
  if (wasShort) return false;
  return MARKER.test(textOf(first)) || line.x < before.x + line.size * 1.2;
}

function join(lines: readonly Line[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const isSplitWord = last !== undefined && /\p{L}-$/u.test(last.text) && /^\p{Ll}/u.test(textOf(line));
    if (isSplitWord) last.text = last.text.slice(0, -1);
    else if (last && !/\s$/.test(last.text)) last.text += ' ';
    for (const { text, isBold } of line.runs) append(runs, text, isBold);
  }
  return runs.map(({ text, isBold }) => ({ text: text.replaceAll(/\s+/g, ' '), isBold }));
}

function blockOf(lines: readonly Line[], { body }: Measures, id: number): TextBlock {
  const runs = join(lines);
  const text = textOf({ runs }).trim();
  const first = lines[0]!;
  const isLarge = first.size > body * 1.1;
  const kind =
    lines.length <= 2 && text.length <= HEADING_MAX && (isLarge || lines.every(isAllBold))
      ? 'heading'
      : MARKER.test(text)
        ? 'item'
        : /^¿[^?]*\?$/.test(text)
          ? 'question'
          : 'paragraph';
  let at = 0;
  const placed = runs.map((run) => ({ ...run, at: (at += run.text.length) - run.text.length }));
  return { id, kind, page: first.page, runs: placed };
}

/** Less text than this on all pages: a scanned document. */
const TEXT_MIN = 20;

export function reflow(pages: readonly (readonly PlacedText[])[]): TextBlock[] {
  const byPage = pages.map((pieces, index) => {
    const lines = linesOf(pieces, index + 1);
    return pages.length > 1 ? lines.filter((line) => !PAGE_NUMBER.test(textOf(line).trim())) : lines;
  });
  const all = byPage.flat();
  if (all.reduce((sum, line) => sum + textOf(line).trim().length, 0) < TEXT_MIN) return [];
  const measures = measure(all);
  const blocks: TextBlock[] = [];
  let open: Line[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(blockOf(open, measures, blocks.length));
    open = [];
  };
  byPage.forEach((lines, index) => {
    if (lines.length === 0) {
      close();
      blocks.push({ id: blocks.length, kind: 'picture', page: index + 1, runs: [] });
    }
    for (const line of lines) {
      const before = open.at(-1);
      if (before && !goesOn(open[0]!, before, line, measures)) close();
      open.push(line);
    }
  });
  close();
  return blocks;
}
