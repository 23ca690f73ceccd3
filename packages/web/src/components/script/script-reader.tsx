import { Box, Button, Skeleton, styled } from '@mui/material';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { z } from 'zod';
import { createStore, useStore } from '../../lib/external-store.ts';
import { IconAction } from '../icon-action.tsx';
import { IconZoomIn, IconZoomOut } from '../icons.ts';
import { ErrorState } from '../page/messages.tsx';
import { PdfFailure, type PdfResult, usePdf } from '../pdf/pdf-view.tsx';
import type { BlankTexts } from './blanks.ts';
import { PictureView, ReadingRegion } from './picture-view.tsx';
import type { ScriptSteps } from './steps.ts';

const Bar = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  paddingBlock: 0,
  paddingInline: '14px 6px',
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  '& .letters': { fontSize: '0.8125rem', fontWeight: 620, '&[data-large]': { fontSize: '1rem' } },
  '& [aria-disabled="true"]': { color: theme.palette.text.disabled, cursor: 'default' },
}));

const Region = styled(ReadingRegion)({ paddingBlock: 14, paddingInline: '14px 12px' });

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
  const go = (step: number | undefined) => {
    if (step !== undefined) chooseReading(view === 'text' ? { letters: step } : { zoom: step });
  };
  const isText = view === 'text';
  return (
    <>
      <Bar>
        {title}
        {isShown && (
          <>
            <IconAction
              size="small"
              label={isText ? 'A−, letra más chica' : 'Reducir'}
              isOff={!smaller}
              onClick={() => go(smaller)}
              icon={isText ? undefined : IconZoomOut}
            >
              <span className="letters">A−</span>
            </IconAction>
            <IconAction
              size="small"
              label={isText ? 'A+, letra más grande' : 'Ampliar'}
              isOff={!larger}
              onClick={() => go(larger)}
              icon={isText ? undefined : IconZoomIn}
            >
              <span className="letters" data-large>
                A+
              </span>
            </IconAction>
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
      </Bar>
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
  <Box sx={{ display: 'grid', gap: 2.5, p: 4 }}>
    {OPENING.map((width) => (
      <Skeleton key={width} width={width} height={16} />
    ))}
  </Box>
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

function read(): ReadingChoice {
  try {
    return readingChoice.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? USUAL;
  } catch {
    return USUAL;
  }
}

const store = createStore(read());
const useReadingChoice = () => useStore(store);
function chooseReading(parts: Partial<ReadingChoice>): void {
  store.set({ ...store.get(), ...parts });
  localStorage.setItem(KEY, JSON.stringify(store.get()));
}

const LETTERS = [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.8, 2];
const ZOOMS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, 3];

function stepsAround(view: ReadingChoice['view'], { letters, zoom }: ReadingChoice) {
  const [steps, at] = view === 'text' ? [LETTERS, letters] : [ZOOMS, zoom];
  return { smaller: steps.findLast((step) => step < at), larger: steps.find((step) => step > at) };
}
