import { fold } from '@campanero/contract/shared/text';
import { FormHelperText, Link, styled } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { SearchInput } from '../fields/search-input.tsx';
import { IconCheck } from '../icons.ts';
import { EmptyMessage, Option, Options, Tick } from './styles.ts';
import { useOptionKeys } from './use-option-keys.ts';

interface CheckItem {
  id: number;
  name: string;
  /** Before the name: an avatar. */
  mark?: ReactNode;
  /** After the name, quietly: a figure. */
  note?: string | undefined;
  /** Under the name: why this one is special. */
  caption?: string | undefined;
}

interface CheckListProps {
  label: string;
  /** What a search looks for: "operador". */
  noun: string;
  items: readonly CheckItem[];
  chosen: readonly number[];
  /** In the order of `items`. */
  onChange: (chosen: number[]) => void;
  /** When there is nothing to choose from. */
  empty: string;
  help?: string | undefined;
}

/** Some of many, ticked where they stand: search, all at once, and the listbox keyboard of the transfer lists. */
export function CheckList({ label, noun, items, chosen, onChange, empty, help }: CheckListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const ticked = useMemo(() => new Set(chosen), [chosen]);
  const shown = useMemo(() => {
    const typed = fold(search);
    return typed === '' ? items : items.filter(({ name }) => fold(name).includes(typed));
  }, [items, search]);
  const optionId = (itemId: number) => `${id}-${itemId}`;
  const tick = (ids: readonly number[], isTicked: boolean) =>
    onChange(items.map((item) => item.id).filter((one) => (ids.includes(one) ? isTicked : ticked.has(one))));
  const keys = useOptionKeys({
    items: shown,
    marked: ticked,
    onMark: tick,
    onMove: (ids) => tick(ids, !ids.every((one) => ticked.has(one))),
    onReach: (place) => {
      const row = shown[place];
      if (row) document.getElementById(optionId(row.id))?.scrollIntoView?.({ block: 'nearest' });
    },
  });
  const handleSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.focus();
    }
  };
  const isWhole = shown.length > 0 && shown.every((item) => ticked.has(item.id));
  const active = shown[keys.active];
  return (
    <div>
      <Head>
        <span id={`${id}-label`} data-title>
          {label}
        </span>
        <span data-count>
          {items.filter((item) => ticked.has(item.id)).length} de {items.length}
        </span>
        {shown.length > 0 && (
          <Link component="button" type="button" onClick={keys.markAll} sx={{ minHeight: 24 }}>
            {isWhole ? 'Quitar todos' : 'Elegir todos'}
          </Link>
        )}
      </Head>
      <SearchInput
        label={`Buscar ${noun}: ${label}`}
        placeholder={`Buscar ${noun}`}
        value={search}
        onChange={setSearch}
        onKeyDown={handleSearchKey}
        maxLength={100}
        sx={{ mb: 1.5 }}
      />
      <Place>
        {shown.length === 0 && <EmptyMessage>{search ? `Nada coincide con «${search}».` : empty}</EmptyMessage>}
        <Options
          ref={list}
          role="listbox"
          aria-multiselectable
          aria-labelledby={`${id}-label`}
          aria-describedby={help ? `${id}-help` : undefined}
          aria-activedescendant={active && optionId(active.id)}
          tabIndex={0}
          onKeyDown={keys.handleKeyDown}
        >
          {shown.map((item, place) => (
            <Row
              key={item.id}
              id={optionId(item.id)}
              role="option"
              aria-selected={ticked.has(item.id)}
              data-active={place === keys.active ? '' : undefined}
              onClick={() => {
                keys.setActive(place);
                tick([item.id], !ticked.has(item.id));
              }}
            >
              <Tick aria-hidden>
                <IconCheck size={14} stroke={2.5} />
              </Tick>
              {item.mark}
              <Names title={item.name}>
                <span>{item.name}</span>
                {item.caption && <small>{item.caption}</small>}
              </Names>
              {item.note && <span data-note>{item.note}</span>}
            </Row>
          ))}
        </Options>
      </Place>
      {help && <FormHelperText id={`${id}-help`}>{help}</FormHelperText>}
    </div>
  );
}

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 6,
  marginBottom: 6,
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
  '& [data-title]': { fontWeight: 550 },
  '& [data-count]': { color: theme.palette.text.disabled, fontVariantNumeric: 'tabular-nums' },
  '& button': { marginInlineStart: 'auto', font: 'inherit', fontWeight: 550 },
}));

const Place = styled('div')({ position: 'relative' });

/** Rows of a form, not of a card: no lines between them, and a chosen one is stronger, not tinted. */
const Row = styled(Option)(({ theme }) => ({
  height: '2.5rem',
  paddingInline: 8,
  gap: 12,
  borderRadius: theme.radius.chip,
  color: theme.palette.text.secondary,
  '& + &': { borderTop: 0 },
  '&[aria-selected="true"]': { background: 'transparent', color: theme.palette.text.primary, fontWeight: 550 },
  '&[aria-selected="true"]:hover': { background: theme.palette.action.hover },
  '& [data-note]': { fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
}));

const Names = styled('span')(({ theme }) => ({
  minWidth: 0,
  display: 'grid',
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': { fontSize: '0.75rem', lineHeight: '0.875rem', fontWeight: 400, color: theme.palette.text.disabled },
}));
