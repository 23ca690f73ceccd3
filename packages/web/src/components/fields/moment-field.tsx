import { type FocusEvent, useState } from 'react';
import { DateTimeField, type DateTimeFieldProps } from './date-field.tsx';

const isWhole = (instant: string) => instant === '' || !Number.isNaN(Date.parse(instant));

/**
 * A moment that takes effect as soon as it is whole. What is only begun stays in the field and nowhere else, and a value that
 * moves by itself does not move while the field has the focus.
 */
export function MomentField({ value, onChange, ...field }: DateTimeFieldProps) {
  /** What was typed, and over which value; until the address has it, the field shows this. */
  const [typed, setTyped] = useState<{ over: string; text: string }>();
  const [held, setHeld] = useState<string>();
  const current = held ?? value;
  const handleBlur = (event: FocusEvent<HTMLDivElement>) => {
    // Focus in the field's own calendar, which stands elsewhere on the page, arrives here as a focus again.
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setHeld(undefined);
    if (typed && isWhole(typed.text)) setTyped(undefined);
  };
  return (
    <div onFocus={() => setHeld((old) => old ?? value)} onBlur={handleBlur}>
      <DateTimeField
        {...field}
        size="small"
        value={typed?.over === current ? typed.text : current}
        onChange={(text) => {
          setTyped({ over: current, text });
          if (isWhole(text)) onChange(text);
        }}
      />
    </div>
  );
}
