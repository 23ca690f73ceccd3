import { AppError } from '../../work/app-error.ts';
import type { Config } from '../../config.ts';
import { isGuessable, type PasswordOwner } from './weak-password.ts';

/** The rules for any new password: the length this installation asks for (D1) and nothing that is guessed first (SEC-05). */
export function assertAcceptable(
  password: string,
  owner: PasswordOwner,
  { passwordMin }: Pick<Config, 'passwordMin'>,
): void {
  const refuse = (message: string) => [{ field: 'password', message }];
  if (password.length < passwordMin)
    throw new AppError('VALIDATION', {
      fields: refuse(`La contraseña debe tener al menos ${passwordMin} caracteres.`),
    });
  if (isGuessable(password, owner))
    throw new AppError('PASSWORD_TOO_COMMON', {
      fields: refuse('Esa contraseña es muy fácil de adivinar. Elija otra.'),
    });
}
