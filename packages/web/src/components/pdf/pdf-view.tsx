import { Skeleton, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import { saveBlob } from '../files/blob.tsx';
import { IconAlertTriangle, IconDownload } from '../icons.ts';
import { MessageBlock } from '../page/messages.tsx';
import type { Pdf, PdfPage } from './open-pdf.ts';
import type { PdfPages } from './pdf-pages.tsx';
import type { PdfText } from './pdf-text.tsx';
import type { TextBlock } from './reflow.ts';

interface PdfViewProps {
  file: Blob;
  name: string;
}

export function PdfFailure({ file, name, reason }: PdfViewProps & { reason: string }) {
  return (
    <MessageBlock icon={<IconAlertTriangle size={20} stroke={1.75} />} tone="danger" role="alert">
      <Typography variant="body2">{reason}</Typography>
      <ActionButton size="small" icon={IconDownload} stroke={2} onClick={() => saveBlob(file, name)}>
        Descargar el documento
      </ActionButton>
    </MessageBlock>
  );
}

export function PdfView({ file, name }: PdfViewProps) {
  const result = usePdf(file);
  if (!result) return <Skeleton width="100%" height={320} role="status" aria-label="Abriendo el documento" />;
  if ('failure' in result) return <PdfFailure file={file} name={name} reason={result.failure} />;
  const { Pages, pdf, first } = result;
  return <Pages pdf={pdf} first={first} name={name} />;
}

const FAILED = 'No fue posible mostrar el documento aquí. Descárguelo para verlo en su equipo.';
const LOCKED = 'El documento está protegido con contraseña. Descárguelo para verlo en su equipo.';

interface Opened {
  /** Loaded together with the reader. */
  Pages: typeof PdfPages;
  Text: typeof PdfText;
  pdf: Pdf;
  /** Its size stands in for pages not loaded yet. */
  first: PdfPage;
  /** Empty when it is made of pictures, or not asked for. */
  text: readonly TextBlock[];
}
export type PdfResult = Opened | { failure: string };

async function open(file: Blob, isCropped: boolean, signal: AbortSignal): Promise<PdfResult> {
  try {
    const [reader, pages, words] = await Promise.all([
      import('./open-pdf.ts'),
      import('./pdf-pages.tsx'),
      import('./pdf-text.tsx'),
    ]);
    const pdf = await reader.openPdf(file, signal, isCropped);
    const [first, text] = await Promise.all([pdf.page(1), isCropped ? pdf.text() : []]);
    return { Pages: pages.PdfPages, Text: words.PdfText, pdf, first, text };
  } catch (error) {
    return { failure: error instanceof Error && error.name === 'PasswordException' ? LOCKED : FAILED };
  }
}

/** The opened document; undefined while opening. `toRead`: with text, and pages without margins. */
export function usePdf(file: Blob | undefined, toRead = false): PdfResult | undefined {
  const [state, setState] = useState<{ file: Blob; result: PdfResult }>();
  useEffect(() => {
    if (!file) return undefined;
    const controller = new AbortController();
    void open(file, toRead, controller.signal).then((result) => {
      if (!controller.signal.aborted) setState({ file, result });
    });
    return () => controller.abort();
  }, [file, toRead]);
  return state && state.file === file ? state.result : undefined;
}
