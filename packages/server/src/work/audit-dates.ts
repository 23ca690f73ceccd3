interface DatedRow {
  id: number;
  at: Date;
}

/** Rows looked at before and after each one. Two forged ones in a row do not pass for the time of day around them. */
const NEIGHBOURS = 5;
/** Longer than any transaction of ours lasts, and than the clocks of two nodes differ. */
const FAR_MS = 3_600_000;

/** The middle one; of an even number the earlier. */
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[(times.length - 1) >> 1];

/**
 * Reports rows whose date lies far before those written before it or far after those written after it: a hash does not prove
 * the date, and a forged insert could carry one of last month. Takes the rows in the order in which they were written.
 */
export function createDateCheck(report: (row: DatedRow) => void) {
  let rows: DatedRow[] = [];
  let place = 0;

  function judge() {
    const row = rows[place]!;
    const time = row.at.getTime();
    const timesOf = (part: readonly DatedRow[]) => part.map(({ at }) => at.getTime());
    const before = median(timesOf(rows.slice(Math.max(0, place - NEIGHBOURS), place)));
    const after = median(timesOf(rows.slice(place + 1, place + 1 + NEIGHBOURS)));
    const isEarly = before !== undefined && time < before - FAR_MS;
    const isLate = after !== undefined && time > after + FAR_MS;
    if (isEarly || isLate) report(row);
    place += 1;
    if (place <= NEIGHBOURS) return;
    rows = rows.slice(1);
    place -= 1;
  }
  return {
    add(row: DatedRow) {
      rows.push({ id: row.id, at: row.at });
      while (rows.length - place > NEIGHBOURS) judge();
    },
    end() {
      while (place < rows.length) judge();
    },
  };
}
