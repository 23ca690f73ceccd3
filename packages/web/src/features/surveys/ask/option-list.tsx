import { type Answer, optionsOf, type SurveyQuestion } from '@campanero/contract/surveys/definition';
import { InputAdornment, OutlinedInput, styled } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { IconCheck, IconSearch } from '../../../components/icons.ts';
import { KeyCap } from '../../../components/key-cap.tsx';
import { bestMatches } from '../../../lib/text/best-match.ts';
import { mix } from '../../../theme/color.ts';
import { flexColumn, flexRow, square } from '../../../theme/mixins.ts';
import { chosenLook, focusRing } from '../../../theme/components/controls.ts';

export interface AnswerInputProps<K extends SurveyQuestion['kind'] = SurveyQuestion['kind']> {
  question: SurveyQuestion & { kind: K };
  given: Answer | undefined;
  /** Elements that name and describe the input. */
  labelledBy: string;
  describedBy: string;
  isWrong: boolean;
  /** Keeps what was typed or ticked, without going on. */
  onChange: (answer: Answer) => void;
  /** Goes on to the next question, with this answer if it is given here. */
  onGoOn: (answer?: Answer) => void;
}

/** More than these are found by typing. */
const SEARCH_FROM = 10;

type ChoiceKind = 'choice' | 'choices' | 'yesNo' | 'scale';
type Option = ReturnType<typeof optionsOf>[number];

/** The key of an option: its place, on a scale its number. Where zero is a point of the scale, ten has the letter D. */
function keyOf({ kind }: SurveyQuestion, { id }: Option, place: number, first: number): string | undefined {
  const digit = kind === 'scale' ? id : place + 1;
  if (digit < 10) return String(digit);
  return digit > 10 ? undefined : kind === 'scale' && first === 0 ? 'D' : '0';
}

const List = styled('div')(({ theme }) => ({
  ...flexColumn(6),
  borderRadius: theme.radius.control,
  '&[data-cells]': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(3.25rem, 1fr))' },
  '&:focus-visible': focusRing(theme),
}));

const Row = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  ...flexRow(10),
  minHeight: '2.75rem',
  padding: '6px 12px',
  borderRadius: theme.radius.control,
  border: `1px solid ${mix(theme.palette.line.strong, theme.palette.background.paper, 0.45)}`,
  background: theme.palette.background.paper,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { background: theme.palette.surface.subtle },
  '&[data-active]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
  },
  '&[aria-selected="true"]': chosenLook(theme),
  '& > .words': { flex: 1, minWidth: 0 },
  '& > .tick': { ...square(18), borderRadius: 5, border: `1.5px solid ${theme.palette.line.strong}` },
  '&[aria-selected="true"] > .tick': {
    borderColor: theme.palette.primary.main,
    background: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
  '&[data-cell]': {
    justifyContent: 'center',
    gap: 4,
    padding: 0,
    fontSize: '1.125rem',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
}));

/** What one chooses from. A key chooses and goes on; with several options it ticks, and Enter goes on. */
export function OptionList(props: AnswerInputProps<ChoiceKind>) {
  const { question, labelledBy, describedBy, isWrong } = props;
  const list = useOptionList(props);
  const box = useRef<HTMLDivElement>(null);
  const activeId = list.active?.id;
  useEffect(() => {
    if (activeId !== undefined) box.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  const areCells = question.kind === 'scale' && question.labels.every((label) => label === '');
  const wiring = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, 'data-answer': '' };
  const active = { 'aria-activedescendant': list.active && list.optionId(list.active.id), onKeyDown: list.handleKey };
  return (
    <>
      {list.isSearched && (
        <OutlinedInput
          fullWidth
          placeholder="Escribir para buscar"
          error={isWrong}
          value={list.typed}
          onChange={({ target }) => list.setTyped(target.value)}
          startAdornment={
            <InputAdornment position="start">
              <IconSearch size={18} stroke={1.75} aria-hidden />
            </InputAdornment>
          }
          inputProps={{
            ...wiring,
            ...active,
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': true,
            'aria-controls': list.id,
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 100,
          }}
          sx={{ mb: 2 }}
        />
      )}
      <List
        ref={box}
        id={list.id}
        role="listbox"
        aria-labelledby={labelledBy}
        aria-multiselectable={question.kind === 'choices'}
        data-cells={areCells ? '' : undefined}
        {...(list.isSearched ? { tabIndex: -1 } : { ...wiring, ...active, tabIndex: 0, 'aria-invalid': isWrong })}
      >
        {list.shown.map((option) => (
          <OptionRow key={option.id} question={question} option={option} list={list} isCell={areCells} />
        ))}
        {list.shown.length === 0 && <span role="status">No hay coincidencias.</span>}
      </List>
    </>
  );
}

interface OptionRowProps {
  question: SurveyQuestion;
  option: Option;
  list: ReturnType<typeof useOptionList>;
  isCell: boolean;
}

function OptionRow({ question, option, list, isCell }: OptionRowProps) {
  const isChosen = list.isChosen(option.id);
  const key = list.active === option && list.typed !== '' ? '↵' : list.keys.get(option.id);
  const isNumber = question.kind === 'scale';
  // The number of a scale is its key: only where they differ both are shown.
  const cap = isNumber && key === String(option.id) ? undefined : key;
  return (
    <Row
      role="option"
      id={list.optionId(option.id)}
      aria-selected={isChosen}
      data-active={list.active === option ? '' : undefined}
      data-cell={isCell ? '' : undefined}
      // The focus stays where the keys are read.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={() => list.take(option)}
    >
      {!isNumber && cap && <KeyCap aria-hidden>{cap}</KeyCap>}
      {question.kind === 'choices' && (
        <span className="tick" aria-hidden>
          {isChosen && <IconCheck size={14} stroke={2.5} />}
        </span>
      )}
      {isNumber && <b>{option.id}</b>}
      {!isCell && <span className="words">{option.text}</span>}
      {isNumber && cap && <KeyCap aria-hidden>{cap}</KeyCap>}
    </Row>
  );
}

function useOptionList({ question, given, onChange, onGoOn }: AnswerInputProps<ChoiceKind>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [movedTo, setMovedTo] = useState<number>();
  const options = optionsOf(question);
  const isSeveral = question.kind === 'choices';
  const isSearched = question.kind !== 'scale' && options.length >= SEARCH_FROM;
  const chosen = given && 'values' in given ? given.values : given && 'value' in given ? [given.value] : [];
  const isChosen = (value: number) => chosen.includes(value);
  const isTyping = typed.trim() !== '';
  const shown = isTyping ? bestMatches(options, typed, ({ text }) => text) : options;
  const keys = new Map(
    options.map((option, place) => [option.id, keyOf(question, option, place, options[0]?.id ?? 1)]),
  );
  const first = isTyping ? shown[0] : isSeveral ? undefined : shown.find((option) => isChosen(option.id));
  const active = shown.find((option) => option.id === movedTo) ?? first;

  const take = (option: Option) => {
    setTyped('');
    setMovedTo(isSeveral ? option.id : undefined);
    if (!isSeveral) return onGoOn({ value: option.id });
    const left = chosen.filter((value) => value !== option.id);
    onChange({ values: isChosen(option.id) ? left : [...chosen, option.id].toSorted((a, b) => a - b) });
  };
  const move = (step: 1 | -1) => {
    const at = active ? shown.indexOf(active) : step === 1 ? -1 : 0;
    setMovedTo(shown[(at + step + shown.length) % shown.length]?.id);
  };
  const enter = () => (active && (isTyping || !isSeveral) ? take(active) : onGoOn());

  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const option = typed === '' ? options.find((each) => keys.get(each.id) === event.key.toUpperCase()) : undefined;
    const run =
      option && !(isSearched && /\D/.test(event.key))
        ? () => take(option)
        : event.key === 'Enter'
          ? enter
          : event.key === ' ' && typed === '' && active
            ? () => take(active)
            : event.key === 'ArrowDown' || event.key === 'ArrowUp'
              ? () => move(event.key === 'ArrowDown' ? 1 : -1)
              : undefined;
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      setTyped('');
    }
    if (!run) return;
    event.preventDefault();
    // A key that is held down must not answer the questions that follow.
    if (!event.repeat || event.key.startsWith('Arrow')) run();
  };
  return {
    id,
    typed,
    setTyped: (text: string) => {
      setTyped(text);
      setMovedTo(undefined);
    },
    isSearched,
    shown,
    keys,
    active,
    isChosen,
    take,
    handleKey,
    optionId: (value: number) => `${id}-${value}`,
  };
}
