import { personOf, type RemotePerson } from './person.ts';

// What the built-in stand-ins for other systems share: their lists are tables of this database.

/** Ids are text on the ports: whatever is no number of ours is simply unknown here. */
export const isOwnId = (id: string) => /^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31;

type Row = { position: number } & Record<string, string | number | null>;

/** A table in the order of its positions, a page at a time. */
export async function* readTablePages(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly RemotePerson[], void, void> {
  let after = -1;
  for (;;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ position: _position, ...known }) => personOf(known as Record<string, string | null>));
    after = last.position;
  }
}
