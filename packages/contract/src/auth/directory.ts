import { z } from 'zod';
import { session } from './schemas.ts';
import { CODE_ERRORS } from './second-factor.ts';
import { endpoint } from '../endpoint.ts';
import { roleId, rowVersion } from '../shared/paging.ts';
import { line, list, rawText, text } from '../shared/text-schema.ts';

/** The page to which the issuer sends people back; registered there as the redirect URI. */
export const DIRECTORY_RETURN = '/signin/directory';

/** The query of the address with which the issuer sent the browser back. */
const answer = rawText(4000).min(1);
const begun = z.object({ address: z.string() });

const DIRECTORY_ERRORS = [
  'DIRECTORY_DOWN',
  'DIRECTORY_SLOW',
  'DIRECTORY_CLIENT',
  'DIRECTORY_CLOCK',
  'DIRECTORY_KEYS',
  'DIRECTORY_REFUSED',
] as const;
const RETURN_ERRORS = ['DIRECTORY_EXPIRED', 'DIRECTORY_CANCELLED', ...DIRECTORY_ERRORS] as const;

export const MAPPED_VALUES_MAX = 200;
const directoryRoles = z.object({
  /** Whether each sign-in sets the roles. */
  isOn: z.boolean(),
  /** A claim of the token or of the user's information; a dot leads into an object (`realm_access.roles`). */
  claim: line(100, { notEmpty: 'Indique el dato del que salen los roles.' }),
  /** A value without a role gives nothing. */
  values: list(
    z.object({ value: line(200, { notEmpty: 'Escriba el valor.' }), roleId: roleId.nullable() }),
    MAPPED_VALUES_MAX,
    { tooLong: `Como mucho ${MAPPED_VALUES_MAX} valores.` },
  ),
  version: rowVersion,
});
export type DirectoryRoles = z.infer<typeof directoryRoles>;

const trial = z.object({
  /** Name of a claim and its value, as the issuer sent it. */
  claims: z.array(z.object({ name: z.string(), value: z.string(), source: z.enum(['token', 'userinfo']) })),
  /** What a sign-in would do. */
  result: z.array(z.object({ label: z.string(), value: z.string() })),
  missing: z.array(z.string()),
});
export type DirectoryTrial = z.infer<typeof trial>;

/** Sign-in with the city's directory (OpenID Connect); without OIDC_ISSUER all are 404. */
export const directory = {
  begin: endpoint('POST', '/directory/begin', 'public', {
    summary: 'Empieza un ingreso con el directorio: la dirección a la que se lleva a la persona',
    response: begun,
    errors: [...DIRECTORY_ERRORS],
    audited: false,
  }),
  signIn: endpoint('POST', '/directory/sign-in', 'public', {
    summary: 'Termina un ingreso con lo que devolvió el directorio',
    body: z.object({
      answer,
      code: text(40, { tooLong: 'El código es demasiado largo.' }).min(1, 'Escriba el código.').optional(),
    }),
    response: session,
    errors: [
      ...RETURN_ERRORS,
      'DIRECTORY_UNKNOWN_PERSON',
      'DIRECTORY_MAIL_UNVERIFIED',
      'DIRECTORY_OTHER_IDENTITY',
      'SECOND_FACTOR_REQUIRED',
      ...CODE_ERRORS,
    ],
    audited: false,
  }),
  beginTrial: endpoint('POST', '/directory/trial/begin', 'users', {
    summary: 'Empieza una prueba del directorio',
    response: begun,
    errors: [...DIRECTORY_ERRORS],
    audited: false,
    cookies: true,
  }),
  tryOut: endpoint('POST', '/directory/trial', 'users', {
    summary: 'Muestra lo que devolvió el directorio y lo que daría, sin cambiar nada',
    body: z.object({ answer }),
    response: trial,
    errors: [...RETURN_ERRORS],
    audited: false,
    cookies: true,
  }),
  beginConfirm: endpoint('POST', '/directory/confirm/begin', 'session', {
    summary: 'Empieza a confirmar la identidad con el directorio',
    response: begun,
    errors: [...DIRECTORY_ERRORS],
    whileLocked: true,
    duringSetup: 'any',
    audited: false,
    cookies: true,
  }),
  confirm: endpoint('POST', '/directory/confirm', 'session', {
    summary: 'Confirma la identidad con lo que devolvió el directorio',
    body: z.object({ answer }),
    errors: [...RETURN_ERRORS, 'DIRECTORY_OTHER_PERSON'],
    whileLocked: true,
    duringSetup: 'any',
    cookies: true,
  }),
  roles: endpoint('GET', '/directory/roles', 'users', {
    summary: 'Qué roles dan los valores del directorio',
    response: directoryRoles,
  }),
  setRoles: endpoint('PUT', '/directory/roles', 'users', {
    summary: 'Decide qué roles dan los valores del directorio',
    body: directoryRoles,
    bodyLimit: 200_000,
    response: directoryRoles,
    errors: ['CONFLICT'],
    confirmed: true,
  }),
  unlink: endpoint('DELETE', '/user/:id/directory', 'users', {
    summary: 'Desvincula a un usuario del directorio y cierra las sesiones que empezó ahí',
    confirmed: true,
  }),
  /** Called by the issuer (OpenID Connect Back-Channel Logout 1.0), with a form of one field. */
  logout: endpoint('POST', '/directory/logout', 'public', {
    summary: 'Aviso del directorio: una persona salió',
    body: z.object({ logout_token: rawText(8192).min(1) }),
    urlEncoded: true,
    bodyLimit: 33_000,
    response: z.object({}),
    errors: ['DIRECTORY_LOGOUT_REFUSED', ...DIRECTORY_ERRORS],
  }),
};
