import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, roleId, rowVersion } from '../shared/paging.ts';
import { knownPassword } from './schemas.ts';
import { list, text } from '../shared/text-schema.ts';

/** The six digits of the app, or a recovery code; spaces and hyphens do not matter. */
const code = text(40, { notEmpty: 'Escriba el código.', tooLong: 'El código es demasiado largo.' });

export const passwordBody = z.object({ password: knownPassword });
export const codeBody = z.object({ code });
export const disableBody = z.object({ password: knownPassword, code });
export type DisableBody = z.infer<typeof disableBody>;

const secondFactorState = z.object({
  enabled: z.boolean(),
  since: instant.nullable(),
  codesLeft: z.number(),
  required: z.boolean(),
  /** False: the installation's key changed, so codes of the app cannot be checked any more. */
  readable: z.boolean(),
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

/** `secret` is base32, `uri` the content of the QR code (`otpauth://totp/…`). */
const enrolment = z.object({ secret: z.string(), uri: z.string() });
export type Enrolment = z.infer<typeof enrolment>;

/** Shown once; the server keeps their hashes only. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const requiredRoles = z.object({ roles: list(roleId, 5), version: rowVersion });
export type RequiredRoles = z.infer<typeof requiredRoles>;

export const CODE_ERRORS = [
  'SECOND_FACTOR_WRONG',
  'RECOVERY_CODE_WRONG',
  'SECOND_FACTOR_UNREADABLE',
  'TOO_MANY_ATTEMPTS',
] as const;

/** The optional second factor: codes of an authenticator app (TOTP). At the sign-in it is the `code` of POST /login. */
export const secondFactor = {
  state: endpoint('GET', '/second-factor', 'session', {
    summary: 'El segundo factor propio',
    response: secondFactorState,
    // The dialog that unlocks a session offers a code only to those who have one.
    whileLocked: true,
    duringSetup: 'secondFactor',
  }),
  begin: endpoint('POST', '/second-factor', 'session', {
    summary: 'Empieza a activar el segundo factor: secreto para la aplicación de códigos',
    body: passwordBody,
    response: enrolment,
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_ACTIVE', 'TOO_MANY_ATTEMPTS'],
    duringSetup: 'secondFactor',
    audited: false,
  }),
  confirm: endpoint('POST', '/second-factor/confirm', 'session', {
    summary: 'Activa el segundo factor con un código; entrega los códigos de recuperación',
    body: codeBody,
    response: recoveryCodes,
    errors: ['SECOND_FACTOR_NOT_BEGUN', 'SECOND_FACTOR_ACTIVE', 'SECOND_FACTOR_WRONG', 'TOO_MANY_ATTEMPTS'],
    duringSetup: 'secondFactor',
  }),
  renewCodes: endpoint('POST', '/second-factor/codes', 'session', {
    summary: 'Reemplaza los códigos de recuperación propios',
    body: codeBody,
    response: recoveryCodes,
    errors: ['SECOND_FACTOR_INACTIVE', ...CODE_ERRORS],
  }),
  disable: endpoint('POST', '/second-factor/disable', 'session', {
    summary: 'Desactiva el segundo factor propio',
    body: disableBody,
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_INACTIVE', ...CODE_ERRORS],
  }),
  reset: endpoint('DELETE', '/user/:id/second-factor', 'users', {
    summary: 'Restablece el segundo factor de un usuario que lo perdió y cierra sus sesiones',
    errors: ['OWN_SECOND_FACTOR', 'SECOND_FACTOR_INACTIVE'],
    confirmed: true,
  }),
  roles: endpoint('GET', '/second-factor/roles', 'users', {
    summary: 'Los roles que exigen el segundo factor',
    response: requiredRoles,
  }),
  requireRoles: endpoint('PUT', '/second-factor/roles', 'users', {
    summary: 'Decide qué roles exigen el segundo factor, desde el próximo ingreso',
    body: requiredRoles,
    response: requiredRoles,
    errors: ['CONFLICT'],
    confirmed: true,
  }),
};
