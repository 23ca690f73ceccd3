import { Alert, Box, styled } from '@mui/material';
import { useEffect, useId, useRef } from 'react';
import type { Conflict } from '../../lib/record-draft.ts';
import { IconAlertTriangle } from '../icons.ts';
import { outlinedCard, PLAIN_FIELDSET } from '../../theme/mixins.ts';

export interface ConflictPanelProps {
  conflicts: readonly Conflict[];
  labels?: Readonly<Record<string, string>>;
  /** Formats a value that is not plain text. */
  inWords?: (field: string, value: unknown) => string;
  onChoose: (field: string, choice: 'mine' | 'theirs') => void;
}

const plainText = (_field: string, value: unknown) => (typeof value === 'string' ? value : '');

/** Changes saved by somebody else meanwhile, and a choice for each field that both changed. Takes the focus. */
export function ConflictPanel({ conflicts, labels, inWords = plainText, onChoose }: ConflictPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const clashes = conflicts.filter(({ isClash }) => isClash);
  const others = conflicts.filter(({ isClash }) => !isClash);
  const labelOf = (field: string) => labels?.[field] ?? field;
  const words = (field: string, value: unknown) => inWords(field, value).trim() || 'Nada';
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      severity="warning"
      role="alert"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0, display: 'grid', gap: 3 }, scrollMarginBlock: '6rem' }}
    >
      <div>
        Otra persona cambió estos datos mientras usted editaba. No se guardó nada y lo que escribió sigue aquí:{' '}
        {clashes.length > 0 ? 'elija qué queda y vuelva a guardar.' : 'revíselo y vuelva a guardar.'}
      </div>
      {clashes.map((conflict) => (
        <Choice
          key={conflict.field}
          conflict={conflict}
          label={labelOf(conflict.field)}
          words={(value) => words(conflict.field, value)}
          onChoose={(choice) => onChoose(conflict.field, choice)}
        />
      ))}
      {others.length > 0 && (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 4, overflowWrap: 'anywhere' }}>
          {others.map(({ field, before, theirs }) => (
            <li key={field}>
              {labelOf(field)}: {words(field, before)} → <b>{words(field, theirs)}</b>
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

const Group = styled('fieldset')({
  ...PLAIN_FIELDSET,
  display: 'grid',
  gap: 6,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))',
  '& legend': { padding: 0, marginBlockEnd: 6, fontWeight: 600 },
});

const Tile = styled('label')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  alignItems: 'start',
  minHeight: '2.75rem',
  padding: '8px 12px',
  cursor: 'pointer',
  ...outlinedCard(theme, 'control'),
  color: theme.palette.text.primary,
  '&:has(:checked)': {
    borderColor: theme.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '& input': { accentColor: theme.palette.primary.main, margin: '3px 0 0', flex: 'none', outline: 'none' },
  '& span': { minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& small': { ...theme.typography.caption, display: 'block', color: theme.palette.text.secondary },
}));

interface ChoiceProps {
  conflict: Conflict;
  label: string;
  words: (value: unknown) => string;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

const SIDES = { mine: 'Lo que usted escribió', theirs: 'Lo guardado ahora' };

function Choice({ conflict, label, words, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <Group>
      <legend>{label}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <Tile key={side}>
          <input type="radio" name={name} checked={conflict.choice === side} onChange={() => onChoose(side)} />
          <span>
            <small>{SIDES[side]}</small>
            {words(conflict[side])}
          </span>
        </Tile>
      ))}
    </Group>
  );
}
