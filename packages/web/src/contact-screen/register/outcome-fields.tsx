import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef, useState } from 'react';
import { IconCheck } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { useShortcut } from '../../lib/shortcuts.ts';
import type { OutcomeState } from './outcome-states.ts';
import { AffinityField, CallbackField, ChoiceButtons } from './choice-fields.tsx';
import { FieldGroup } from './field-group.tsx';
import type { OutcomeForm } from './outcome-form.ts';

interface OutcomeFieldsProps {
  form: OutcomeForm;
  chosen: OutcomeState | undefined;
  /** The persons on the number; asked only where there are several. */
  people: readonly { id: number; name: string }[];
}

/** Only a state that has some asks for a substate. */
export function SubstateField({ form, chosen }: Pick<OutcomeFieldsProps, 'form' | 'chosen'>) {
  if (!chosen || chosen.substates.length === 0) return null;
  return (
    <ChoiceButtons
      label="Subestado"
      options={chosen.substates}
      value={form.values.substateId}
      onChange={(substateId) => form.change({ substateId })}
    />
  );
}

export function CallbackAsked({ form, chosen }: Pick<OutcomeFieldsProps, 'form' | 'chosen'>) {
  if (!chosen?.callback) return null;
  return (
    <CallbackField
      value={form.values.callbackAt}
      error={form.errors.callbackAt}
      onChange={(callbackAt) => form.change({ callbackAt, callbackConfirmed: false })}
      callsFrom={form.callsFrom}
      isConfirmed={form.values.callbackConfirmed}
      onConfirm={(callbackConfirmed) => form.change({ callbackConfirmed })}
    />
  );
}

/** Asked only where several persons have the number. */
export function PersonField({ form, people }: Pick<OutcomeFieldsProps, 'form' | 'people'>) {
  if (people.length < 2) return null;
  return (
    <ChoiceButtons
      label="Habló con"
      inline
      options={people}
      value={form.values.personId}
      onChange={(personId) => form.change({ personId })}
    />
  );
}

export function Affinity({ form }: Pick<OutcomeFieldsProps, 'form'>) {
  return <AffinityField value={form.values.affinity} onChange={(affinity) => form.change({ affinity })} />;
}

export function Observations({ form, isCompact = false }: Pick<OutcomeFieldsProps, 'form'> & { isCompact?: boolean }) {
  return (
    <ObservationsField
      value={form.values.observations}
      error={form.errors.observations}
      isKept={!form.isEmpty}
      isCompact={isCompact}
      onChange={(observations) => form.change({ observations })}
      onDiscard={form.clear}
    />
  );
}

const DraftNote = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  marginInlineStart: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
}));

/** Takes what height there is; where the form is low, the word about the draft stands in the field's own corner. */
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

interface ObservationsFieldProps {
  value: string;
  error: string | undefined;
  /** Anything at all is written in the form: then a draft of it is kept. */
  isKept: boolean;
  onChange: (observations: string) => void;
  /** Everything in the form, not only the text. */
  onDiscard: () => void;
  isCompact: boolean;
}

const PAUSE_MS = 600;

/** "Borrador guardado" after each pause: nobody has to wonder whether it would be lost. */
function usePaused(value: string): boolean {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused === value;
}

function ObservationsField({ value, error, isKept, onChange, onDiscard, isCompact }: ObservationsFieldProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const isPaused = usePaused(value);
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
        <Link component="button" type="button" variant="caption" onClick={onDiscard} sx={{ minHeight: '1.5rem' }}>
          Descartar
        </Link>
      )}
    </>
  );
  return (
    <FieldGroup
      label="Observaciones"
      labelId={`${id}-label`}
      error={error}
      errorId={`${id}-error`}
      fills
      aside={
        // A phone has no keys to show.
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
          onChange={({ target }) => onChange(target.value)}
          inputProps={{ 'aria-labelledby': `${id}-label`, 'aria-describedby': error ? `${id}-error` : undefined }}
          sx={{ alignItems: 'stretch', '& textarea': { height: 'auto' } }}
        />
        {isCompact && <DraftNote>{draft}</DraftNote>}
      </Fill>
    </FieldGroup>
  );
}
