import { InputAdornment, OutlinedInput } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { answerFrom, TYPED_MAX, typedFrom } from './typed-answer.ts';
import type { AnswerInputProps } from './option-list.tsx';

type TypedKind = 'number' | 'date' | 'short' | 'long';

/** A number, a date or words. Every letter is kept at once, also one that is no answer yet. */
export function TextAnswer(props: AnswerInputProps<TypedKind>) {
  const { question, given, labelledBy, describedBy, isWrong, onChange, onGoOn } = props;
  const { kind } = question;
  // As it was typed: «1,» must not become «1» under the fingers.
  const [typed, setTyped] = useState(() => typedFrom(given));
  const isLong = kind === 'long';
  const handleKey = (event: KeyboardEvent) => {
    const isGoOn = event.key === 'Enter' && !event.altKey && !event.shiftKey;
    if (!isGoOn || (isLong && !event.ctrlKey && !event.metaKey) || (!isLong && (event.ctrlKey || event.metaKey)))
      return;
    event.preventDefault();
    if (!event.repeat) onGoOn();
  };
  return (
    <OutlinedInput
      fullWidth
      multiline={isLong}
      minRows={4}
      maxRows={10}
      value={typed}
      error={isWrong}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(answerFrom(kind, target.value));
      }}
      onKeyDown={handleKey}
      placeholder={kind === 'date' ? 'DD-MM-AAAA' : undefined}
      endAdornment={
        kind === 'number' && question.unit ? <InputAdornment position="end">{question.unit}</InputAdornment> : undefined
      }
      inputProps={{
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'data-answer': '',
        inputMode: kind === 'number' ? 'decimal' : kind === 'date' ? 'numeric' : undefined,
        dir: isLong || kind === 'short' ? 'auto' : 'ltr',
        maxLength: TYPED_MAX[kind],
        autoComplete: 'off',
      }}
      sx={{ fontSize: '1rem', maxWidth: kind === 'number' || kind === 'date' ? '14rem' : undefined }}
    />
  );
}
