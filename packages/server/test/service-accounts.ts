import { SERVICE_SCOPES, type ServiceScope } from '@campanero/contract/roles';
import { SERVICE_KEY_START } from '@campanero/contract/service-accounts/schemas';
import { randomBytes } from 'node:crypto';
import { hashKey } from '../src/features/service-accounts/admit-service.ts';
import {
  insertAccount,
  insertKey,
  type NewAccount,
} from '../src/features/service-accounts/service-accounts.queries.ts';
import type { TestApp } from './app.ts';
import { anAdministrator } from './factories.ts';

export const ALL_SCOPES = Object.keys(SERVICE_SCOPES) as ServiceScope[];
const MONTH_MS = 30 * 86_400_000;

/** An account with a valid key, as `token`. */
export async function aServiceAccount(world: TestApp, parts: Partial<NewAccount> = {}) {
  const now = world.clock.now();
  const createdBy = (await anAdministrator(world)).id;
  const token = SERVICE_KEY_START + randomBytes(32).toString('base64url');
  const account = {
    name: `Programa ${randomBytes(4).toString('hex')}`,
    scopes: ALL_SCOPES,
    external: false,
    campaignIds: null,
    addresses: [],
    expiresAt: new Date(now.getTime() + MONTH_MS),
    ...parts,
  };
  const id = await world.db.transaction().execute(async (trx) => {
    const userId = await insertAccount(trx, account, { userId: createdBy, now });
    await insertKey(trx, { userId, digest: hashKey(token), prefix: token.slice(0, 10), createdBy, now });
    return userId;
  });
  return { id, token, name: account.name };
}
