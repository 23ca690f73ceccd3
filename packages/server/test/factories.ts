import { randomUUID } from 'node:crypto';
import { TOKEN_LIFE_SECONDS } from '@campanero/contract/limits';
import { primaryRole } from '@campanero/contract/roles';
import { insertSession } from '../src/features/auth/auth.queries.ts';
import { signToken } from '../src/features/auth/session/tokens.ts';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { TestApp } from './app.ts';

/** A signed-in user. */
export interface TestUser {
  id: number;
  firstName: string;
  lastName: string;
  name: string;
  email: string;
  /** Highest first; empty: guest. */
  roles: number[];
  primary: number | undefined;
  sessionId: string;
  token: string;
}

export interface UserParts {
  roles?: number[];
  firstName?: string;
  lastName?: string;
  email?: string;
  disabled?: boolean;
  mustChangePassword?: boolean;
  /** Argon2id; without one the user cannot sign in with a password. */
  passwordHash?: string;
}

let counter = 0;
const next = () => ++counter;

export async function aUser(world: TestApp, parts: UserParts = {}): Promise<TestUser> {
  const n = next();
  const { roles = [], firstName = `Nombre${n}`, lastName = `Apellido${n}` } = parts;
  const email = parts.email ?? `persona${n}.${randomUUID().slice(0, 8)}@prueba.gob.ar`;
  const { id } = await world.db
    .insertInto('appUser')
    .values({
      firstName,
      lastName,
      email,
      disabled: parts.disabled ?? false,
      mustChangePassword: parts.mustChangePassword ?? false,
      passwordHash: parts.passwordHash ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (roles.length > 0)
    await world.db
      .insertInto('userRole')
      .values(roles.map((roleId) => ({ userId: id, roleId })))
      .execute();
  const ranked = roles.toSorted((a, b) => b - a);
  const user = {
    id,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email,
    roles: ranked,
    primary: primaryRole(roles),
  };
  return { ...user, ...(await aSession(world, id)) };
}

/** Another session of the same user. */
export async function aSession(world: TestApp, userId: number): Promise<{ sessionId: string; token: string }> {
  const now = world.clock.now();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_SECONDS * 1000);
  const sessionId = randomUUID();
  const tokenId = randomUUID();
  const times = { passwordAt: now, createdAt: now, lastSeenAt: now, expiresAt };
  const session = { id: sessionId, userId, tokenId, ...times, address: '192.0.2.1', userAgent: 'prueba' };
  await world.db.transaction().execute((trx) => insertSession(trx, session));
  return {
    sessionId,
    token: await signToken(world.deps.config, { userId, sessionId, tokenId, issuedAt: now, expiresAt }),
  };
}

/** Marks the session as just confirmed by password. */
export const confirmed = (world: TestApp, { sessionId }: Pick<TestUser, 'sessionId'>) =>
  world.db.updateTable('session').set({ confirmedAt: world.clock.now() }).where('id', '=', sessionId).execute();

export const anAdministrator = (world: TestApp, parts: UserParts = {}) => aUser(world, { ...parts, roles: [5] });
export const aCoordinator = (world: TestApp, parts: UserParts = {}) => aUser(world, { ...parts, roles: [4] });
export const anExternalCoordinator = (world: TestApp, parts: UserParts = {}) => aUser(world, { ...parts, roles: [3] });
export const anOperator = (world: TestApp, parts: UserParts = {}) => aUser(world, { ...parts, roles: [2] });
export const anExternalOperator = (world: TestApp, parts: UserParts = {}) => aUser(world, { ...parts, roles: [1] });
export const aGuest = (world: TestApp, parts: UserParts = {}) => aUser(world, parts);

export async function anObjective(world: TestApp, parts: { name?: string; disable?: boolean } = {}) {
  const { name = `Objetivo ${next()} ${randomUUID().slice(0, 8)}`, disable = false } = parts;
  return world.db.insertInto('objective').values({ name, disable }).returning(['id', 'name']).executeTakeFirstOrThrow();
}

interface CampaignParts {
  name?: string;
  description?: string;
  externalId?: string | null;
  objectiveId?: number;
  coordinatedBy?: number;
  external?: boolean;
  startDate?: Date;
  endDate?: Date;
  createdAt?: Date;
  status?: CampaignStatus;
  /** User ids. */
  operators?: number[];
}

const DAY = 86_400_000;

export async function aCampaign(world: TestApp, parts: CampaignParts = {}): Promise<{ id: number; name: string }> {
  const { operators = [], status = 'PENDIENTE' } = parts;
  const now = world.clock.now().getTime();
  const campaign = await world.db
    .insertInto('campaign')
    .values({
      name: parts.name ?? `Campaña ${next()}`,
      description: parts.description ?? 'Una campaña de prueba',
      externalId: parts.externalId ?? null,
      objectiveId: parts.objectiveId ?? (await anObjective(world)).id,
      coordinatedBy: parts.coordinatedBy ?? (await aCoordinator(world)).id,
      external: parts.external ?? false,
      startDate: parts.startDate ?? new Date(now - DAY),
      endDate: parts.endDate ?? new Date(now + 30 * DAY),
      createdAt: parts.createdAt ?? new Date(now),
      status,
      statusBeforePause: status === 'PAUSADA' ? 'EN CURSO' : null,
      statusBeforeLoad: status === 'CARGANDO AUDIENCIA' ? 'PENDIENTE' : null,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  if (operators.length > 0)
    await world.db
      .insertInto('campaignOperator')
      .values(operators.map((userId) => ({ campaignId: campaign.id, userId })))
      .execute();
  return campaign;
}

/** Form fields to create a campaign. */
export const aCampaignForm = async (world: TestApp, coordinator: TestUser) => ({
  name: 'Campaña con guiones',
  description: 'Para probar archivos',
  objectiveId: (await anObjective(world)).id,
  coordinatedBy: coordinator.id,
  operators: (await anOperator(world)).id,
  startDate: '2026-03-11T12:00:00Z',
  endDate: '2026-04-11T12:00:00Z',
});
