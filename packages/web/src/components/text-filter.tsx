import OutlinedInput from '@mui/material/OutlinedInput';
import { useCallback, useEffect, useRef } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { Field, wireInput } from './field.tsx';

interface TextFilterProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  name: FieldPath<V>;
  label: string;
  help?: string;
  placeholder?: string;
  inputMode?: 'numeric';
  /** Opening the dialog is asking for its first field. */
  takesFocus?: boolean;
}

/** A filter that is typed. */
export function TextFilter<V extends FieldValues, T>(props: TextFilterProps<V, T>) {
  const { control, name, label, help, placeholder, inputMode, takesFocus = false } = props;
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const bindInput = useCallback(
    (node: HTMLInputElement | null) => {
      input.current = node;
      ref(node);
    },
    [ref],
  );
  return (
    <Field label={label} help={help} error={fieldState.error?.message}>
      {(wiring) => (
        <OutlinedInput
          {...field}
          inputRef={bindInput}
          {...wireInput(wiring)}
          size="small"
          autoComplete="off"
          placeholder={placeholder}
          slotProps={{ input: { inputMode } }}
        />
      )}
    </Field>
  );
}
