import { Link, OutlinedInput, styled } from '@mui/material';
import { useId, useRef } from 'react';
import { useDebounced } from '../../components/fields/search-input.tsx';
import { IconCheck } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { useShortcut } from '../../lib/shortcuts.ts';
import { FieldGroup } from './outcome-fields.tsx';
import type { OutcomeForm } from './outcome-form.ts';
import { flexRow } from '../../theme/mixins.ts';

const DraftNote = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  marginInlineStart: 'auto',
  ...flexRow(6),
}));

/** Fills the height that is left. In the compact form the draft note is in the corner of the field. */
const Fill = styled('div')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  alignSelf: 'stretch',
  display: 'flex',
  position: 'relative',
  '[data-compact] & textarea': {
    boxSizing: 'border-box',
    height: '100% !important',
    overflow: 'auto !important',
    padding: '7px 12px 24px',
  },
  '& > span': {
    position: 'absolute',
    insetInlineEnd: 14,
    bottom: 1,
    paddingInlineStart: 8,
    background: theme.palette.background.paper,
  },
}));

const PAUSE_MS = 600;

export function ObservationsField({ form, isCompact = false }: { form: OutcomeForm; isCompact?: boolean }) {
  const id = useId();
  const value = form.values.observations;
  const error = form.errors.observations;
  const isKept = !form.isEmpty;
  const input = useRef<HTMLTextAreaElement>(null);
  const isPaused = useDebounced(value, PAUSE_MS) === value;
  useShortcut('observations', () => input.current?.focus());
  const draft = (
    <>
      <span role="status" style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        {isKept && isPaused && (
          <>
            <IconCheck size={14} stroke={2} aria-hidden />
            Borrador guardado
          </>
        )}
      </span>
      {isKept && (
        <Link component="button" type="button" variant="caption" onClick={form.clear} sx={{ minHeight: '1.5rem' }}>
          Descartar
        </Link>
      )}
    </>
  );
  return (
    <FieldGroup
      label="Observaciones"
      id={id}
      error={error}
      layout="fills"
      aside={
        // On a phone there are no shortcuts to show.
        isCompact ? (
          <div style={{ lineHeight: '1.125rem' }}>
            <ShortcutCap id="observations" />
          </div>
        ) : (
          <DraftNote>{draft}</DraftNote>
        )
      }
    >
      <Fill>
        <OutlinedInput
          multiline
          minRows={2}
          maxRows={6}
          inputRef={input}
          value={value}
          error={error !== undefined}
          onChange={({ target }) => form.change({ observations: target.value })}
          inputProps={{ 'aria-labelledby': `${id}-label`, 'aria-describedby': error ? `${id}-error` : undefined }}
          sx={{ alignItems: 'stretch', '& textarea': { height: 'auto' } }}
        />
        {isCompact && <DraftNote>{draft}</DraftNote>}
      </Fill>
    </FieldGroup>
  );
}
