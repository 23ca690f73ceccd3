import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Fragment } from 'react';
import type { TextBlock } from './reflow.ts';

/** The design's size for what is said aloud (design 3, reading), larger or smaller as the person likes it. */
const Text = styled('div')(({ theme }) => ({
  ...theme.typography.reading,
  fontSize: `calc(${String(theme.typography.reading.fontSize)} * var(--letters))`,
  lineHeight: 1.484,
  overflowWrap: 'anywhere',
  '& > *': { margin: '0 0 0.9em' },
  '& > h3': {
    margin: '0 0 0.25em',
    fontSize: 'max(0.8125rem, 0.84em)',
    lineHeight: 1.385,
    fontWeight: 650,
    color: theme.palette.primary.main,
  },
  '& > * + h3': { marginTop: '1.2em' },
  '& > [data-kind="question"]': {
    paddingInlineStart: 12,
    borderInlineStart: `3px solid ${theme.palette.secondary.main}`,
  },
  '& > [data-kind="item"]': { paddingInlineStart: '1.1em', textIndent: '-1.1em', marginBottom: '0.5em' },
  '& > [data-kind="picture"]': { ...theme.typography.body2, color: theme.palette.text.secondary },
  '& b': { fontWeight: 650 },
}));

interface PdfTextProps {
  blocks: readonly TextBlock[];
  /** 1 is the design's size. */
  letters: number;
  onPage: () => void;
}

/** The document as running text: it fills the width there is, so nothing has to be scrolled sideways. */
export function PdfText({ blocks, letters, onPage }: PdfTextProps) {
  return (
    <Text style={{ '--letters': letters } as React.CSSProperties}>
      {blocks.map(({ id, kind, page, runs }) => {
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
        const words = runs.map(({ at, text, isBold }) =>
          isBold && kind !== 'heading' ? <b key={at}>{text}</b> : <Fragment key={at}>{text}</Fragment>,
        );
        return kind === 'heading' ? (
          <h3 key={id}>{words}</h3>
        ) : (
          <p key={id} data-kind={kind}>
            {words}
          </p>
        );
      })}
    </Text>
  );
}
