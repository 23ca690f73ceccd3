import pg from 'pg';
import { AppError } from '../../work/app-error.ts';

const UNIQUE_VIOLATION = '23505';
const EMAIL_INDEX = 'app_user_email';

/** The index decides, whatever two people write at once; this only words its refusal. */
export function refuseTakenEmail(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === EMAIL_INDEX)
    throw new AppError('EMAIL_TAKEN', { fields: [{ field: 'email', message: 'Ese correo ya está registrado.' }] });
  throw error;
}
