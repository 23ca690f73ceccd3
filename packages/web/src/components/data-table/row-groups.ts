import type { RowGroup } from './types.ts';

/** The rows in runs of the same group; without groups all of them are one run. */
export function inGroups<R>(rows: readonly R[], groupOf: ((row: R) => RowGroup) | undefined) {
  const runs: { group: RowGroup | undefined; rows: R[] }[] = [];
  for (const row of rows) {
    const group = groupOf?.(row);
    const last = runs.at(-1);
    if (last && last.group?.key === group?.key) last.rows.push(row);
    else runs.push({ group, rows: [row] });
  }
  return runs;
}
