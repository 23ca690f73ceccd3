import type { DirectoryRoles } from '@campanero/contract/auth/directory';
import { z } from 'zod';

export type Claims = Record<string, unknown>;
/** What the issuer said about a person. `claims` has both sources, the token's first. */
export interface Arrival {
  issuer: string;
  subject: string;
  issuerSession: string | undefined;
  refreshToken: string | undefined;
  token: Claims;
  userinfo: Claims;
  claims: Claims;
}

const MAIL_MAX = 254;
const NAME_MAX = 60;
const mail = z.email().max(MAIL_MAX);

/** Names of persons, sessions and messages, as the issuer chose them: stored and compared, never read. */
export const opaqueName = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{C}+$/u);

const isYes = (value: unknown) => value === true || value === 'true';

/** The mail with its mark of verification: both from one source, the token before the user's information. */
export function mailOf({ token, userinfo }: Pick<Arrival, 'token' | 'userinfo'>) {
  const source = token['email'] === undefined ? userinfo : token;
  const parsed = mail.safeParse(source['email']);
  if (!parsed.success) return { email: undefined, isVerified: false };
  const isSame = userinfo['email'] === source['email'];
  const verified = source['email_verified'] ?? (isSame ? userinfo['email_verified'] : undefined);
  return { email: parsed.data, isVerified: isYes(verified) };
}

/** Authentication methods of RFC 8176 that are, or stand for, a second factor. */
const METHODS = new Set(['mfa', 'mca', 'otp', 'hwk', 'sc', 'sms', 'tel']);
const LEVELS = new Set([
  'mfa',
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'http://idmanagement.gov/ns/assurance/aal/2',
  'http://idmanagement.gov/ns/assurance/aal/3',
]);

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');

/** From the signed token alone. */
export const hasSecondFactor = (token: Claims) =>
  textsOf(token['amr']).some((method) => METHODS.has(method)) ||
  textsOf(token['acr']).some((level) => LEVELS.has(level));

/** A claim by its name, or by its way into objects (`realm_access.roles`). */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (inside, part) =>
        inside !== null && typeof inside === 'object' && Object.hasOwn(inside, part)
          ? (inside as Claims)[part]
          : undefined,
      claims,
    );
}

/** Highest first. */
export function rolesOf(claims: Claims, { claim, values }: Pick<DirectoryRoles, 'claim' | 'values'>): number[] {
  const held = new Set(textsOf(claimOf(claims, claim)));
  const given = values.flatMap(({ value, roleId }) => (roleId !== null && held.has(value) ? [roleId] : []));
  return [...new Set(given)].toSorted((a, b) => b - a);
}

const nameText = (value: unknown) =>
  typeof value === 'string'
    ? value
        .normalize('NFC')
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, NAME_MAX)
        .trim()
    : '';

/** Of a person who gets a user; the mail's first part if the issuer tells no name. */
export function nameOf(claims: Claims, email: string): { firstName: string; lastName: string } {
  const [first, last] = [nameText(claims['given_name']), nameText(claims['family_name'])];
  if (first) return { firstName: first, lastName: last };
  const whole = nameText(claims['name']) || nameText(email.split('@')[0]);
  const space = whole.indexOf(' ');
  return space < 0
    ? { firstName: whole, lastName: last }
    : { firstName: whole.slice(0, space), lastName: last || whole.slice(space + 1) };
}
