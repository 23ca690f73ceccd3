import type { Paging } from './types.ts';

export const wholeList = (total: number | undefined): Paging => ({
  page: 0,
  size: Math.max(total ?? 0, 5),
  total,
  onPage: () => {},
  isWhole: true,
});
