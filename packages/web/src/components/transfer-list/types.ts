import type { ReactNode } from 'react';

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
  /** When nothing stands in it: the specification's sentence. */
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
