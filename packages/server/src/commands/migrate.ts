import { ConfigError, readConfig } from '../config.ts';
import { EmbeddedError, startEmbedded } from '../db/embedded/supervisor.ts';
import { migrate, MigrationError } from '../db/migrate.ts';
import { installJobSchema } from '../jobs/schema.ts';

/** `npm run db:migrate`: brings the schema up to date and ends. The server does the same at its start. */
try {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log: () => {} });
  try {
    const url = config.databaseOwnerUrl ?? config.databaseUrl ?? embedded!.url;
    const appRole =
      config.databaseOwnerUrl && config.databaseUrl
        ? decodeURIComponent(new URL(config.databaseUrl).username)
        : undefined;
    const { applied } = await migrate(url, { appRole, log: say });
    await installJobSchema(url, { appRole });
    say(applied.length === 0 ? 'La base de datos ya estaba al día.' : `${applied.length} migraciones aplicadas.`);
  } finally {
    await embedded?.stop();
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedError || error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function say(message: string) {
  process.stdout.write(`${message}\n`);
}
