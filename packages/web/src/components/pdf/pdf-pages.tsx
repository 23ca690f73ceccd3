import { useLayoutEffect, useRef, useState } from 'react';
import type { Pdf, PdfPage } from './open-pdf.ts';
import { PdfBar } from './pdf-bar.tsx';
import { PdfSheet } from './pdf-sheet.tsx';
import { Frame, Scroller } from './styles.ts';
import { useWidth } from './use-seen.ts';

interface PdfPagesProps {
  pdf: Pdf;
  first: PdfPage;
  name: string;
  /** Where a bar around it has the controls; without, it brings a bar of its own. 1 fills the width. */
  zoom?: number;
}

const sheetsOf = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-page]')];

/** The page across the middle of the view. */
function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  return Math.max(1, sheetsOf(scroller).filter((sheet) => sheet.offsetTop <= middle).length);
}

/** All pages one under the other; those near the view are drawn. */
export function PdfPages({ pdf, first, name, zoom: givenZoom }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [page, setPage] = useState(1);
  const [ownZoom, setZoom] = useState(1);
  const zoom = givenZoom ?? ownZoom;
  const shownZoom = useRef(zoom);

  // Larger or smaller around the middle of what is being read, not around the top of the document.
  useLayoutEffect(() => {
    const view = scroller.current;
    const factor = zoom / shownZoom.current;
    shownZoom.current = zoom;
    if (!view || factor === 1) return;
    view.scrollTop = (view.scrollTop + view.clientHeight / 2) * factor - view.clientHeight / 2;
    view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * factor - view.clientWidth / 2;
  }, [zoom]);

  const goTo = (number: number) => {
    const view = scroller.current;
    const sheet = view && sheetsOf(view)[number - 1];
    if (sheet) view.scrollTop = sheet.offsetTop;
    setPage(number);
  };
  return (
    <Frame>
      {givenZoom === undefined && (
        <PdfBar page={page} pageCount={pdf.pageCount} onPage={goTo} zoom={zoom} onZoom={setZoom} />
      )}
      <Scroller
        ref={scroller}
        role="region"
        aria-label={`Documento ${name}`}
        // So that the arrows and Page Down scroll it.
        tabIndex={0}
        onScroll={({ currentTarget }) => setPage(pageInView(currentTarget))}
      >
        {width > 0 &&
          Array.from({ length: pdf.pageCount }, (_, index) => (
            <PdfSheet
              key={index + 1}
              pdf={pdf}
              number={index + 1}
              label={`${name}, página ${index + 1} de ${pdf.pageCount}`}
              likely={first}
              width={Math.round(width * zoom)}
              scroller={scroller}
            />
          ))}
      </Scroller>
    </Frame>
  );
}
