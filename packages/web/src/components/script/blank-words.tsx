import type { ScriptPart } from '@campanero/contract/scripts/blanks';
import type { Theme } from '@mui/material';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** A filled blank: tint and underline, because colour is never the only sign. */
export const blankLook = (theme: Theme) => ({
  '& [data-blank]': {
    paddingInline: 2,
    marginInline: -2,
    borderRadius: 4,
    background: theme.palette.soft.primary.bg,
    boxDecorationBreak: 'clone',
    textDecoration: `underline dotted ${theme.palette.primary.main}`,
    textUnderlineOffset: '0.2em',
  },
  '& [data-blank="empty"]': {
    background: theme.palette.soft.warning.bg,
    textDecoration: `underline dashed ${theme.palette.soft.warning.text}`,
  },
});

/** A part of a text with blanks, as it is read aloud. */
export function BlankWords({ part }: { part: ScriptPart }) {
  if (part.kind === 'text') return part.source;
  if (part.kind === 'open')
    return (
      <>
        <span aria-hidden>{part.source}</span>
        <VisuallyHidden>espacio en blanco</VisuallyHidden>
      </>
    );
  return <span data-blank={part.kind}>{part.kind === 'empty' ? `«${part.words}»` : part.words}</span>;
}
