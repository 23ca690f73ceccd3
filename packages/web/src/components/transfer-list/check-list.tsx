import { Link } from '@mui/material';
import { Figures, Line } from '../layout.tsx';
import { type OptionItem, useOptionList } from './option-list.tsx';

interface CheckListProps {
  label: string;
  items: readonly OptionItem[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  empty: string;
}

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
      <Line gap={1.5} sx={{ alignItems: 'baseline', mb: 1.5, typography: 'body2' }}>
        <span id={titleId} style={{ fontWeight: 550 }}>
          {label}
        </span>
        <Figures component="span" sx={{ color: 'text.disabled' }}>
          {items.filter(({ id }) => ticked.has(id)).length} de {items.length}
        </Figures>
        {shown.length > 0 && (
          <Link
            component="button"
            type="button"
            onClick={markAll}
            sx={{ minHeight: 24, marginInlineStart: 'auto', font: 'inherit', fontWeight: 550 }}
          >
            {shownMarked === shown.length ? 'Quitar todos' : 'Elegir todos'}
          </Link>
        )}
      </Line>
      <div style={{ marginBottom: 6 }}>{search}</div>
      {list}
    </div>
  );
}
