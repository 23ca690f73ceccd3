import { IconButton, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../icons.ts';
import { Tooltip } from '../tooltip.tsx';
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
          <Tool
            label="Página anterior"
            icon={IconChevronLeft}
            onPress={page > 1 ? () => onPage(page - 1) : undefined}
          />
        )}
        <Typography variant="body2" aria-live="polite">
          Página {page} de {pageCount}
        </Typography>
        {pageCount > 1 && (
          <Tool
            label="Página siguiente"
            icon={IconChevronRight}
            onPress={page < pageCount ? () => onPage(page + 1) : undefined}
          />
        )}
      </div>
      <div>
        <Tool label="Reducir" icon={IconZoomOut} onPress={smaller === undefined ? undefined : () => onZoom(smaller)} />
        <Typography variant="body2" aria-live="polite">
          {Math.round(zoom * 100)} %
        </Typography>
        <Tool label="Ampliar" icon={IconZoomIn} onPress={larger === undefined ? undefined : () => onZoom(larger)} />
      </div>
    </PdfToolbar>
  );
}

interface ToolProps {
  label: string;
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>;
  /** Undefined: there is nowhere further to go. It keeps the focus all the same. */
  onPress: (() => void) | undefined;
}

function Tool({ label, icon: Icon, onPress }: ToolProps) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} aria-disabled={onPress === undefined} onClick={onPress}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
