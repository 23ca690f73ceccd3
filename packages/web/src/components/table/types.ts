import type { ReactNode } from 'react';
import type { To } from 'react-router';

export type Direction = 'asc' | 'desc';

export interface Order<O extends string> {
  by: O;
  direction: Direction;
}

/** Sortable if it has `by`. */
type Head<O extends string> = { label: string; by?: O };

export interface Column<R, O extends string> {
  /** Unique in its table. */
  head: string;
  by?: O;
  /** Of a cell with two lines. */
  second?: Head<O>;
  /** Replaces the words: checkboxes in the first column. */
  headControl?: ReactNode;
  /** Pixels at the default letter size; the column without width takes the rest. */
  width?: number;
  align?: 'start' | 'end';
  tone?: 'strong' | 'plain' | 'quiet';
  figures?: boolean;
  cell: (row: R) => ReactNode;
}

export const headsOf = <R, O extends string>({ head, by, second }: Column<R, O>): Head<O>[] => [
  { label: head, by },
  ...(second ? [second] : []),
];

export interface Paging {
  page: number;
  size: number;
  /** Undefined until known. */
  total: number | undefined;
  /** Rows on this page while the total is unknown: a full page may have a next one. */
  shown?: number;
  onPage: (page: number) => void;
  /** Absent: fixed page size. */
  onSize?: (size: number) => void;
  /** A short list without a pager. */
  isWhole?: true;
}

interface RowTarget {
  to: To;
  state?: unknown;
}

interface RowAction<R, O extends string> {
  /** Column name: hidden unless it can be sorted by. */
  label: string;
  by?: O;
  width: number;
  /** Null: nothing to press. */
  render: (row: R) => ReactNode;
  /** Shown where `render` gives null. */
  otherwise?: (row: R) => ReactNode;
}

/** The list is ordered by group already. */
export interface RowGroup {
  key: string;
  title: ReactNode;
  /** On all pages. */
  count: number;
}

export interface TableProps<R, O extends string> {
  label: string;
  columns: readonly Column<R, O>[];
  /** Pixels at the default letter size; below it the table scrolls. */
  minWidth: number;
  rows: readonly R[];
  rowKey: (row: R) => number | string;
  state: 'loading' | 'error' | 'ready';
  refreshing: boolean;
  /** Absent: nothing to sort by. */
  order?: Order<O>;
  onOrder?: (order: Order<O>) => void;
  paging: Paging;
  rowTarget?: (row: R) => RowTarget;
  /** `rowTarget` of the narrow list, if the wide rows have a link of their own. */
  compactTarget?: (row: R) => RowTarget;
  groupOf?: (row: R) => RowGroup;
  /** 40 px rows instead of 50. */
  dense?: boolean;
  action?: RowAction<R, O>;
  renderMenu?: (row: R) => ReactNode;
  /** For screens under 900 px. */
  renderCompact: (row: R) => ReactNode;
}
