import { Box, FormHelperText, FormLabel } from '@mui/material';
import { type FocusEvent, type ReactNode, useId } from 'react';
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { IconAlertTriangle } from '../icons.ts';
import { Muted } from '../layout.tsx';

export interface FieldWiring {
  id: string;
  labelId: string;
  invalid: boolean;
  describedBy: string | undefined;
}

export const wireInput = ({ id, invalid, describedBy }: FieldWiring) => ({
  id,
  error: invalid,
  'aria-describedby': describedBy,
});

export interface FieldProps {
  label: string;
  optional?: boolean;
  /** After the label, in grey. */
  note?: string;
  /** At the end of the label's line. */
  labelEnd?: ReactNode;
  help?: ReactNode;
  /** Replaces the help. */
  error?: string;
  children: (wiring: FieldWiring) => ReactNode;
}

export type LabelProps = Pick<FieldProps, 'label' | 'optional' | 'help' | 'error'>;

/** Leaves room for an error under a field (theme/components/inputs.ts). */
export const FIELD_GAP = 6;

/** Error messages come with and without a full stop; all are shown with one. */
const stopAfter = (sentence: string) => (/[.?…]$/.test(sentence) ? '' : '.');

export function Field({ label, optional = false, note, labelEnd, help, error, children }: FieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? help);
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, mb: 1.5 }}>
        <FormLabel id={labelId} htmlFor={id}>
          {label}
        </FormLabel>
        {optional && <Muted sx={{ color: 'text.disabled' }}>opcional</Muted>}
        {note && <Muted sx={{ color: 'text.disabled' }}>{note}</Muted>}
        {labelEnd && <Box sx={{ marginInlineStart: 'auto', typography: 'body2' }}>{labelEnd}</Box>}
      </Box>
      {children({ id, labelId, invalid: error !== undefined, describedBy: hasNote ? noteId : undefined })}
      {hasNote && (
        <FormHelperText id={noteId} component="div" data-replaces-nothing={error && !help ? '' : undefined}>
          {error ? (
            <Box component="span" sx={{ display: 'flex', gap: 1.25, color: 'error.main' }}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
              <span>
                <span>{error}</span>
                {stopAfter(error)}
              </span>
            </Box>
          ) : (
            help
          )}
        </FormHelperText>
      )}
    </Box>
  );
}

/** The ref belongs to the input element, not to MUI's frame around it. */
export function registerInput<V extends FieldValues, C, T>(
  form: UseFormReturn<V, C, T>,
  name: FieldPath<V>,
  options?: RegisterOptions<V>,
) {
  const { ref, onBlur, ...field } = form.register(name, options);
  return {
    ...field,
    inputRef: ref,
    onBlur: ({ target }: FocusEvent) => afterPress(() => void onBlur({ target, type: 'blur' })),
  };
}

let isPressed = false;

document.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (isPressed = false), true);

/** While a pointer is pressed, waits for its click: an error shown on blur would move the pressed link away. */
function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const later = () => setTimeout(run);
  document.addEventListener('pointerup', later, { once: true });
}
