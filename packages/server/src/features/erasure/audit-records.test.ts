import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { createWatchedPool, type SeenPlan } from '../../../test/plans.ts';
import { createDb } from '../../db/client.ts';
import { writeAudit } from '../../work/audit.ts';
import { selectRecordsAbout } from './audit-records.queries.ts';

const world = useWorld();
const seen: SeenPlan[] = [];
let watched: ReturnType<typeof createDb> | undefined;
afterAll(() => watched?.destroy());

const RECORDS = 20_000;
/** One record for each of fifty calls, and the pages that the query reads. */
const FEW = 1_000;

test('finds records by call through the index', async () => {
  await world.db
    .transaction()
    .execute((trx) =>
      writeAudit(
        trx,
        {
          action: 'CONTACTO',
          subaction: 'ACTUALIZAR',
          object: { type: 'call', id: 1 },
          after: { Persona: 'Ana Gómez', Observaciones: 'De tarde' },
        },
        { userId: null, at: world.clock.now(), requestId: null },
      ),
    );
  await sql`
    insert into audit (at, action, subaction, info, salt, object_type, object_id, hash)
    select at, action, subaction, info, salt, object_type, n::text, hash
    from audit, generate_series(2, ${RECORDS}::int) as n where object_type = 'call' and object_id = '1'`.execute(
    world.db,
  );
  watched = createDb(createWatchedPool(world.databaseUrl, seen));
  const callIds = Array.from({ length: 50 }, (_, n) => 10_000 + n);
  const found = await selectRecordsAbout(watched, { personIds: callIds.map((id) => id + RECORDS), callIds });
  expect(found).toHaveLength(callIds.length);
  expect(seen.at(-1)).toMatchObject({ statement: expect.stringContaining('from audit') });
  expect(seen.at(-1)!.work).toBeLessThan(FEW);
});
