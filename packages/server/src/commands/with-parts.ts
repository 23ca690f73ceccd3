import { pino } from 'pino';
import type { Config } from '../config.ts';
import { openDatabase, prepareSchema } from '../process/database.ts';
import { createParts } from '../process/parts.ts';
import { createShutdownSteps } from '../process/shutdown-steps.ts';
import type { Hub } from '../realtime/hub.ts';
import type { Ctx } from '../work/context.ts';

const silent = () => {};
/** Nobody is connected; listening to the database would keep the command from ending. */
const NO_SOCKETS: Hub = {
  publish: { toUser: silent, toUsers: silent, activity: silent, endSessions: silent, endUser: silent },
  count: () => 0,
  attach: silent,
  close: async () => {},
};

/** What a job has, for a command that works with the server stopped: the database is migrated and no job runs. */
export async function withParts<T>(config: Config, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  const shutdown = createShutdownSteps();
  const database = await openDatabase(config, log);
  shutdown.add(() => database.stop());
  try {
    await prepareSchema(database, () => {});
    const { deps } = createParts(config, database.url, log, shutdown, () => NO_SOCKETS);
    return await work({ ...deps, actor: null, requestId: 'command', address: '', userAgent: '' });
  } finally {
    await shutdown.run();
  }
}
