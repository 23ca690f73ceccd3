import { styled, Typography } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconAction } from '../icon-action.tsx';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../icons.ts';
import { Line, Spread } from '../layout.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { Pdf, PdfPage } from './open-pdf.ts';

const PdfFrame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  maxHeight: '100%',
  width: '100%',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.radius.menu,
  overflow: 'hidden',
  // Around the frame: inside, the sheets would cover it.
  '&:has(> [role="region"]:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}` },
}));

const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  overflow: 'auto',
  minHeight: 0,
  // Otherwise the fitting width would depend on the height.
  scrollbarGutter: 'stable',
  padding: theme.spacing(2),
  background: theme.palette.surface.subtle,
  '&:focus-visible': { outline: 'none' },
}));

const Sheet = styled('div')(({ theme }) => ({
  position: 'relative',
  margin: '0 auto',
  '& + &': { marginTop: theme.spacing(2) },
  overflow: 'hidden',
  // Paper, also in dark themes.
  background: '#fff',
  boxShadow: `0 0 0 1px ${theme.palette.divider}`,
}));

/** The canvas, and pdf.js' text layer with its variables. */
const DrawingHost = styled('div')({
  position: 'absolute',
  inset: 0,
  '& > canvas': { display: 'block', width: '100%', height: '100%' },
  '& > div': {
    position: 'absolute',
    inset: 0,
    overflow: 'clip',
    lineHeight: 1,
    letterSpacing: 'normal',
    textAlign: 'initial',
    textSizeAdjust: 'none',
    transformOrigin: '0 0',
    forcedColorAdjust: 'none',
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    '&[data-main-rotation="90"]': { transform: 'rotate(90deg) translateY(-100%)' },
    '&[data-main-rotation="180"]': { transform: 'rotate(180deg) translate(-100%, -100%)' },
    '&[data-main-rotation="270"]': { transform: 'rotate(270deg) translateX(-100%)' },
  },
  '& span, & br': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height, 0px))',
    transform: 'rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1)) scale(var(--min-font-size-inv))',
  },
  '& ::selection': { color: 'transparent', background: 'rgba(0, 90, 200, 0.25)' },
});

interface PdfPagesProps {
  pdf: Pdf;
  first: PdfPage;
  name: string;
  /** Given if the caller has the controls. 1 fills the width. */
  zoom?: number;
}

const sheetsOf = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-page]')];

function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  return Math.max(1, sheetsOf(scroller).filter((sheet) => sheet.offsetTop <= middle).length);
}

/** All pages in a column; only those near the view are drawn. */
export function PdfPages({ pdf, first, name, zoom: givenZoom }: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [page, setPage] = useState(1);
  const [ownZoom, setZoom] = useState(1);
  const zoom = givenZoom ?? ownZoom;
  const shownZoom = useRef(zoom);

  // Zooms around the middle of the view.
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
    <PdfFrame>
      {givenZoom === undefined && (
        <PdfBar page={page} pageCount={pdf.pageCount} onPage={goTo} zoom={zoom} onZoom={setZoom} />
      )}
      <Scroller
        ref={scroller}
        role="region"
        aria-label={`Documento ${name}`}
        // Scrolls by keyboard.
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
    </PdfFrame>
  );
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

interface PdfBarProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
}

function PdfBar({ page, pageCount, onPage, zoom, onZoom }: PdfBarProps) {
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  const button = (label: string, icon: Icon, isOff: boolean, onClick: () => void) => (
    <IconAction size="small" label={label} icon={icon} isOff={isOff} onClick={onClick} />
  );
  return (
    <Spread
      role="group"
      aria-label="Controles del documento"
      gap={1}
      sx={{
        p: '4px 8px',
        borderBottom: 1,
        borderColor: 'divider',
        fontVariantNumeric: 'tabular-nums',
        '& [aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
      }}
    >
      <Line gap={1}>
        {pageCount > 1 && button('Página anterior', IconChevronLeft, page === 1, () => onPage(page - 1))}
        <Typography variant="body2" aria-live="polite">
          Página {page} de {pageCount}
        </Typography>
        {pageCount > 1 && button('Página siguiente', IconChevronRight, page === pageCount, () => onPage(page + 1))}
      </Line>
      <Line gap={1}>
        {button('Reducir', IconZoomOut, !smaller, () => onZoom(smaller!))}
        <Typography variant="body2" aria-live="polite">
          {Math.round(zoom * 100)} %
        </Typography>
        {button('Ampliar', IconZoomIn, !larger, () => onZoom(larger!))}
      </Line>
    </Spread>
  );
}

interface PdfSheetProps {
  pdf: Pdf;
  number: number;
  label: string;
  /** Size until the page's own is known. */
  likely: PdfPage;
  width: number;
  scroller: RefObject<HTMLElement | null>;
}

/** One page; cleared when it is far from the view, to save memory. */
function PdfSheet({ pdf, number, label, likely, width, scroller }: PdfSheetProps) {
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

/** One screen above and below the view. */
const AHEAD = '100% 0px';

function useNear(element: RefObject<Element | null>, scroller: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, scroller]);
  return isNear;
}

/** In whole pixels; 0 until measured. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries.at(-1)?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
