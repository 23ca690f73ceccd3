import type { Ctx } from './context.ts';

/** Runs a read-only view on a replica that keeps up, if there is one (db/replicas.ts). */
export const onReplica = <C extends Ctx, T>(ctx: C, view: (there: C) => Promise<T>): Promise<T> =>
  ctx.read(ctx.db, (db) => view({ ...ctx, db }));
