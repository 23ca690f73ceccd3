import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { findObjective } from './objectives.queries.ts';
import { findState } from './states.queries.ts';
import { findSubstate } from './substates.queries.ts';

const orNotFound =
  <T>(find: (db: Db | Trx, id: number) => Promise<T | undefined>) =>
  async (db: Db | Trx, id: number): Promise<T> => {
    const found = await find(db, id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

/** One of the catalogue by its id: anybody with a role may look, disabled ones too. */
export const getObjective = orNotFound(findObjective);
export const getState = orNotFound(findState);
export const getSubstate = orNotFound(findSubstate);
