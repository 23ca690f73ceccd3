import { Link, styled } from '@mui/material';
import { type OptionItem, useOptionList } from './option-list.tsx';

interface CheckListProps {
  label: string;
  items: readonly OptionItem[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  empty: string;
}

/** A list of checkable operators with search. */
export function CheckList({ label, items, chosen, onChange, empty }: CheckListProps) {
  const ticked = new Set(chosen);
  const tick = (ids: readonly number[], isTicked: boolean) =>
    onChange(items.map(({ id }) => id).filter((id) => (ids.includes(id) ? isTicked : ticked.has(id))));
  const { titleId, shown, shownMarked, markAll, search, list } = useOptionList({
    items,
    marked: ticked,
    onMark: tick,
    onMove: (ids) => tick(ids, !ids.every((id) => ticked.has(id))),
    title: label,
    noun: 'operador',
    empty,
    describedBy: undefined,
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
