import type { Ctx } from './context.ts';

/** Runs a view that only reads with the database of a replica, where there is one that keeps up (db/replicas.ts). */
export const onReplica = <C extends Ctx, T>(ctx: C, view: (there: C) => Promise<T>): Promise<T> =>
  ctx.read(ctx.db, (db) => view({ ...ctx, db }));
