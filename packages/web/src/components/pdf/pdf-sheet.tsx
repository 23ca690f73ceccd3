import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { Pdf, PdfPage } from './open-pdf.ts';
import { DrawingHost, Sheet } from './styles.ts';
import { useNear } from './use-seen.ts';

interface PdfSheetProps {
  pdf: Pdf;
  number: number;
  label: string;
  /** The shape to keep free until the page's own is known. */
  likely: PdfPage;
  width: number;
  scroller: RefObject<HTMLElement | null>;
}

/** One page: an empty sheet until it comes near the view, and again once it has gone, so that memory stays small. */
export function PdfSheet({ pdf, number, label, likely, width, scroller }: PdfSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const isNear = useNear(sheet, scroller);
  const [page, setPage] = useState<PdfPage>();
  const [outcome, setOutcome] = useState<'drawn' | 'drawn-without-text' | 'failed'>();
  const { width: ownWidth, height: ownHeight } = page ?? likely;

  useEffect(() => {
    const place = host.current;
    if (!isNear || !place) return undefined;
    return () => place.replaceChildren();
  }, [isNear]);

  useEffect(() => {
    if (!isNear) return undefined;
    const controller = new AbortController();
    const draw = async () => {
      const known = await pdf.page(number);
      controller.signal.throwIfAborted();
      setPage(known);
      const { canvas, text } = await known.draw(width / known.width, controller.signal);
      controller.signal.throwIfAborted();
      host.current?.replaceChildren(canvas, text);
      setOutcome(text.textContent?.trim() ? 'drawn' : 'drawn-without-text');
    };
    draw().catch(() => {
      if (!controller.signal.aborted) setOutcome('failed');
    });
    return () => controller.abort();
  }, [isNear, pdf, number, width]);

  return (
    <Sheet
      ref={sheet}
      role="group"
      aria-label={label}
      data-page={number}
      style={{ width, height: Math.round((width * ownHeight) / ownWidth) }}
    >
      <DrawingHost ref={host} />
      {outcome === 'drawn-without-text' && (
        <VisuallyHidden>Esta página es una imagen: no tiene texto para leer.</VisuallyHidden>
      )}
      {outcome === 'failed' && (
        <Typography variant="body2" role="alert" sx={{ p: 4, color: 'common.black' }}>
          No fue posible mostrar esta página.
        </Typography>
      )}
    </Sheet>
  );
}
