import type { ReactNode } from 'react';
import type { To } from 'react-router';

export type Direction = 'asc' | 'desc';

export interface Order<O extends string> {
  by: O;
  direction: Direction;
}

interface SortKey<O extends string> {
  by: O;
  label: string;
}

export interface Column<R, O extends string> {
  key: string;
  /** What the head says, in order; one that is no `by` cannot be sorted. A cell with a second line sorts by either line. */
  heads: readonly (SortKey<O> | { label: string })[];
  /** Stands in the head instead of its words. Of a first column of boxes to choose rows by, which narrow screens keep. */
  headControl?: ReactNode;
  /** Pixels at the default letter size; the one column without a width takes what is left. */
  width?: number | undefined;
  align?: 'start' | 'end';
  /** Names are the strongest cell, ids the quietest. */
  tone?: 'strong' | 'plain' | 'quiet';
  /** Ids, dates and counts line up. */
  figures?: boolean;
  cell: (row: R) => ReactNode;
}

export interface Paging {
  page: number;
  size: number;
  /** Undefined until the first answer, or while it is still being counted. */
  total: number | undefined;
  /** Rows on this page while the total is still being counted: a full page may have another one behind it. */
  shown?: number | undefined;
  onPage: (page: number) => void;
  /** Left out where a list has one size of page: that is only told. */
  onSize?: (size: number) => void;
  /** The list is short by nature and stands whole, without a pager. */
  isWhole?: true;
}

/** Where a row leads: the whole row is clickable and, for the keyboard, one link. */
interface RowTarget {
  to: To;
  state?: unknown;
}

/** What can be done with a row at one press. */
interface RowAction<R, O extends string> {
  /** Names the column: for those who do not see it, unless the list can be sorted by it. */
  label: string;
  by?: O;
  width: number;
  /** Null where there is nothing to press. */
  render: (row: R) => ReactNode;
  /** Stands in the column instead, where there is nothing to press. */
  otherwise?: (row: R) => ReactNode;
}

/** Rows that stand together under a title; the list has them in this order already. */
export interface RowGroup {
  key: string;
  title: ReactNode;
  /** How many there are of it on all pages. */
  count: number;
}

/** What the card's body shows; `refreshing` keeps the rows while newer ones are on their way. */
type TableState = 'loading' | 'error' | 'ready';

export interface TableProps<R, O extends string> {
  /** What the table lists, for those who do not see it. */
  label: string;
  columns: readonly Column<R, O>[];
  /** The least width, in pixels, at which the columns are readable; below it the table scrolls inside its card. */
  minWidth: number;
  rows: readonly R[];
  rowKey: (row: R) => number | string;
  state: TableState;
  refreshing: boolean;
  /** Left out: the list has one order and nothing to sort by. */
  order?: Order<O> | undefined;
  onOrder?: ((order: Order<O>) => void) | undefined;
  paging: Paging;
  rowTarget?: ((row: R) => RowTarget) | undefined;
  /** Where the two lines of a narrow screen lead, in a list whose wide rows have a link of their own. */
  compactTarget?: ((row: R) => RowTarget) | undefined;
  groupOf?: ((row: R) => RowGroup) | undefined;
  /** 40 px rows instead of 50, for one-line lists. */
  dense?: boolean;
  action?: RowAction<R, O> | undefined;
  /** The three dots at a row's end; leave it out and there is no such column. */
  renderMenu?: ((row: R) => ReactNode) | undefined;
  /** The row as two lines, for screens under 900 px. */
  renderCompact: (row: R) => ReactNode;
}
