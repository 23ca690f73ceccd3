import { api } from '@campanero/contract';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aUser, type TestUser, type UserParts } from './factories.ts';

export const PASSWORD = 'siete perros amarillos';
let hashed: Promise<string> | undefined;

/** Somebody who can sign in with PASSWORD (hashed once a file: hashing is meant to be slow). */
export async function anAccount(world: TestApp, parts: UserParts = {}): Promise<TestUser> {
  return aUser(world, { roles: [2], ...parts, passwordHash: await (hashed ??= hashPassword(PASSWORD)) });
}

export const signInAs = (
  world: TestApp,
  email: string,
  password: string = PASSWORD,
  headers: Record<string, string> = {},
) => as(world, null).call(api.auth.login, { body: { email, password } }, headers);

export const check = async (world: TestApp, token: string) => (await as(world, { token }).call(api.auth.check)).status;
