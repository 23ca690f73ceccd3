import { fold } from '@campanero/contract/shared/text';
import { styled } from '@mui/material';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { withAlpha } from '../../theme/color.ts';
import { SearchInput } from '../fields/search-input.tsx';
import { IconCheck } from '../icons.ts';
import { ELLIPSIS, flexRow, outlinedCard, square } from '../../theme/mixins.ts';

const ROW = 2.5;
const ROWS_SHOWN = 8;
const ROWS_SHOWN_STACKED = 5;

export const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  gap: 12,
  alignItems: 'center',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

export const Card = styled('section')(({ theme }) => ({
  ...outlinedCard(theme, 'control'),
  overflow: 'hidden',
  '&[data-invalid]': { borderColor: theme.palette.error.main },
}));

/** Fixed height: moving rows moves nothing else. */
const Options = styled('div')(({ theme }) => ({
  height: `${ROW * ROWS_SHOWN}rem`,
  [theme.breakpoints.down('sm')]: { height: `${ROW * ROWS_SHOWN_STACKED}rem` },
  overflowY: 'auto',
  position: 'relative',
  outline: 0,
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${theme.palette.focusRing}` },
  '&:focus-visible [data-active]': { background: theme.palette.surface.selected },
}));

const Option = styled('div')(({ theme }) => ({
  height: `${ROW}rem`,
  padding: '0 12px',
  ...flexRow(10),
  fontSize: '0.84375rem',
  lineHeight: '1.125rem',
  cursor: 'pointer',
  userSelect: 'none',
  touchAction: 'manipulation',
  // Rows out of sight are not rendered.
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${ROW}rem`,
  '& + &': { borderTop: `1px solid ${withAlpha(theme.palette.divider, 0.6)}` },
  '&:hover': { background: theme.palette.action.hover },
  '&[aria-selected="true"]': { background: theme.palette.surface.selected },
  '&[aria-disabled="true"]': { cursor: 'default', color: theme.palette.text.disabled },
  '& [data-name]': { minWidth: 0, display: 'grid' },
  '& [data-name] > *': ELLIPSIS,
  '& small': { fontSize: '0.75rem', lineHeight: '0.875rem', fontWeight: 400, color: theme.palette.text.disabled },
  '& [data-note]': { marginInlineStart: 'auto', flex: 'none', fontSize: '0.75rem', color: theme.palette.text.disabled },
  // Rows of a form: no lines and no tint.
  '[data-plain] > &': {
    paddingInline: 8,
    gap: 12,
    border: 0,
    borderRadius: theme.radius.chip,
    color: theme.palette.text.secondary,
    '&[aria-selected="true"]': { color: theme.palette.text.primary, fontWeight: 550 },
    '&[aria-selected="true"]:not(:hover)': { background: 'transparent' },
    '&[aria-selected="true"]:hover': { background: theme.palette.action.hover },
    '& [data-note]': { fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  },
}));

/** Drawn: hundreds of real checkboxes are slow. */
const Tick = styled('span')(({ theme }) => ({
  ...square(18),
  borderRadius: 4,
  border: `1.5px solid ${theme.palette.line.strong}`,
  color: 'transparent',
  '[aria-selected="true"] > &': {
    background: theme.palette.primary.main,
    borderColor: theme.palette.primary.main,
    color: theme.palette.primary.contrastText,
  },
}));

const EmptyMessage = styled('p')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  margin: 0,
  padding: 16,
  display: 'grid',
  placeItems: 'center',
  textAlign: 'center',
  fontSize: '0.8125rem',
  color: theme.palette.text.disabled,
}));

export interface OptionItem {
  id: number;
  name: string;
  /** Before the name; keep it light, there may be hundreds. */
  mark?: ReactNode;
  /** After the name. */
  note?: string;
  /** Under the name. */
  caption?: string;
}

const PAGE_ROWS = 8;

interface OptionListOptions {
  items: readonly OptionItem[];
  marked: ReadonlySet<number>;
  onMark: (ids: readonly number[], isMarked: boolean) => void;
  /** By Enter; in a card by double click too. */
  onMove: (ids: readonly number[]) => void;
  /** Rows move by double click, and Shift+click marks a range. */
  isCard?: boolean;
  title: string;
  /** Plural, for the search: "estados". */
  noun: string;
  empty: string;
  disabled?: boolean;
  describedBy: string | undefined;
}

/** Multi-select listbox with search; the focus stays on the box (aria-activedescendant). Arrows move, Shift marks, Space toggles, Ctrl+A marks all, Enter moves. */
export function useOptionList(options: OptionListOptions) {
  const { items, marked, onMark, onMove, isCard = false, title, noun, empty, disabled = false, describedBy } = options;
  const id = useId();
  const titleId = `${id}-title`;
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const typed = fold(search);
    return typed === '' ? items : items.filter(({ name }) => fold(name).includes(typed));
  }, [items, search]);
  const [wanted, setActive] = useState(0);
  // The list may have become shorter.
  const active = Math.min(wanted, shown.length - 1);
  const optionId = (item: OptionItem | undefined) => item && `${id}-${item.id}`;

  const reach = (place: number, isMarking: boolean) => {
    const next = Math.max(0, Math.min(place, shown.length - 1));
    const row = shown[next]!;
    setActive(next);
    document.getElementById(optionId(row)!)?.scrollIntoView?.({ block: 'nearest' });
    if (isMarking) onMark([row.id], true);
  };
  const markAll = () => {
    const ids = shown.map((item) => item.id);
    onMark(ids, !ids.every((one) => marked.has(one)));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const row = shown[active];
    if (!row) return;
    const places: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
      Home: 0,
      End: shown.length - 1,
    };
    const place = places[event.key];
    if (place !== undefined) reach(place, event.shiftKey);
    else if (event.key === ' ') onMark([row.id], !marked.has(row.id));
    else if (event.key === 'Enter') onMove([row.id]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) markAll();
    else return;
    event.preventDefault();
  };
  const handleSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') event.preventDefault();
    if (event.key === 'ArrowDown') list.current?.focus();
  };
  const pick = useLatest((place: number, event: MouseEvent) => {
    const row = shown[place];
    if (!row) return;
    const isRange = isCard && event.shiftKey;
    const rows = isRange ? shown.slice(Math.min(active, place), Math.max(active, place) + 1) : [row];
    onMark(
      rows.map((item) => item.id),
      isRange || !marked.has(row.id),
    );
    setActive(place);
  });
  const moveOne = useLatest((itemId: number) => isCard && onMove([itemId]));

  return {
    titleId,
    shown,
    shownMarked: shown.filter((item) => marked.has(item.id)).length,
    markAll,
    search: (
      <SearchInput
        label={`Buscar ${noun}: ${title}`}
        placeholder={`Buscar ${noun}`}
        value={search}
        onChange={setSearch}
        onKeyDown={handleSearchKey}
        maxLength={100}
      />
    ),
    list: (
      <div style={{ position: 'relative' }}>
        {shown.length === 0 && <EmptyMessage>{search ? `Nada coincide con «${search}».` : empty}</EmptyMessage>}
        <Options
          ref={list}
          data-plain={isCard ? undefined : ''}
          role="listbox"
          aria-multiselectable
          aria-labelledby={titleId}
          aria-describedby={describedBy}
          aria-activedescendant={optionId(shown[active])}
          aria-disabled={disabled || undefined}
          tabIndex={0}
          onKeyDown={disabled ? undefined : handleKeyDown}
        >
          {shown.map((item, place) => (
            <Row
              key={item.id}
              domId={optionId(item)!}
              item={item}
              place={place}
              isMarked={marked.has(item.id)}
              isActive={place === active}
              disabled={disabled}
              onPick={pick}
              onMove={moveOne}
            />
          ))}
        </Options>
      </div>
    ),
  };
}

interface RowProps {
  domId: string;
  item: OptionItem;
  place: number;
  isMarked: boolean;
  isActive: boolean;
  disabled: boolean;
  onPick: (place: number, event: MouseEvent) => void;
  onMove: (id: number) => void;
}

const Row = memo(function Row({ domId, item, place, isMarked, isActive, disabled, onPick, onMove }: RowProps) {
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
        <span>{item.name}</span>
        {item.caption && <small>{item.caption}</small>}
      </span>
      {item.note && <span data-note>{item.note}</span>}
    </Option>
  );
});

/** A stable handler that runs its newest version, so that memoised rows do not rerender. */
function useLatest<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handle);
  useLayoutEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
