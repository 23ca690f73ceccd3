import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { aCallingCampaign } from '../../test/calling.ts';

const world = useWorld();

/** As an administrator runs it, next to a running server. */
const verify = (...args: string[]) => verifyAt(world.databaseUrl, ...args);

async function verifyAt(databaseUrl: string, ...args: string[]): Promise<{ code: number; out: string }> {
  const { dataDir } = world.deps.config;
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, JWT_SECRET: 'x'.repeat(40) };
  const file = fileURLToPath(new URL('./verify.ts', import.meta.url));
  return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      out: failed.stdout + failed.stderr,
    }),
  );
}

test('reports differences with exit code 1, rebuilds on demand, refuses unknown options', async () => {
  const { campaign } = await aCallingCampaign(world, { each: 2, unassigned: 1 });
  await sql`update call_total set n = 9 where campaign_id = ${campaign.id} and operator_id = 0`.execute(world.db);
  const sentence = `Campaña ${campaign.id} «${campaign.name}»: sin operador, estado «Pendiente»: el contador dice 9 y los llamados son 1.`;
  const wrong = await verify();
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain(sentence);
  expect(wrong.out).toContain('Hay una diferencia. Contadores y copias se corrigen con: npm run verify -- --rebuild');

  const healed = await verify('--rebuild');
  expect(healed).toMatchObject({ code: 0, out: expect.stringContaining('Corregido: todo coincide.') });
  expect(healed.out).toContain(sentence);

  const later = await verify();
  expect(later).toMatchObject({ code: 0, out: expect.stringContaining('Nota  reconstrucciones anteriores: 1') });
  expect(later.out).toContain(`se corrigió una diferencia. ${sentence}`);

  const { rows } = await sql`select n from call_total where campaign_id = ${campaign.id} and operator_id = 0`.execute(
    world.db,
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(await verify('--todo')).toEqual({ code: 2, out: 'Uso: npm run verify [-- --rebuild]\n' });
  const missing = new URL(world.databaseUrl);
  missing.pathname = '/no-existe';
  const refused = await verifyAt(missing.href);
  expect(refused).toMatchObject({
    code: 2,
    out: expect.stringMatching(/^El servidor de PostgreSQL no tiene esa base/),
  });
  expect(refused.out).not.toContain('    at ');
  // Five processes in sequence.
}, 60_000);
