import pg from 'pg';
import type { AppError } from './app-error.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * For `.catch()` of an insert or update: turns a violation of that unique index into an AppError. The index decides instead of a check
 * beforehand, which concurrent requests could both pass.
 */
export const refuseDuplicate =
  (index: string, refusal: () => AppError) =>
  (error: unknown): never => {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index)
      throw refusal();
    throw error;
  };
