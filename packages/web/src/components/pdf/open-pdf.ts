import { getDocument, GlobalWorkerOptions, PasswordException, TextLayer, VerbosityLevel, version } from 'pdfjs-dist';
import type { PDFPageProxy } from 'pdfjs-dist';

/**
 * The only file that knows pdf.js; imported when the first document is opened, never before (UX-12).
 * The worker is a file of our own origin: the content policy allows no other, and no eval nor WebAssembly in it.
 */
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href;
const FILES = new URL(`/assets/pdfjs-${version}/`, window.location.origin);

/** Some 64 MB of pixels: beyond, phones draw nothing at all. */
const MAX_PIXELS = 16_000_000;

export interface Drawing {
  canvas: HTMLCanvasElement;
  /** The words of the page, transparent and in their places: to read aloud, select and copy. */
  text: HTMLElement;
}
export interface PdfPage {
  /** In CSS pixels at scale 1. */
  width: number;
  height: number;
  draw(scale: number, signal: AbortSignal): Promise<Drawing>;
}
export interface Pdf {
  pageCount: number;
  page(number: number): Promise<PdfPage>;
}

export const isLocked = (error: unknown): boolean => error instanceof PasswordException;

/** Open until the signal says that nobody looks at it any more; the worker ends then. */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<Pdf> {
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
  return { pageCount: opened.numPages, page: async (number) => measured(await opened.getPage(number)) };
}

function measured(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width,
    height,
    draw: async (scale, signal) => {
      const [canvas, text] = await Promise.all([drawCanvas(page, scale, signal), layText(page, scale, signal)]);
      return { canvas, text };
    },
  };
}

/** On a canvas of its own each time: the one that is seen stays until the new one is ready. */
async function drawCanvas(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  signal.throwIfAborted();
  const plain = page.getViewport({ scale });
  const sharpness = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (plain.width * plain.height)));
  const viewport = page.getViewport({ scale: scale * sharpness });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.setAttribute('aria-hidden', 'true');
  const task = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  await task.promise.finally(() => signal.removeEventListener('abort', cancel));
  return canvas;
}

async function layText(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLElement> {
  const content = await page.getTextContent();
  signal.throwIfAborted();
  const container = document.createElement('div');
  container.style.setProperty('--total-scale-factor', String(scale));
  if (content.lang) container.lang = content.lang;
  await new TextLayer({ textContentSource: content, container, viewport: page.getViewport({ scale }) }).render();
  return container;
}
