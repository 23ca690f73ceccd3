type DatedRow = { id: number; at: Date };
interface CheckedRow extends DatedRow {
  time: number;
  /** How many neighbours its date contradicts. */
  conflicts: number;
}

/** Rows compared before and after each one; a shorter run of forged rows is detected. */
const NEIGHBOURS = 8;
/** Longer than any transaction lasts, and than the clocks of two nodes differ. */
const FAR_MS = 3_600_000;

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** The earlier row has a date far after the later one. */
const isContradiction = (before: CheckedRow, after: CheckedRow) => before.time > after.time + FAR_MS;

// Reports rows, given in write order, whose date lies far from those of their neighbours: a hash does not prove the date.
// Of two that contradict each other, the one with more conflicts, then the one further from its neighbours.
export function createDateCheck(report: (row: DatedRow) => void) {
  let rows: CheckedRow[] = [];
  let place = 0;

  const around = (at: number) => {
    const from = Math.max(0, at - NEIGHBOURS);
    return [rows.slice(from, at), rows.slice(at + 1, at + 1 + NEIGHBOURS)] as const;
  };
  const distance = (row: CheckedRow) => {
    const times = around(rows.indexOf(row)).flatMap((side) => side.map(({ time }) => time));
    return Math.abs(row.time - median(times));
  };
  const isToBlame = (row: CheckedRow, other: CheckedRow) =>
    row.conflicts > other.conflicts || (row.conflicts === other.conflicts && distance(row) >= distance(other));

  function checkNext() {
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
    // The next row's neighbours need their own neighbours.
    if (place <= 2 * NEIGHBOURS) return;
    rows = rows.slice(1);
    place -= 1;
  }
  return {
    add({ id, at }: DatedRow) {
      const row: CheckedRow = { id, at, time: at.getTime(), conflicts: 0 };
      for (const before of rows.slice(-NEIGHBOURS)) {
        if (!isContradiction(before, row)) continue;
        before.conflicts += 1;
        row.conflicts += 1;
      }
      rows.push(row);
      while (rows.length - place > 2 * NEIGHBOURS) checkNext();
    },
    end() {
      while (place < rows.length) checkNext();
    },
  };
}
