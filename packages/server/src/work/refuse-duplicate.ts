import pg from 'pg';
import type { AppError } from './app-error.ts';

const UNIQUE_VIOLATION = '23505';

/** For `.catch()` of an insert or update. The index decides: a check beforehand could be passed by two requests at once. */
export const refuseDuplicate =
  (index: string, refusal: () => AppError) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index)
      throw refusal();
    throw error;
  };
