import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { readConfig } from '../config.ts';
import { checkDemo } from '../doctor/check-demo.ts';
import { chooseHost } from './listen-host.ts';

const world = useWorld();
const SETTINGS = { JWT_SECRET: 'x'.repeat(32), SEED: 'base' };
const settings = (HOST?: string) => readConfig({ ...SETTINGS, DATABASE_URL: world.deps.databaseUrl, HOST });

test('listens on localhost while demo sign-ins work, whatever SEED says', async () => {
  const { db } = world.deps;
  expect(await chooseHost(settings(), db)).toEqual({ host: '0.0.0.0' });
  expect(await checkDemo(settings())).toEqual([]);

  const published = await hash('campanero-demo', { memoryCost: 1_024, timeCost: 1 });
  const { id } = await aUser(world, { email: 'operador@demo.gob.ar', passwordHash: published });
  expect(await chooseHost(settings(), db)).toEqual({
    host: '127.0.0.1',
    warning: expect.stringMatching(/contraseña publicada: se responde solo a esta máquina \(127\.0\.0\.1\)/),
  });
  expect(await checkDemo(settings())).toMatchObject([{ state: 'note', about: 'Datos de demostración' }]);

  // HOST overrides it, with a warning.
  expect(await chooseHost(settings('0.0.0.0'), db)).toEqual({
    host: '0.0.0.0',
    warning: expect.stringContaining('HOST=0.0.0.0 los abre a la red'),
  });
  expect(await checkDemo(settings('0.0.0.0'))).toMatchObject([{ says: expect.stringContaining('los abre a la red') }]);
  expect((await chooseHost(settings('127.0.0.1'), db)).warning).toContain('solo a esta máquina (HOST=127.0.0.1)');

  const change = (values: { disabled?: boolean; passwordHash?: string }) =>
    db.updateTable('appUser').set(values).where('id', '=', id).execute();
  await change({ disabled: true });
  expect(await chooseHost(settings(), db)).toEqual({ host: '0.0.0.0' });
  await change({ disabled: false, passwordHash: await hash('otra contraseña', { memoryCost: 1_024, timeCost: 1 }) });
  expect(await chooseHost(settings(), db)).toEqual({ host: '0.0.0.0' });
});
