import { Checkbox, Link, styled } from '@mui/material';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { BlankWords, blankLook } from '../script/blank-words.tsx';
import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import { fillRuns } from '../script/blanks.ts';
import type { TextBlock } from './reflow.ts';

const TICKS = '1.75rem';

const Text = styled('div')(({ theme }) => ({
  ...theme.typography.reading,
  fontSize: `calc(${String(theme.typography.reading.fontSize)} * var(--letters))`,
  lineHeight: 1.484,
  overflowWrap: 'anywhere',
  '& > *': { position: 'relative', marginBlock: '0 0.9em', paddingInlineStart: TICKS },
  '& > h3': {
    marginBlock: '0 0.25em',
    fontSize: 'max(0.8125rem, 0.84em)',
    lineHeight: 1.385,
    fontWeight: 650,
    color: theme.palette.primary.main,
  },
  '& > * + h3': { marginTop: '1.2em' },
  '& p': { margin: 0 },
  '& > [data-kind="question"] > p': {
    paddingInlineStart: 12,
    borderInlineStart: `3px solid ${theme.palette.secondary.main}`,
  },
  '& > [data-kind="item"]': { marginBottom: '0.5em' },
  '& > [data-kind="item"] > p': { paddingInlineStart: '1.1em', textIndent: '-1.1em' },
  '& > [data-kind="picture"]': { ...theme.typography.body2, color: theme.palette.text.secondary },
  '& > [data-ticked] > p': { color: theme.palette.text.secondary },
  '& b': { fontWeight: 650 },
  ...blankLook(theme),
}));

/** The target is larger than the drawn box. */
const Tick = styled(Checkbox)({
  position: 'absolute',
  insetInlineStart: -7,
  top: 'calc(0.742em - 1rem)',
  width: '2rem',
  height: '2rem',
  padding: 0,
  fontSize: 'inherit',
  '&::before': { width: 16, height: 16 },
});

interface PdfTextProps {
  blocks: readonly TextBlock[];
  /** 1 is the default size. */
  letters: number;
  /** Values for its blanks; undefined: the text as written. */
  words: BlankTexts | undefined;
  isTicked: (step: number) => boolean;
  onTick: (step: number) => void;
  onPage: () => void;
}

export function PdfText({ blocks, letters, words, isTicked, onTick, onPage }: PdfTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const steps = blocks.filter(({ kind }) => kind !== 'heading' && kind !== 'picture').map(({ id }) => id);
  // Roving tabindex: arrow keys move between the steps.
  const [atStep, setAtStep] = useState(steps[0]);
  const boxes = () => [...(text.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])];
  const handleKey = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const all = boxes();
    const place = all.findIndex((box) => box === event.target);
    if (move === undefined || place === -1) return;
    event.preventDefault();
    all[Math.min(Math.max(0, move(place, all.length)), all.length - 1)]?.focus();
  };
  useShortcut('step', () => {
    const place = steps.findIndex((step) => !isTicked(step));
    if (place === -1) return;
    onTick(steps[place]!);
    boxes()[Math.min(place + 1, steps.length - 1)]?.closest('[data-kind]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows walk its checkboxes, which have the focus
    <Text
      ref={text}
      // The document's direction, not the page's.
      dir="auto"
      style={{ '--letters': letters, textAlign: 'start' } as React.CSSProperties}
      onKeyDown={handleKey}
    >
      {blocks.map((block) => {
        const { id, kind, page } = block;
        if (kind === 'picture')
          return (
            <p key={id} data-kind={kind}>
              La página {page} es una imagen.{' '}
              <Link
                component="button"
                type="button"
                onClick={onPage}
                sx={{ verticalAlign: 'baseline', font: 'inherit' }}
              >
                Ver página
              </Link>
            </p>
          );
        if (kind === 'heading')
          return (
            <h3 key={id}>
              <Words block={block} words={words} />
            </h3>
          );
        return (
          <div key={id} data-kind={kind} data-ticked={isTicked(id) ? '' : undefined}>
            <Tick
              checked={isTicked(id)}
              onChange={() => onTick(id)}
              onFocus={() => setAtStep(id)}
              slotProps={{
                input: { 'aria-label': `Paso ${steps.indexOf(id) + 1} leído`, tabIndex: id === atStep ? 0 : -1 },
              }}
            />
            <p>
              <Words block={block} words={words} />
            </p>
          </div>
        );
      })}
    </Text>
  );
}

const MOVES: Record<string, (place: number, count: number) => number> = {
  ArrowDown: (place) => place + 1,
  ArrowUp: (place) => place - 1,
  Home: () => 0,
  End: (_place, count) => count - 1,
};

function Words({ block, words }: { block: TextBlock; words: BlankTexts | undefined }) {
  return fillRuns(block.runs, words).map((part) => {
    const shown = <BlankWords part={part} />;
    return part.isBold && block.kind !== 'heading' ? (
      <b key={part.at}>{shown}</b>
    ) : (
      <Fragment key={part.at}>{shown}</Fragment>
    );
  });
}
