import { formatCount } from '@campanero/contract/shared/numbers';
import { fold } from '@campanero/contract/shared/text';
import { Checkbox } from '@mui/material';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SearchInput } from '../fields/search-input.tsx';
import { IconCheck } from '../icons.ts';
import { Body, Card, CardHead, EmptyMessage, Option, Options, Tick, TitleLine } from './styles.ts';
import { useOptionKeys } from './use-option-keys.ts';
import type { TransferCardTexts, TransferItem, TransferSide } from './use-transfer.ts';

interface TransferCardProps {
  texts: TransferCardTexts;
  noun: string;
  side: TransferSide;
  marked: ReadonlySet<number>;
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  onMark: (ids: readonly number[], isMarked: boolean) => void;
  onMove: (ids: readonly number[]) => void;
}

/** One of the two cards: title and count, search, rows. */
export function TransferCard(props: TransferCardProps) {
  const { texts, noun, side, marked, disabled, invalid, describedBy, onMark, onMove } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const typed = fold(search);
    return typed === '' ? side.items : side.items.filter(({ name }) => fold(name).includes(typed));
  }, [side.items, search]);
  const optionId = (itemId: number) => `${id}-${itemId}`;

  const keys = useOptionKeys({
    items: shown,
    marked,
    onMark,
    onMove,
    onReach: (place) => {
      const row = shown[place];
      if (row) document.getElementById(optionId(row.id))?.scrollIntoView?.({ block: 'nearest' });
    },
  });

  const pick = useLatest((place: number, event: MouseEvent) => {
    const row = shown[place];
    if (!row) return;
    const isMarked = !marked.has(row.id);
    const from = event.shiftKey ? Math.min(keys.active, place) : place;
    const to = event.shiftKey ? Math.max(keys.active, place) : place;
    onMark(
      shown.slice(from, to + 1).map((item) => item.id),
      event.shiftKey || isMarked,
    );
    keys.setActive(place);
  });
  const moveOne = useLatest((itemId: number) => onMove([itemId]));

  const handleSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.focus();
    }
  };

  const active = shown[keys.active];
  return (
    <Card aria-labelledby={`${id}-title`} data-invalid={invalid ? '' : undefined}>
      <CardHead>
        <CardTitle
          id={`${id}-title`}
          title={texts.title}
          side={side}
          shown={shown.length}
          shownMarked={shown.filter((item) => marked.has(item.id)).length}
          disabled={disabled}
          onMarkAll={keys.markAll}
        />
        <SearchInput
          label={`Buscar ${noun}: ${texts.title}`}
          placeholder={`Buscar ${noun}`}
          value={search}
          onChange={setSearch}
          onKeyDown={handleSearchKey}
          maxLength={100}
        />
      </CardHead>
      <Body>
        {shown.length === 0 && <EmptyMessage>{search ? `Nada coincide con «${search}».` : texts.empty}</EmptyMessage>}
        <Options
          ref={list}
          role="listbox"
          aria-multiselectable
          aria-labelledby={`${id}-title`}
          aria-describedby={describedBy}
          aria-activedescendant={active && optionId(active.id)}
          aria-disabled={disabled || undefined}
          tabIndex={0}
          onKeyDown={disabled ? undefined : keys.handleKeyDown}
        >
          {shown.map((item, place) => (
            <TransferOption
              key={item.id}
              domId={optionId(item.id)}
              item={item}
              place={place}
              isMarked={marked.has(item.id)}
              isActive={place === keys.active}
              disabled={disabled}
              onPick={pick}
              onMove={moveOne}
            />
          ))}
        </Options>
      </Body>
    </Card>
  );
}

interface CardTitleProps {
  id: string;
  title: string;
  side: TransferSide;
  shown: number;
  shownMarked: number;
  disabled: boolean;
  onMarkAll: () => void;
}

function CardTitle({ id, title, side, shown, shownMarked, disabled, onMarkAll }: CardTitleProps) {
  const total = formatCount(side.items.length);
  return (
    <TitleLine>
      <Checkbox
        size="small"
        sx={{ marginInlineStart: '-4px' }}
        checked={shown > 0 && shownMarked === shown}
        indeterminate={shownMarked > 0 && shownMarked < shown}
        disabled={disabled || shown === 0}
        onChange={onMarkAll}
        slotProps={{ input: { 'aria-label': `Marcar todos: ${title}` } }}
      />
      <span id={id} data-title>
        {title}
      </span>
      <span data-count>{side.markedCount > 0 ? `${formatCount(side.markedCount)} de ${total}` : total}</span>
    </TitleLine>
  );
}

interface TransferOptionProps {
  domId: string;
  item: TransferItem;
  place: number;
  isMarked: boolean;
  isActive: boolean;
  disabled: boolean;
  onPick: (place: number, event: MouseEvent) => void;
  onMove: (id: number) => void;
}

/** Redrawn only when it changes itself: one mark among hundreds costs one row. */
const TransferOption = memo(function TransferOption(props: TransferOptionProps) {
  const { domId, item, place, isMarked, isActive, disabled, onPick, onMove } = props;
  return (
    <Option
      id={domId}
      role="option"
      aria-selected={isMarked}
      aria-disabled={disabled || undefined}
      data-active={isActive ? '' : undefined}
      onClick={disabled ? undefined : (event) => onPick(place, event)}
      onDoubleClick={disabled ? undefined : () => onMove(item.id)}
    >
      <Tick aria-hidden>
        <IconCheck size={14} stroke={2.5} />
      </Tick>
      {item.mark}
      <span data-name title={item.name}>
        {item.name}
      </span>
      {item.note && <span data-note>{item.note}</span>}
    </Option>
  );
});

/** A handler that never changes its identity and always runs its newest version: rows keep their memo. */
function useLatest<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
