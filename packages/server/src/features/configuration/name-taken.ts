import pg from 'pg';
import { AppError } from '../../work/app-error.ts';

const UNIQUE_VIOLATION = '23505';
const NAME_INDEXES = ['objective_name', 'state_name', 'substate_name'];

/**
 * The unique index decides, not a look beforehand: of two people who save the same name at once, one is refused. Without
 * case, accents and outer blanks (decisions 6), because that is how the index compares.
 */
export async function refusingTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isTaken =
      error instanceof pg.DatabaseError &&
      error.code === UNIQUE_VIOLATION &&
      NAME_INDEXES.includes(error.constraint ?? '');
    if (!isTaken) throw error;
    throw new AppError('NAME_TAKEN', { fields: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] });
  }
}
