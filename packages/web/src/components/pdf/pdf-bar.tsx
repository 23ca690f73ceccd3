import { Typography } from '@mui/material';
import { IconAction } from '../icon-action.tsx';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../icons.ts';
import { PdfToolbar } from './styles.ts';

interface PdfBarProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** 1 fills the width. */
  zoom: number;
  onZoom: (zoom: number) => void;
}

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export function PdfBar({ page, pageCount, onPage, zoom, onZoom }: PdfBarProps) {
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  return (
    <PdfToolbar role="group" aria-label="Controles del documento">
      <div>
        {pageCount > 1 && (
          <IconAction
            size="small"
            label="Página anterior"
            isOff={page === 1}
            onClick={() => onPage(page - 1)}
            icon={IconChevronLeft}
          />
        )}
        <Typography variant="body2" aria-live="polite">
          Página {page} de {pageCount}
        </Typography>
        {pageCount > 1 && (
          <IconAction
            size="small"
            label="Página siguiente"
            isOff={page === pageCount}
            onClick={() => onPage(page + 1)}
            icon={IconChevronRight}
          />
        )}
      </div>
      <div>
        <IconAction size="small" label="Reducir" isOff={!smaller} onClick={() => onZoom(smaller!)} icon={IconZoomOut} />
        <Typography variant="body2" aria-live="polite">
          {Math.round(zoom * 100)} %
        </Typography>
        <IconAction size="small" label="Ampliar" isOff={!larger} onClick={() => onZoom(larger!)} icon={IconZoomIn} />
      </div>
    </PdfToolbar>
  );
}
