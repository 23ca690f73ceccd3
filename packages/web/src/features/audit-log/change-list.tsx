import { styled } from '@mui/material';
import { IconArrowRight } from '../../components/icons.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import type { FieldChange, ValuePart } from './audit-changes.ts';

const PHONE = '@media (max-width: 599.95px)';

const Rows = styled('div')(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.divider}`,
  overflowWrap: 'anywhere',
  '& [role="row"]': {
    display: 'grid',
    gridTemplateColumns: '10.25rem minmax(0, 1fr) 1.75rem minmax(0, 1fr)',
    gap: '0 12px',
    alignItems: 'start',
    padding: '11px 24px',
    fontSize: '0.84375rem',
    lineHeight: '1.25rem',
    borderBottom: `1px solid ${theme.palette.divider}`,
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr) 1.75rem minmax(0, 1fr)', gap: '6px 8px', paddingInline: 16 },
  },
  '&[data-creation] [role="row"]': {
    gridTemplateColumns: '10.25rem minmax(0, 1fr)',
    [PHONE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& [data-head]': {
    background: theme.palette.surface.subtle,
    color: theme.palette.text.secondary,
    fontSize: '0.78125rem',
    fontWeight: 550,
    paddingBlock: 8,
    [PHONE]: { display: 'none' },
  },
  '& [role="row"]:last-of-type': { borderBottom: 0 },
  // On phones the label is above both values.
  '& [role="rowheader"]': { fontWeight: 550, [PHONE]: { gridColumn: '1 / -1' } },
  '& svg': { display: 'block', color: theme.palette.text.secondary, marginTop: 1 },
}));

/** Each line of a wrapped value has its own background. */
const value = {
  padding: '1px 6px',
  borderRadius: 5,
  boxDecorationBreak: 'clone',
  WebkitBoxDecorationBreak: 'clone',
} as const;
const Old = styled('del')(({ theme }) => ({
  ...value,
  background: theme.palette.soft.danger.bg,
  color: theme.palette.soft.danger.text,
}));
const New = styled('ins')(({ theme }) => ({
  ...value,
  textDecoration: 'none',
  background: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
}));
const Nothing = styled('em')(({ theme }) => ({ color: theme.palette.text.disabled }));
const Changed = styled('b')({ fontWeight: 650 });

function Value({ parts, as: Ground }: { parts: readonly ValuePart[]; as: typeof Old | typeof New }) {
  if (parts.length === 0) return <Nothing>vacío</Nothing>;
  return (
    <Ground>
      {parts.map(({ at, text, isChanged }) =>
        isChanged ? <Changed key={at}>{text}</Changed> : <span key={at}>{text}</span>,
      )}
    </Ground>
  );
}

export function ChangeList({ changes, isCreation }: { changes: readonly FieldChange[]; isCreation: boolean }) {
  return (
    <Rows role="table" aria-label="Campos" data-creation={isCreation ? '' : undefined}>
      <div role="row" data-head>
        <span role="columnheader">Campo</span>
        {!isCreation && <span role="columnheader">Antes</span>}
        {!isCreation && <span role="presentation" />}
        <span role="columnheader">Después</span>
      </div>
      {changes.map(({ label, before, after }) => (
        <div role="row" key={label}>
          <span role="rowheader">{label}</span>
          {!isCreation && (
            <>
              <span role="cell">
                <VisuallyHidden>Antes: </VisuallyHidden>
                <Value parts={before} as={Old} />
              </span>
              <span role="presentation">
                <IconArrowRight size={18} stroke={1.75} aria-hidden />
              </span>
            </>
          )}
          <span role="cell">
            <VisuallyHidden>Después: </VisuallyHidden>
            <Value parts={after} as={New} />
          </span>
        </div>
      ))}
    </Rows>
  );
}
