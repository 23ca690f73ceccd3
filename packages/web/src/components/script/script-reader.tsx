import { Box, Button, Skeleton, styled } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { keepLocal, parseStored, readLocal } from '../../lib/browser/storage.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { BlobImage } from '../files/blob.tsx';
import { IconAction } from '../icon-action.tsx';
import { IconZoomIn, IconZoomOut } from '../icons.ts';
import { Line, Stacked } from '../layout.tsx';
import { ErrorState } from '../page/messages.tsx';
import { blankMargins, LOOK_WIDTH, type Margins, NO_MARGINS } from '../pdf/content-box.ts';
import { PdfFailure, type PdfResult, usePdf } from '../pdf/pdf-view.tsx';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import type { ScriptSteps } from './steps.ts';

const LetterSign = styled('span')({ fontSize: '0.8125rem', fontWeight: 620, '&[data-large]': { fontSize: '1rem' } });

/** Scrolls, also by keyboard. */
const Region = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  scrollbarGutter: 'stable',
  padding: 14,
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
}));

/** The card is the frame. */
const UNFRAMED = {
  flex: 1,
  minHeight: 0,
  bgcolor: 'surface.subtle',
  display: 'grid',
  '& > div': { border: 0, borderRadius: 0 },
};

/** Scroll position by document, until the tab is closed. */
const places = new Map<string, number>();

export interface ScriptReaderProps {
  id: string;
  name: string;
  isImage: boolean;
  /** Undefined while loading. */
  file: Blob | undefined;
  error?: string;
  onRetry: () => void;
  /** Values for the blanks of its text; undefined while unknown. */
  words: BlankTexts | undefined;
  steps: ScriptSteps;
  /** Start and end of the bar. */
  title: ReactNode;
  end?: ReactNode;
}

/** A script as running text, or as its pages; pictures only as pictures. */
export function ScriptReader(props: ScriptReaderProps) {
  const { id, name, isImage, file, error, onRetry, words, steps, title, end } = props;
  const choice = useReadingChoice();
  const pdf = usePdf(isImage ? undefined : file, true);
  const hasText = pdf !== undefined && 'text' in pdf && pdf.text.length > 0;
  const view = hasText ? choice.view : 'page';
  const isShown = error === undefined && (isImage ? file !== undefined : pdf !== undefined && !('failure' in pdf));
  const { smaller, larger } = stepsAround(view, choice);
  const isText = view === 'text';
  const zoomButton = (label: string, step: number | undefined, sign: 'A−' | 'A+' | Icon) => (
    <IconAction
      size="small"
      label={label}
      isOff={step === undefined}
      onClick={() => chooseReading(isText ? { letters: step } : { zoom: step })}
      icon={typeof sign === 'string' ? undefined : sign}
    >
      {typeof sign === 'string' && <LetterSign data-large={sign === 'A+' ? '' : undefined}>{sign}</LetterSign>}
    </IconAction>
  );
  return (
    <>
      <Line
        gap={0}
        sx={{
          flex: 'none',
          minHeight: '2.75rem',
          paddingInline: '14px 6px',
          borderBottom: 1,
          borderColor: 'line.soft',
          '& [aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' },
        }}
      >
        {title}
        {isShown && (
          <>
            {zoomButton(isText ? 'A−, letra más chica' : 'Reducir', smaller, isText ? 'A−' : IconZoomOut)}
            {zoomButton(isText ? 'A+, letra más grande' : 'Ampliar', larger, isText ? 'A+' : IconZoomIn)}
          </>
        )}
        {hasText && (
          <Button
            variant="text"
            size="small"
            onClick={() => chooseReading({ view: isText ? 'page' : 'text' })}
            sx={{ flex: 'none', px: 1.5 }}
          >
            {isText ? 'Ver página' : 'Ver texto'}
          </Button>
        )}
        {end}
      </Line>
      {error !== undefined ? (
        <ErrorState message={error} onRetry={onRetry} />
      ) : !file || (!isImage && !pdf) ? (
        <Box role="status" aria-label="Abriendo el documento" sx={{ flex: 1 }}>
          <OpeningLines />
        </Box>
      ) : isImage ? (
        <PictureView name={name} file={file} zoom={choice.zoom} />
      ) : (
        <Document id={id} name={name} file={file} pdf={pdf!} isText={isText} words={words} steps={steps} />
      )}
    </>
  );
}

const OPENING = ['45%', '95%', '90%', '60%', '97%', '88%', '40%'];

export const OpeningLines = () => (
  <Stacked gap={2.5} sx={{ p: 4 }}>
    {OPENING.map((width) => (
      <Skeleton key={width} width={width} height={16} />
    ))}
  </Stacked>
);

interface DocumentProps extends Pick<ScriptReaderProps, 'id' | 'name' | 'words' | 'steps'> {
  file: Blob;
  pdf: PdfResult;
  isText: boolean;
}

function Document({ id, name, file, pdf, isText, words, steps }: DocumentProps) {
  const { letters, zoom } = useReadingChoice();
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isText && region.current) region.current.scrollTop = places.get(id) ?? 0;
  }, [id, isText]);
  if ('failure' in pdf) return <PdfFailure file={file} name={name} reason={pdf.failure} />;
  if (!isText)
    return (
      <Box sx={UNFRAMED}>
        <pdf.Pages pdf={pdf.pdf} first={pdf.first} name={name} zoom={zoom} />
      </Box>
    );
  return (
    <Region
      ref={region}
      role="region"
      aria-label={`Documento ${name}`}
      tabIndex={0}
      sx={{ paddingInlineEnd: 3 }}
      onScroll={({ currentTarget }) => places.set(id, currentTarget.scrollTop)}
    >
      <pdf.Text
        key={id}
        blocks={pdf.text}
        letters={letters}
        words={words}
        isTicked={(step) => steps.isTicked(id, step)}
        onTick={(step) => steps.toggle(id, step)}
        onPage={() => chooseReading({ view: 'page' })}
      />
    </Region>
  );
}

/** Kept per browser, for all campaigns. */
const readingChoice = z.object({
  view: z.enum(['text', 'page']),
  /** 1 is the default size. */
  letters: z.number().min(0.5).max(3),
  /** 1 fills the width. */
  zoom: z.number().min(0.25).max(4),
});
type ReadingChoice = z.infer<typeof readingChoice>;

const KEY = 'scriptReading';
const USUAL: ReadingChoice = { view: 'text', letters: 1, zoom: 1 };

const store = createStore(readingChoice.safeParse(parseStored(readLocal(KEY))).data ?? USUAL);
const useReadingChoice = () => useStore(store);
function chooseReading(parts: Partial<ReadingChoice>): void {
  store.set({ ...store.get(), ...parts });
  keepLocal(KEY, JSON.stringify(store.get()));
}

const LETTERS = [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2];
const ZOOMS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, 3];

function stepsAround(view: ReadingChoice['view'], { letters, zoom }: ReadingChoice) {
  const [steps, at] = view === 'text' ? [LETTERS, letters] : [ZOOMS, zoom];
  return { smaller: steps.findLast((step) => step < at), larger: steps.find((step) => step > at) };
}

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

/** A picture at the width there is, without its blank margins. */
function PictureView({ name, file, zoom }: { name: string; file: Blob; zoom: number }) {
  const margins = useMargins(file);
  return (
    <Region
      role="region"
      aria-label={`Documento ${name}`}
      tabIndex={0}
      sx={{ p: 2, bgcolor: 'surface.subtle', '& img': { display: 'block', height: 'auto', margin: '0 auto' } }}
    >
      {/* Browsers without objectViewBox show the whole picture. */}
      <BlobImage blob={file} alt={name} style={{ width: `${zoom * 100}%`, objectViewBox: cropOf(margins) }} />
    </Region>
  );
}
