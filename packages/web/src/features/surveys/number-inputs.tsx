import { useState } from 'react';
import { LabelledInput } from '../../components/fields/text-input.tsx';

/** As people here write numbers. */
const inWords = (value: number) => String(value).replace('.', ',');
const TYPED = /^-?\d{0,10}(?:[.,]\d{0,2})?$/;
/** Undefined while it is not a number yet. */
const numberOf = (text: string) => {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
};

interface NumberInputProps {
  label: string;
  optional?: boolean;
  help?: string;
  error?: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** A number with two decimals at most; other keys write nothing. */
export function NumberInput({ value, onChange, ...field }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  const shown =
    typed !== undefined && (numberOf(typed) ?? null) === value ? typed : value === null ? '' : inWords(value);
  return (
    <LabelledInput
      {...field}
      value={shown}
      inputProps={{ inputMode: 'decimal' }}
      onChange={({ target }) => {
        if (!TYPED.test(target.value)) return;
        setTyped(target.value);
        onChange(numberOf(target.value) ?? null);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface NumberListProps {
  label: string;
  values: readonly number[];
  onChange: (values: number[]) => void;
}

const LIST = /^[-\d.,; ]*$/;
const numbersIn = (text: string) => text.split(/[; ]+/).flatMap((each) => numberOf(each) ?? []);

/** Several numbers, separated by semicolons. */
export function NumberList({ values, onChange, label }: NumberListProps) {
  const [typed, setTyped] = useState<string>();
  const known = values.map(inWords).join('; ');
  const isCurrent = typed !== undefined && numbersIn(typed).join() === values.join();
  return (
    <LabelledInput
      label={label}
      help="Si son varios, sepárelos con punto y coma."
      value={isCurrent ? typed : known}
      onChange={({ target }) => {
        if (!LIST.test(target.value)) return;
        setTyped(target.value);
        onChange(numbersIn(target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
