import type { DirectoryTrial } from '@campanero/contract/auth/directory';
import { fullName } from '@campanero/contract/shared/text';
import { roleName } from '@campanero/contract/roles';
import type { SignedCtx } from '../../../work/index.ts';
import { findAccountByEmail, findConfirmWays, getAccount } from '../auth.queries.ts';
import { type Arrival, claimOf, hasSecondFactor, mailOf, rolesOf } from './claims.ts';
import { findDirectoryRoles } from './directory-roles.ts';
import { findIdentity } from './directory.queries.ts';

const VALUE_MAX = 2_000;
const NAME_MAX = 200;
const CLAIMS_MAX = 200;

/** What a sign-in with this answer would do, and what it lacks. Changes nothing. */
export async function describeArrival(ctx: SignedCtx, arrival: Arrival): Promise<DirectoryTrial> {
  const { token, userinfo, claims } = arrival;
  const roles = await findDirectoryRoles(ctx.db);
  const [claim, given] = [claimOf(claims, roles.claim), rolesOf(claims, roles)];
  const { email, isVerified } = mailOf(arrival);
  const isTwofold = hasSecondFactor(token);
  const named = given.map(roleName).join(', ') || 'ninguno';
  return {
    claims: [...listed(token, 'token'), ...listed(userinfo, 'userinfo')].slice(0, CLAIMS_MAX),
    result: [
      { label: 'Usuario', value: await userOf(ctx, arrival, given.length > 0 && roles.isOn) },
      { label: 'Correo', value: email ? `${email} (${isVerified ? 'verificado' : 'sin verificar'})` : 'no llegó' },
      { label: `Roles según «${roles.claim}»`, value: roles.isOn ? named : `${named} (no se aplican: está apagado)` },
      {
        label: 'Segundo factor',
        value: isTwofold ? 'cuenta el del directorio' : 'se pide el propio, si el rol lo exige',
      },
      {
        label: 'Duración',
        value: arrival.refreshToken ? 'la de siempre; se consulta al directorio cada diez minutos' : 'una hora',
      },
    ],
    missing: [
      !email && 'El correo (email): sin él no se puede vincular a nadie.',
      email && !isVerified && 'La marca de correo verificado (email_verified): sin ella no se vincula a nadie nuevo.',
      roles.isOn && claim === undefined && `El dato de los roles («${roles.claim}»).`,
      roles.isOn && claim !== undefined && given.length === 0 && `Un valor de «${roles.claim}» que dé un rol.`,
      !token['amr'] && !token['acr'] && 'Cómo se identificó (amr o acr): no se sabe si hubo segundo factor.',
      !arrival.refreshToken &&
        'El token de renovación (offline_access): sin él no se puede consultar si la persona sigue en el directorio.',
      !arrival.issuerSession && 'La sesión (sid): un aviso de salida cierra todas las de la persona.',
    ].filter((text) => typeof text === 'string'),
  };
}

async function userOf({ db }: SignedCtx, arrival: Arrival, isCreated: boolean): Promise<string> {
  const identity = await findIdentity(db, arrival.issuer, arrival.subject);
  const { email, isVerified } = mailOf(arrival);
  const found = email && isVerified ? await findAccountByEmail(db, email) : undefined;
  const account = identity ? await getAccount(db, identity.userId) : found;
  if (!account) {
    if (!email || !isVerified) return 'ninguno: no entra';
    return isCreated ? 'se crea uno nuevo' : 'ninguno con ese correo: no entra';
  }
  const name = fullName(account);
  if (account.disabled) return `${name} (deshabilitado: no entra)`;
  if (identity) return `${name} (ya vinculado)`;
  const { directory: isTaken } = await findConfirmWays(db, account.id, arrival.issuer);
  return isTaken ? `${name} (vinculado a otra cuenta del directorio: no entra)` : `${name} (se vincula)`;
}

const listed = (claims: Record<string, unknown>, source: 'token' | 'userinfo') =>
  Object.entries(claims).map(([name, value]) => ({
    name: name.slice(0, NAME_MAX),
    value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, VALUE_MAX),
    source,
  }));
