import { type KeyboardEvent, useState } from 'react';
import type { TransferItem } from './use-transfer.ts';

const PAGE_ROWS = 8;

interface OptionKeys {
  items: readonly TransferItem[];
  marked: ReadonlySet<number>;
  onMark: (ids: readonly number[], isMarked: boolean) => void;
  onMove: (ids: readonly number[]) => void;
  /** Brings the row at that place into view. */
  onReach: (place: number) => void;
}

/**
 * The listbox keyboard of one card: the card keeps the focus and names its active row, so that a row that moves away
 * does not take the focus with it. Arrows walk, Shift marks on the way, Space marks, Ctrl+A marks all, Enter moves.
 */
export function useOptionKeys({ items, marked, onMark, onMove, onReach }: OptionKeys) {
  const [wanted, setActive] = useState(0);
  // The list may have become shorter since.
  const active = Math.min(wanted, items.length - 1);

  const reach = (place: number, isMarking: boolean) => {
    const next = Math.max(0, Math.min(place, items.length - 1));
    setActive(next);
    onReach(next);
    const row = items[next];
    if (isMarking && row) onMark([row.id], true);
  };
  const markAll = () => {
    const ids = items.map(({ id }) => id);
    onMark(ids, !ids.every((id) => marked.has(id)));
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    const row = items[active];
    if (!row) return;
    const places: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
      Home: 0,
      End: items.length - 1,
    };
    const place = places[event.key];
    if (place !== undefined) reach(place, event.shiftKey);
    else if (event.key === ' ') onMark([row.id], !marked.has(row.id));
    else if (event.key === 'Enter') onMove([row.id]);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) markAll();
    else return;
    event.preventDefault();
  };

  return { active, setActive, markAll, handleKeyDown };
}
