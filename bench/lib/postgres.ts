import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../packages/server/src/db/embedded/supervisor.ts';

/** A PostgreSQL of its own for one benchmark, with the settings of the product; removed at the end. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'campanero-bench-pg-'));
  // Readable by PostgreSQL's own user: otherwise its gigabytes would be placed elsewhere and stay there.
  chmodSync(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
