import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useRef, useState } from 'react';
import { IconCheck } from '../../../../components/icons.ts';
import { ShortcutCap } from '../../../../components/shortcut-cap.tsx';
import { useShortcut } from '../../../../lib/shortcuts.ts';
import { FieldGroup } from './field-group.tsx';

const Kept = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  marginInlineStart: 'auto',
  display: 'flex',
  alignItems: 'center',
  gap: 6,
}));

interface ObservationsFieldProps {
  value: string;
  error: string | undefined;
  /** Anything at all is written in the form: then a draft of it is kept. */
  isKept: boolean;
  onChange: (observations: string) => void;
  /** Everything in the form, not only the text. */
  onDiscard: () => void;
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

export function ObservationsField({ value, error, isKept, onChange, onDiscard }: ObservationsFieldProps) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const isPaused = usePaused(value);
  useShortcut('observations', () => input.current?.focus());
  return (
    <FieldGroup
      label="Observaciones"
      labelId={`${id}-label`}
      error={error}
      errorId={`${id}-error`}
      aside={
        <Kept>
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
          <ShortcutCap id="observations" />
        </Kept>
      }
    >
      <OutlinedInput
        multiline
        minRows={3}
        maxRows={6}
        inputRef={input}
        value={value}
        error={error !== undefined}
        onChange={({ target }) => onChange(target.value)}
        inputProps={{ 'aria-labelledby': `${id}-label`, 'aria-describedby': error ? `${id}-error` : undefined }}
        sx={{ '& textarea': { height: 'auto' } }}
      />
    </FieldGroup>
  );
}
