import pg from 'pg';
import type { AppError } from './app-error.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * For `.catch()` of a statement that writes a unique value: the violation of that index becomes the given refusal. The index decides, not
 * a look beforehand: of two simultaneous requests one is refused.
 */
export const refuseDuplicate =
  (index: string, refusal: () => AppError) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index)
      throw refusal();
    throw error;
  };
