interface DatedRow {
  id: number;
  at: Date;
}
interface JudgedRow extends DatedRow {
  time: number;
  /** How many of its neighbours its date contradicts. */
  conflicts: number;
}

/** Rows looked at before and after each one: fewer forged ones in a row do not pass for the time of day around them. */
const NEIGHBOURS = 8;
/** Longer than any transaction of ours lasts, and than the clocks of two nodes differ. */
const FAR_MS = 3_600_000;

/** The middle one; of an even number halfway between the two. */
function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** A row written before another carries a date far after it. */
const isContradiction = (before: JudgedRow, after: JudgedRow) => before.time > after.time + FAR_MS;

/**
 * Reports rows whose date lies far before those written before it or far after those written after it: a hash does not prove
 * the date, and a forged insert could carry one of last month. Takes the rows in the order in which they were written. Of two
 * that contradict each other, the one is reported that contradicts more of its neighbours; then the one further off them.
 */
export function createDateCheck(report: (row: DatedRow) => void) {
  let rows: JudgedRow[] = [];
  let place = 0;

  const around = (at: number) => {
    const from = Math.max(0, at - NEIGHBOURS);
    return [rows.slice(from, at), rows.slice(at + 1, at + 1 + NEIGHBOURS)] as const;
  };
  const distance = (row: JudgedRow) => {
    const times = around(rows.indexOf(row)).flatMap((side) => side.map(({ time }) => time));
    return Math.abs(row.time - median(times));
  };
  const isToBlame = (row: JudgedRow, other: JudgedRow) =>
    row.conflicts > other.conflicts || (row.conflicts === other.conflicts && distance(row) >= distance(other));

  function judge() {
    const row = rows[place]!;
    if (row.conflicts > 0) {
      const [before, after] = around(place);
      const contradicted = [
        ...before.filter((each) => isContradiction(each, row)),
        ...after.filter((each) => isContradiction(row, each)),
      ];
      if (contradicted.some((other) => isToBlame(row, other))) report({ id: row.id, at: row.at });
    }
    place += 1;
    // Neighbours of the next row's neighbours are still needed.
    if (place <= 2 * NEIGHBOURS) return;
    rows = rows.slice(1);
    place -= 1;
  }
  return {
    add({ id, at }: DatedRow) {
      const row: JudgedRow = { id, at, time: at.getTime(), conflicts: 0 };
      for (const before of rows.slice(-NEIGHBOURS)) {
        if (!isContradiction(before, row)) continue;
        before.conflicts += 1;
        row.conflicts += 1;
      }
      rows.push(row);
      while (rows.length - place > 2 * NEIGHBOURS) judge();
    },
    end() {
      while (place < rows.length) judge();
    },
  };
}
