import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Checkbox, type Theme, useMediaQuery, useTheme } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { IconAction } from '../icon-action.tsx';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '../icons.ts';
import { Figures, Line } from '../layout.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { Card, Cards, type OptionItem, useOptionList } from './option-list.tsx';

export interface TransferListProps {
  items: readonly OptionItem[];
  chosen: readonly number[];
  /** In the order of `items`. */
  onChange: (chosen: number[]) => void;
  available: Record<'title' | 'empty', string>;
  selected: Record<'title' | 'empty', string>;
  noun: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string;
}

/** Two lists with arrow buttons between them; `chosen` are the ids of the second. */
export function TransferList(props: TransferListProps) {
  const { items, chosen, onChange, available, selected, noun, disabled = false, invalid = false, describedBy } = props;
  const theme = useTheme();
  const isStacked = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const [left, right] = useMemo(() => {
    const isChosen = ({ id }: OptionItem) => chosen.includes(id);
    return [items.filter((item) => !isChosen(item)), items.filter(isChosen)];
  }, [items, chosen]);
  const markedOf = (side: readonly OptionItem[]) => side.filter(({ id }) => marked.has(id)).map(({ id }) => id);

  const mark = (ids: readonly number[], isMarked: boolean) =>
    setMarked((before) => new Set([...before].filter((id) => !ids.includes(id)).concat(isMarked ? ids : [])));
  const move = (ids: readonly number[], isAdded: boolean) => {
    if (ids.length === 0) return;
    mark(ids, false);
    const what = ids.length === 1 ? items.find(({ id }) => id === ids[0])!.name : ids.length;
    setAnnouncement(`${isAdded ? 'Agregado' : 'Quitado'}: ${what}.`);
    onChange(items.map(({ id }) => id).filter((id) => (ids.includes(id) ? isAdded : chosen.includes(id))));
  };
  const shared = { noun, disabled, describedBy, marked, onMark: mark };
  const buttonOf = (label: string, MoveIcon: Icon, isAdded: boolean) => {
    const ids = markedOf(isAdded ? left : right);
    const isOff = disabled || ids.length === 0;
    const tooltip = isOff ? `${label}: no hay ninguno marcado` : label;
    return (
      // Not `disabled`: the button must keep the focus.
      <IconAction label={label} tooltip={tooltip} isOff={isOff} onClick={() => move(ids, isAdded)} sx={moveButton}>
        <MoveIcon size={18} stroke={2} aria-hidden />
      </IconAction>
    );
  };
  return (
    <Cards>
      <TransferCard {...shared} {...available} items={left} invalid={false} onMove={(ids) => move(ids, true)} />
      <Box sx={{ display: 'flex', flexDirection: { xs: 'row', sm: 'column' }, justifyContent: 'center', gap: 2 }}>
        {buttonOf('Agregar los marcados', isStacked ? IconArrowDown : IconArrowRight, true)}
        {buttonOf('Quitar los marcados', isStacked ? IconArrowUp : IconArrowLeft, false)}
      </Box>
      <TransferCard {...shared} {...selected} items={right} invalid={invalid} onMove={(ids) => move(ids, false)} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Cards>
  );
}

type TransferCardProps = Omit<Parameters<typeof useOptionList>[0], 'isCard'> & { disabled: boolean; invalid: boolean };

function TransferCard({ invalid, ...options }: TransferCardProps) {
  const { items, marked, title, disabled } = options;
  const { titleId, shown, shownMarked, markAll, search, list } = useOptionList({ ...options, isCard: true });
  const total = formatCount(items.length);
  const markedCount = items.filter(({ id }) => marked.has(id)).length;
  return (
    <Card aria-labelledby={titleId} data-invalid={invalid ? '' : undefined}>
      <Box sx={{ bgcolor: 'surface.subtle', borderBottom: 1, borderColor: 'divider', p: '2px 8px 8px' }}>
        <Line gap={1} sx={{ minHeight: '2.5rem', typography: 'body2' }}>
          <Checkbox
            size="small"
            sx={{ marginInlineStart: '-4px' }}
            checked={shown.length > 0 && shownMarked === shown.length}
            indeterminate={shownMarked > 0 && shownMarked < shown.length}
            disabled={disabled || shown.length === 0}
            onChange={markAll}
            slotProps={{ input: { 'aria-label': `Marcar todos: ${title}` } }}
          />
          <Box component="span" id={titleId} sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
            {title}
          </Box>
          <Figures
            component="span"
            sx={{ marginInlineStart: 'auto', paddingInlineEnd: 1, flex: 'none', color: 'text.disabled' }}
          >
            {markedCount > 0 ? `${formatCount(markedCount)} de ${total}` : total}
          </Figures>
        </Line>
        {search}
      </Box>
      {list}
    </Card>
  );
}

const moveButton = ({ palette }: Theme) => ({
  border: `1px solid ${palette.divider}`,
  background: palette.background.paper,
  color: 'text.primary',
  '&[aria-disabled="true"]': { color: 'text.disabled', opacity: 0.6, cursor: 'default' },
});
