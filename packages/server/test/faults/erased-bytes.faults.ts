import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerUrl, superuserUrl } from '../../src/db/embedded/ensure-database.ts';
import { placeData } from '../../src/db/embedded/place-data.ts';
import { startEmbedded } from '../../src/db/embedded/supervisor.ts';
import { filesWithBytes, TAGGED } from '../traces.ts';
import { ask } from './postgres-holder.ts';
import { aFolder, answer, aRequest, clientOf, erase, liveTagged, npm, start, stop } from './erasing-server.ts';

const WORDS = ['xyloquaz', 'brumbleth', TAGGED.document, '47.111.222', TAGGED.number];

test('after erasures:purge no byte of an erased person is in the data folder, nor in a backup', async () => {
  const here = await aFolder();
  const server = start({ DATA_DIR: here });
  const call = await clientOf(server, 'admin@demo.gob.ar');
  const personId = await liveTagged(call);
  const { id: requestId } = await aRequest(call, personId);
  await erase(call, personId, requestId);
  const { socketDir } = await placeData(here);
  await answer(call, requestId, ownerUrl(socketDir));
  await ask(superuserUrl(socketDir), 'checkpoint');
  const left = await filesWithBytes(here, WORDS, [TAGGED.number]);
  // Rows are gone and pages still have them: this is what the command is for, and it shows that the search can find.
  expect(left.length).toBeGreaterThan(3);
  process.stdout.write(`before: ${left.length} files\n`);

  const said = await npm('erasures:purge', [], { DATA_DIR: here });
  expect(said).toContain('no quedan bytes');
  expect(said).not.toContain('WAL');
  expect(await filesWithBytes(here, WORDS, [TAGGED.number])).toEqual([]);

  const backup = join(await aFolder(), 'later');
  await npm('backup', [backup], { DATA_DIR: here });
  expect(await filesWithBytes(backup, WORDS, [TAGGED.number])).toEqual([]);
  await stop(server);
  expect(await npm('verify', [], { DATA_DIR: here })).toContain('Todo coincide.');
  expect(await filesWithBytes(here, WORDS, [TAGGED.number])).toEqual([]);
  // With the server stopped it starts the database for itself.
  expect(await npm('erasures:purge', [], { DATA_DIR: here })).toContain('no quedan bytes');
  const postgres = await startEmbedded({ dataDir: here, log: () => {} });
  await postgres.stop();
});
