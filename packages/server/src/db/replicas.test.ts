import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { createDb, createPool } from './client.ts';
import { openReplicas } from './replicas.ts';

// Real replicas: `npm run faults -- replica`.
test('reads on the primary if no replica answers, and logs it once', async () => {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.url, { max: 2 }));
  const lines: { msg: string; replica: string; reason: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const host = new URL(database.url).host;
  const urls = [
    [database.url, 'it is not a replica, but takes writes itself'],
    ['postgres://nobody@127.0.0.1:1/nothing', 'connect ECONNREFUSED 127.0.0.1:1'],
  ] as const;
  for (const [url, reason] of urls) {
    lines.length = 0;
    const replicas = openReplicas({ url, primary: db, log });
    for (let n = 0; n < 3; n += 1) {
      const server = await replicas.read(db, async (there) => {
        await sql`select 1`.execute(there);
        return there;
      });
      expect(server).toBe(db);
    }
    // Long enough for a second check.
    await pause(1_200);
    await replicas.close();
    expect(lines).toMatchObject([{ replica: new URL(url).host || host, reason }]);
  }
  await db.destroy();
  await database.drop();
});
