import { OPTION_ID_MAX, OPTIONS_MAX } from '@campanero/contract/surveys/definition';
import { FormLabel, OutlinedInput } from '@mui/material';
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../components/icons.ts';
import { Hint, Line, PlainList, Stacked } from '../../components/layout.tsx';
import { moved } from './item-changes.ts';

interface Option {
  id: number;
  text: string;
}

interface OptionsFieldProps {
  options: readonly Option[];
  /** Of the next one that is added. */
  nextId: number;
  onChange: (options: Option[]) => void;
  onAnnounce: (words: string) => void;
}

/** The options of a question: Enter adds one below, Alt with an arrow moves it. */
export function AnswerOptionsField({ options, nextId, onChange, onAnnounce }: OptionsFieldProps) {
  const labelId = useId();
  const list = useRef<HTMLUListElement>(null);
  /** The option that gets the focus once it is drawn. */
  const wanted = useRef<number>(undefined);
  // A layout effect: the next letter belongs to it already.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const input = list.current?.querySelector<HTMLInputElement>(`[data-option="${wanted.current}"] input`);
    if (!input) return;
    input.focus();
    wanted.current = undefined;
  });
  const full =
    options.length >= OPTIONS_MAX
      ? `Una pregunta tiene hasta ${OPTIONS_MAX} opciones.`
      : nextId > OPTION_ID_MAX
        ? 'Esta pregunta ya tuvo demasiadas opciones. Haga una pregunta nueva.'
        : undefined;
  const add = (after: number) => {
    if (full) return onAnnounce(full);
    onChange(options.toSpliced(after + 1, 0, { id: nextId, text: '' }));
    wanted.current = nextId;
  };
  const remove = (place: number) => {
    const next = options.toSpliced(place, 1);
    onChange(next);
    onAnnounce(`Opción ${place + 1} quitada.`);
    wanted.current = next[Math.max(0, place - 1)]?.id;
  };
  const move = (place: number, by: -1 | 1) => {
    const option = options[place];
    if (!option || !options[place + by]) return;
    onChange([...moved(options, option.id, by)]);
    onAnnounce(`Opción en el lugar ${place + by + 1} de ${options.length}.`);
    wanted.current = option.id;
  };
  const handleKey = (event: KeyboardEvent, place: number) => {
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    const isEmpty = options[place]?.text === '';
    if (isMove) move(place, event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) add(place);
    else if (event.key === 'Backspace' && isEmpty && options.length > 1 && place > 0) remove(place);
    else return;
    // Neither sends the form nor moves the question.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="group" aria-labelledby={labelId}>
      <FormLabel id={labelId} component="div" sx={{ mb: 1.5 }}>
        Opciones
      </FormLabel>
      <Stacked component={PlainList} ref={list} gap={2}>
        {options.map(({ id, text }, place) => (
          <Line component="li" key={id} gap={1} data-option={id}>
            <OutlinedInput
              fullWidth
              autoComplete="off"
              value={text}
              inputProps={{ 'aria-label': `Opción ${place + 1}`, maxLength: 150 }}
              onChange={({ target }) => onChange(options.with(place, { id, text: target.value }))}
              onKeyDown={(event) => handleKey(event, place)}
            />
            <IconAction
              label={`Subir la opción ${place + 1}`}
              tooltip="Subir"
              size="small"
              icon={IconArrowUp}
              isOff={place === 0}
              onClick={() => move(place, -1)}
            />
            <IconAction
              label={`Bajar la opción ${place + 1}`}
              tooltip="Bajar"
              size="small"
              icon={IconArrowDown}
              isOff={place === options.length - 1}
              onClick={() => move(place, 1)}
            />
            <IconAction
              label={`Quitar la opción ${place + 1}`}
              tooltip="Quitar"
              size="small"
              icon={IconX}
              onClick={() => remove(place)}
            />
          </Line>
        ))}
      </Stacked>
      <Line sx={{ mt: 2, flexWrap: 'wrap' }}>
        <ActionButton size="small" icon={IconPlus} reason={full} onClick={() => add(options.length - 1)}>
          Agregar opción
        </ActionButton>
        <Hint>Enter agrega otra debajo; Alt con ↑ o ↓ la mueve.</Hint>
      </Line>
    </div>
  );
}
