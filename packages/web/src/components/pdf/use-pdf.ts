import { useEffect, useState } from 'react';
import type { Pdf, PdfPage } from './open-pdf.ts';
import type { PdfPages } from './pdf-pages.tsx';

const FAILED = 'No fue posible mostrar el documento aquí. Descárguelo para verlo en su equipo.';
const LOCKED = 'El documento está protegido con contraseña. Descárguelo para verlo en su equipo.';

interface Opened {
  /** What shows them; it comes together with the reader. */
  Pages: typeof PdfPages;
  pdf: Pdf;
  /** Its shape stands in for the pages that nobody has seen yet. */
  first: PdfPage;
}
type Result = Opened | { failure: string };

async function open(file: Blob, signal: AbortSignal): Promise<Result> {
  let isLocked: ((error: unknown) => boolean) | undefined;
  try {
    const [reader, view] = await Promise.all([import('./open-pdf.ts'), import('./pdf-pages.tsx')]);
    isLocked = reader.isLocked;
    const pdf = await reader.openPdf(file, signal);
    return { Pages: view.PdfPages, pdf, first: await pdf.page(1) };
  } catch (error) {
    return { failure: isLocked?.(error) ? LOCKED : FAILED };
  }
}

/** The document in a file, open as long as it is on the screen; nothing while it is being opened. */
export function usePdf(file: Blob): Result | undefined {
  const [state, setState] = useState<{ file: Blob; result: Result }>();
  useEffect(() => {
    const controller = new AbortController();
    void open(file, controller.signal).then((result) => {
      if (!controller.signal.aborted) setState({ file, result });
    });
    return () => controller.abort();
  }, [file]);
  return state?.file === file ? state.result : undefined;
}
