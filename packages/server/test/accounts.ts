import { api } from '@campanero/contract';
import { hash } from '@node-rs/argon2';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import { aUser, type TestUser, type UserParts } from './factories.ts';

export const PASSWORD = 'siete perros amarillos';
/** Argon2id as weak as it can be: the product's is meant to be slow, and a check costs what its hash asks for. */
const WEAK = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
let hashed: Promise<string> | undefined;

/** Somebody who can sign in with PASSWORD. A test about hashes brings the product's own. */
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
