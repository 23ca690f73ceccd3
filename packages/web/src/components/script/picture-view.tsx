import { styled } from '@mui/material';
import { useEffect, useState } from 'react';
import { BlobImage } from '../files/blob.tsx';
import { blankMargins, LOOK_WIDTH, type Margins, NO_MARGINS } from '../pdf/content-box.ts';

/** Scrolls, also by keyboard. */
export const ReadingRegion = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  scrollbarGutter: 'stable',
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
}));

const Region = styled(ReadingRegion)(({ theme }) => ({
  padding: 8,
  background: theme.palette.surface.subtle,
  '& img': { display: 'block', height: 'auto', margin: '0 auto' },
}));

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
const cropOf = ({ top, right, bottom, left }: Margins) =>
  `inset(${percent(top)} ${percent(right)} ${percent(bottom)} ${percent(left)})`;

function useMargins(file: Blob): Margins {
  const [seen, setSeen] = useState<{ file: Blob; margins: Margins }>();
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const bitmap = await createImageBitmap(file, { resizeWidth: LOOK_WIDTH });
      const canvas = document.createElement('canvas');
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d', { willReadFrequently: true })?.drawImage(bitmap, 0, 0);
      bitmap.close();
      if (!isOver) setSeen({ file, margins: blankMargins(canvas) });
    };
    // On failure the margins stay.
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [file]);
  return seen?.file === file ? seen.margins : NO_MARGINS;
}

interface PictureViewProps {
  name: string;
  file: Blob;
  /** 1 fills the width. */
  zoom: number;
}

/** A picture at the width there is, without its blank margins. */
export function PictureView({ name, file, zoom }: PictureViewProps) {
  const margins = useMargins(file);
  return (
    // Scrolls by keyboard.
    <Region role="region" aria-label={`Documento ${name}`} tabIndex={0}>
      {/* Browsers without objectViewBox show the whole picture. */}
      <BlobImage blob={file} alt={name} style={{ width: `${zoom * 100}%`, objectViewBox: cropOf(margins) }} />
    </Region>
  );
}
