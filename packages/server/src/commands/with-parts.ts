import { pino } from 'pino';
import type { Config } from '../config.ts';
import { openDatabase, prepareSchema } from '../process/database.ts';
import { createParts } from '../process/parts.ts';
import type { Hub } from '../realtime/hub.ts';
import { type Ctx, NO_CLIENT } from '../work/context.ts';

const silent = () => {};
/** Listening to the database would keep the command from ending. */
const NO_SOCKETS: Hub = {
  publish: { toUsers: silent, activity: silent, endSessions: silent, endUser: silent },
  count: () => 0,
  attach: silent,
  close: async () => {},
};

/** The context of a job, for a command that runs with the server stopped. Migrates the database; runs no jobs. */
export async function withParts<T>(config: Config, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  await using shutdown = new AsyncDisposableStack();
  const database = await openDatabase(config, log);
  shutdown.defer(() => database.stop());
  await prepareSchema(database, () => {});
  const { deps } = createParts(config, database.url, log, shutdown, () => NO_SOCKETS);
  return await work({ ...deps, ...NO_CLIENT, requestId: 'command' });
}
