import { type ReactNode, useMemo, useState } from 'react';

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

export interface TransferItem {
  id: number;
  name: string;
  /** Before the name: a colour, an avatar. Keep it light, there may be hundreds. */
  mark?: ReactNode;
  /** After the name, quietly: why this one is special. */
  note?: string;
}

/** The words of one card. */
export interface TransferCardTexts {
  title: string;
  /** The sentence for when nothing is in it. */
  empty: string;
}

export interface TransferListProps {
  /** Everything there is to choose from, in the order in which both cards show it. */
  items: readonly TransferItem[];
  /** The ids that stand in the second card. */
  chosen: readonly number[];
  /** The ids that would stand there, in the order of `items`. */
  onChange: (chosen: number[]) => void;
  available: TransferCardTexts;
  selected: TransferCardTexts;
  /** What a search looks for, in the plural: "estados". */
  noun: string;
  disabled?: boolean;
  invalid?: boolean;
  /** The id of the help or error below. */
  describedBy?: string | undefined;
}
