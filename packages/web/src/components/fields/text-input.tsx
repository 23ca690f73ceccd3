import { OutlinedInput, type OutlinedInputProps } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  get,
  useController,
  useFormState,
  type UseFormReturn,
} from 'react-hook-form';
import { Field, type FieldProps, registerInput, wireInput } from './field.tsx';

interface NamedField<V extends FieldValues, C, T, N extends FieldPath<V>> {
  form: UseFormReturn<V, C, T>;
  name: N;
}

type LabelledInputProps = Pick<FieldProps, 'label' | 'optional' | 'note' | 'labelEnd' | 'help' | 'error'> &
  Omit<OutlinedInputProps, 'label' | 'error'> & { input?: ComponentType<OutlinedInputProps> };

export function LabelledInput(props: LabelledInputProps) {
  const { label, optional, note, labelEnd, help, error, input: Input = OutlinedInput, ...rest } = props;
  return (
    <Field label={label} optional={optional} note={note} labelEnd={labelEnd} help={help} error={error}>
      {(wiring) => <Input fullWidth autoComplete="off" {...wireInput(wiring)} {...rest} />}
    </Field>
  );
}

type TextInputProps<V extends FieldValues, C, T> = NamedField<V, C, T, FieldPath<V>> &
  Omit<LabelledInputProps, 'form' | 'name' | 'error'> & { onTyped?: () => void };

export function TextInput<V extends FieldValues, C, T>({ form, name, onTyped, ...rest }: TextInputProps<V, C, T>) {
  const { errors } = useFormState({ control: form.control, name, exact: true });
  const error: { message?: string } | undefined = get(errors, name);
  return <LabelledInput error={error?.message} {...registerInput(form, name, { onChange: onTyped })} {...rest} />;
}

interface BoundProps<V extends FieldValues, C, T, N extends FieldPath<V>> extends NamedField<V, C, T, N> {
  children: (
    field: Pick<ControllerRenderProps<V, N>, 'value' | 'onChange' | 'onBlur'> & {
      inputRef: ControllerRenderProps<V, N>['ref'];
      error: string | undefined;
    },
  ) => ReactNode;
}

/** Connects any other control to a form. */
export function Bound<V extends FieldValues, C, T, N extends FieldPath<V>>(props: BoundProps<V, C, T, N>) {
  const { field, fieldState } = useController<V, N, T>({ control: props.form.control as never, name: props.name });
  const { value, onChange, onBlur, ref: inputRef } = field;
  return props.children({ value, onChange, onBlur, inputRef, error: fieldState.error?.message });
}
