import { useMemo, useState } from 'react';
import type { TransferItem, TransferListProps } from './types.ts';

export interface TransferSide {
  items: readonly TransferItem[];
  /** How many of them are marked, shown or not. */
  markedCount: number;
}

/** Which items stand where, which are marked, and the moves between the cards. */
export function useTransfer({ items, chosen, onChange }: Pick<TransferListProps, 'items' | 'chosen' | 'onChange'>) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
  const available = useMemo(() => sideOf(items, marked, ({ id }) => !chosenIds.has(id)), [items, marked, chosenIds]);
  const selected = useMemo(() => sideOf(items, marked, ({ id }) => chosenIds.has(id)), [items, marked, chosenIds]);

  const mark = (ids: readonly number[], isMarked: boolean) =>
    setMarked((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isMarked) after.add(id);
        else after.delete(id);
      }
      return after;
    });

  const move = (ids: readonly number[], direction: 'add' | 'remove') => {
    if (ids.length === 0) return;
    const after = new Set(chosen);
    for (const id of ids) {
      if (direction === 'add') after.add(id);
      else after.delete(id);
    }
    mark(ids, false);
    setAnnouncement(told(items, ids, direction));
    onChange(items.filter(({ id }) => after.has(id)).map(({ id }) => id));
  };
  const moveMarked = (direction: 'add' | 'remove') => {
    const side = direction === 'add' ? available : selected;
    move(
      side.items.filter(({ id }) => marked.has(id)).map(({ id }) => id),
      direction,
    );
  };

  return { available, selected, marked, mark, move, moveMarked, announcement };
}

function sideOf(
  items: readonly TransferItem[],
  marked: ReadonlySet<number>,
  isOnSide: (item: TransferItem) => boolean,
): TransferSide {
  const own = items.filter(isOnSide);
  return { items: own, markedCount: own.filter(({ id }) => marked.has(id)).length };
}

/** For those who do not see the cards: a single one by its name, many by their number. */
function told(items: readonly TransferItem[], ids: readonly number[], direction: 'add' | 'remove'): string {
  const [only] = ids;
  const what = ids.length === 1 ? (items.find(({ id }) => id === only)?.name ?? '1') : String(ids.length);
  return direction === 'add' ? `Agregado: ${what}.` : `Quitado: ${what}.`;
}
