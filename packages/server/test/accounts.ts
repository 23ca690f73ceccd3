import { api } from '@campanero/contract';
import { hash } from '@node-rs/argon2';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aUser, type TestUser, type UserParts } from './factories.ts';

export const PASSWORD = 'siete perros amarillos';
/** Cheapest Argon2id parameters: the product's are slow on purpose. */
const WEAK = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
let hashed: Promise<string> | undefined;

/** A user who can sign in with PASSWORD. Tests about hashes create their own. */
export async function anAccount(world: TestApp, parts: UserParts = {}): Promise<TestUser> {
  return aUser(world, { roles: [2], passwordHash: await (hashed ??= hash(PASSWORD, WEAK)), ...parts });
}

export const signInAs = (
  world: TestApp,
  email: string,
  password: string = PASSWORD,
  headers: Record<string, string> = {},
) => as(world, null).call(api.auth.login, { body: { email, password } }, headers);

export const check = async (world: TestApp, token: string) => (await as(world, { token }).call(api.auth.check)).status;
