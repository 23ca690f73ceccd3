import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { anAccount, check, signInAs } from '../../test/accounts.ts';
import { auditOf } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { enrol } from '../../test/second-factor.ts';

const world = useWorld();

/** As an administrator runs it, next to the server. */
async function resetFor(...args: string[]): Promise<{ code: number; out: string }> {
  const { dataDir } = world.deps.config;
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, JWT_SECRET: 'x'.repeat(40) };
  const file = fileURLToPath(new URL('./reset-second-factor.ts', import.meta.url));
  return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (failed: { code: number; stderr: string }) => ({ code: failed.code, out: failed.stderr }),
  );
}

test('resets the only administrator’s factor with audit record and mail; reports errors', async () => {
  const admin = await anAccount(world, { roles: [5] });
  await enrol(world, admin);
  expect((await signInAs(world, admin.email)).status).toBe(401);
  expect(await resetFor(admin.email.toUpperCase())).toMatchObject({ code: 0 });
  expect((await signInAs(world, admin.email)).status).toBe(200);
  expect(await check(world, admin.token)).toBe(401);
  const record = (await auditOf(world)).find(({ info }) => JSON.stringify(info).includes('Restablecer'));
  expect(record).toMatchObject({ userId: null, objectId: String(admin.id) });
  const mails = await world.db.selectFrom('mail').select('subject').orderBy('id').execute();
  expect(mails.at(-1)?.subject).toBe('Restablecimos su segundo factor de Campanero');

  expect(await resetFor(admin.email)).toEqual({ code: 1, out: 'El segundo factor no está activo.\n' });
  expect(await resetFor('nadie@prueba.gob.ar')).toMatchObject({
    code: 1,
    out: expect.stringContaining('No hay ninguna'),
  });
  expect(await resetFor()).toEqual({ code: 1, out: 'Uso: npm run second-factor:reset -- <correo>\n' });
});
