import { type FocusEvent, useState } from 'react';
import { DateTimeField, type DateTimeFieldProps } from './date-field.tsx';

const isWhole = (instant: string) => instant === '' || !Number.isNaN(Date.parse(instant));

/** Reports complete instants only. While it has the focus, changes of `value` from outside are not shown. */
export function MomentField({ value, onChange, ...field }: DateTimeFieldProps) {
  /** The typed text and the value it replaces. */
  const [typed, setTyped] = useState<{ over: string; text: string }>();
  const [held, setHeld] = useState<string>();
  const current = held ?? value;
  const handleBlur = (event: FocusEvent<HTMLDivElement>) => {
    // Focus in the calendar's popup bubbles here as well.
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
