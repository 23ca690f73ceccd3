import { FormHelperText, Link, styled } from '@mui/material';
import { useId } from 'react';
import { type OptionItem, useOptionList } from './option-list.tsx';

interface CheckListProps {
  label: string;
  noun: string;
  items: readonly OptionItem[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  empty: string;
  help?: string;
}

/** A list of checkable rows with search. */
export function CheckList({ label, noun, items, chosen, onChange, empty, help }: CheckListProps) {
  const helpId = useId();
  const ticked = new Set(chosen);
  const tick = (ids: readonly number[], isTicked: boolean) =>
    onChange(items.map(({ id }) => id).filter((id) => (ids.includes(id) ? isTicked : ticked.has(id))));
  const { titleId, shown, shownMarked, markAll, search, list } = useOptionList({
    items,
    marked: ticked,
    onMark: tick,
    onMove: (ids) => tick(ids, !ids.every((id) => ticked.has(id))),
    title: label,
    noun,
    empty,
    describedBy: help && helpId,
  });
  return (
    <div>
      <Head>
        <span id={titleId} data-title>
          {label}
        </span>
        <span data-count>
          {items.filter(({ id }) => ticked.has(id)).length} de {items.length}
        </span>
        {shown.length > 0 && (
          <Link component="button" type="button" onClick={markAll} sx={{ minHeight: 24 }}>
            {shownMarked === shown.length ? 'Quitar todos' : 'Elegir todos'}
          </Link>
        )}
      </Head>
      <div style={{ marginBottom: 6 }}>{search}</div>
      {list}
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
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
