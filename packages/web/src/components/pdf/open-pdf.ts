import { getDocument, GlobalWorkerOptions, TextLayer, VerbosityLevel, version } from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { blankMargins, LOOK_WIDTH, NO_MARGINS, type Margins } from './content-box.ts';
import { reflow, type PlacedText, type TextBlock } from './reflow.ts';

/** The only importer of pdf.js, which is large: loaded with the first document. The content policy allows a worker of our origin, no eval, no WebAssembly. */
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
const FILES = new URL(`/assets/pdfjs-${version}/`, window.location.origin);

/** About 64 MB: phones draw nothing above. */
const MAX_PIXELS = 16_000_000;

export interface PdfPage {
  /** CSS pixels at scale 1, without cropped margins. */
  width: number;
  height: number;
  /** `text`: a transparent layer, to read aloud, select and copy. */
  draw(scale: number, signal: AbortSignal): Promise<{ canvas: HTMLCanvasElement; text: HTMLElement }>;
}
export interface Pdf {
  pageCount: number;
  page(number: number): Promise<PdfPage>;
  /** Empty when it is made of pictures. */
  text(): Promise<TextBlock[]>;
}

/** Cropping looks at every page first: too slow for longer documents. */
const CROPPED_MAX = 12;

/** Aborting the signal closes the document and its worker. */
export async function openPdf(file: Blob, signal: AbortSignal, isCropped: boolean): Promise<Pdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  const task = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    useWasm: false,
    useWorkerFetch: true,
    wasmUrl: new URL('wasm/', FILES).href,
    standardFontDataUrl: new URL('standard_fonts/', FILES).href,
    enableXfa: false,
    disableWorkerRendering: true,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  const opened = await task.promise;
  const margins = isCropped && opened.numPages <= CROPPED_MAX ? await marginsOf(opened, signal) : [];
  return {
    pageCount: opened.numPages,
    page: async (number) => measured(await opened.getPage(number), margins[number - 1] ?? NO_MARGINS),
    text: async () => reflow(await Promise.all(pagesOf(opened).map(async (page) => placedText(await page)))),
  };
}

const pagesOf = (opened: PDFDocumentProxy) =>
  Array.from({ length: opened.numPages }, (_, index) => opened.getPage(index + 1));

/** Same left and right margins on all pages, so that letters have one size. */
async function marginsOf(opened: PDFDocumentProxy, signal: AbortSignal): Promise<Margins[]> {
  const blank = await Promise.all(
    pagesOf(opened).map(async (loading) => {
      const page = await loading;
      const scale = LOOK_WIDTH / page.getViewport({ scale: 1 }).width;
      return blankMargins(await drawCanvas(page, { scale, sharpness: 1, margins: NO_MARGINS }, signal));
    }),
  );
  const left = Math.min(...blank.map((margins) => margins.left));
  const right = Math.min(...blank.map((margins) => margins.right));
  return blank.map((margins) => ({ ...margins, left, right }));
}

async function placedText(page: PDFPageProxy): Promise<PlacedText[]> {
  // Only loaded fonts tell what is bold; they come with the operators.
  const [{ items }] = await Promise.all([page.getTextContent(), page.getOperatorList()]);
  const isBold = (fontName: string): boolean => {
    const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined;
    const { name, bold, black } = (font ?? {}) as { name?: string; bold?: boolean; black?: boolean };
    return bold === true || black === true || /bold|black|heavy|demi/i.test(name ?? '');
  };
  return items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const [a, b, c, d, x, y] = item.transform as number[];
    // Skips vertical text in the margin.
    if (Math.abs(b!) > Math.abs(a!)) return [];
    const size = Math.hypot(c!, d!);
    return [{ text: item.str, x: x!, y: y!, width: item.width, size, isBold: isBold(item.fontName) }];
  });
}

function measured(page: PDFPageProxy, margins: Margins): PdfPage {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width: width * (1 - margins.left - margins.right),
    height: height * (1 - margins.top - margins.bottom),
    draw: async (scale, signal) => {
      const sharpness = window.devicePixelRatio || 1;
      const [canvas, text] = await Promise.all([
        drawCanvas(page, { scale, sharpness, margins }, signal),
        layText(page, scale, margins, signal),
      ]);
      return { canvas, text };
    },
  };
}

/** A new canvas each time: the shown one stays until it is ready. */
async function drawCanvas(
  page: PDFPageProxy,
  { scale, sharpness, margins }: { scale: number; sharpness: number; margins: Margins },
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  signal.throwIfAborted();
  const plain = page.getViewport({ scale });
  const sharp = scale * Math.min(sharpness, Math.sqrt(MAX_PIXELS / (plain.width * plain.height)));
  const { width, height } = page.getViewport({ scale: sharp });
  const viewport = page.getViewport({ scale: sharp, offsetX: -margins.left * width, offsetY: -margins.top * height });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * (1 - margins.left - margins.right)));
  canvas.height = Math.max(1, Math.floor(height * (1 - margins.top - margins.bottom)));
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  await task.promise.finally(() => signal.removeEventListener('abort', cancel));
  return canvas;
}

async function layText(page: PDFPageProxy, scale: number, margins: Margins, signal: AbortSignal): Promise<HTMLElement> {
  const content = await page.getTextContent();
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale });
  const container = document.createElement('div');
  // The text layer covers the whole page; cropped parts lie outside the sheet.
  container.style.inset = `${-margins.top * height}px auto auto ${-margins.left * width}px`;
  container.style.setProperty('--total-scale-factor', String(scale));
  if (content.lang) container.lang = content.lang;
  await new TextLayer({ textContentSource: content, container, viewport: page.getViewport({ scale }) }).render();
  return container;
}
