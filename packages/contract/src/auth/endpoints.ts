import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import * as schemas from './schemas.ts';
import { CODE_ERRORS } from './second-factor.ts';
import { rawText } from '../shared/text-schema.ts';

const SIGN_IN_ERRORS = [
  'INVALID_CREDENTIALS',
  'SECOND_FACTOR_REQUIRED',
  'PASSWORD_SIGN_IN_OFF',
  ...CODE_ERRORS,
] as const;
const sub = z.object({ sub: rawText(40).min(1) });

export const auth = {
  login: endpoint('POST', '/login', 'public', {
    summary: 'Inicia sesión',
    body: schemas.loginBody,
    response: schemas.session,
    errors: [...SIGN_IN_ERRORS],
    audited: false,
  }),
  check: endpoint('GET', '/check', 'session', {
    summary: 'Valida la sesión guardada',
    response: schemas.sessionCheck,
    duringSetup: 'any',
  }),
  refresh: endpoint('GET', '/refresh', 'session', {
    summary: 'Renueva la sesión en su última hora',
    response: z.object({ token: z.string(), expires: z.number() }),
    hasEffect: true,
    errors: ['REFRESH_TOO_EARLY'],
    duringSetup: 'any',
  }),
  logout: endpoint('POST', '/logout', 'session', {
    summary: 'Cierra la sesión',
    whileLocked: true,
    duringSetup: 'any',
  }),
  recover: endpoint('POST', '/user/recovery', 'public', {
    summary: 'Envía un enlace para restablecer la contraseña',
    body: schemas.recoveryBody,
    response: schemas.message,
    errors: ['RECOVERY_FAILED', 'PASSWORD_SIGN_IN_OFF'],
    invalid: 'RECOVERY_FAILED',
    audited: false,
  }),
  reset: endpoint('POST', '/password/:id', 'public', {
    summary: 'Restablece la contraseña con el enlace recibido',
    query: z.object({ token: rawText(200).min(1) }),
    body: schemas.resetBody,
    response: schemas.message,
    errors: ['RESET_FAILED', 'PASSWORD_TOO_COMMON', 'PASSWORD_SIGN_IN_OFF'],
  }),
  signInLink: endpoint('POST', '/signin-link/:id', 'public', {
    summary: 'Inicia sesión con el enlace de un solo uso que se pidió en el servidor',
    query: z.object({ token: rawText(200).min(1) }),
    response: schemas.session,
    errors: ['SIGN_IN_LINK_USED'],
  }),
  changePassword: endpoint('POST', '/password', 'session', {
    summary: 'Cambia la contraseña propia',
    body: schemas.changePasswordBody,
    response: schemas.message,
    duringSetup: 'any',
    errors: ['WRONG_PASSWORD', 'PASSWORD_UNCHANGED', 'PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
  }),
  sessions: endpoint('GET', '/session', 'session', {
    summary: 'Las sesiones abiertas propias',
    response: z.array(schemas.openSession),
  }),
  endSession: endpoint('DELETE', '/session/:id', 'session', {
    summary: 'Cierra una sesión propia',
    params: z.object({ id: z.uuid() }),
  }),
  userSessions: endpoint('GET', '/user/:id/session', 'users', {
    summary: 'Las sesiones abiertas de un usuario',
    response: z.array(schemas.openSession),
  }),
  endUserSessions: endpoint('DELETE', '/user/:id/session', 'users', {
    summary: 'Cierra todas las sesiones de un usuario',
  }),
};

/** For clients that are older than the rest of this API (rule api/legacy-shell-calls). */
export const shell = {
  register: endpoint('POST', '/auth/register', 'public', {
    summary: 'Registro propio, si está habilitado',
    body: schemas.guestBody,
    status: 201,
    response: schemas.shellSession,
    errors: ['REGISTRATION_CLOSED', 'EMAIL_TAKEN', 'PASSWORD_TOO_COMMON'],
  }),
  signIn: endpoint('GET', '/auth', 'public', {
    summary: 'Inicia sesión con credenciales en el cuerpo o en Basic',
    response: schemas.shellSession,
    hasEffect: true,
    errors: [...SIGN_IN_ERRORS, 'CREDENTIALS_IN_ADDRESS'],
    // It declares no parameter, so any parameter is malformed: credentials in an address would end up in logs.
    invalid: 'CREDENTIALS_IN_ADDRESS',
  }),
  accessToken: endpoint('GET', '/auth/access-token', 'session', {
    summary: 'Inicia sesión con el token guardado',
    response: schemas.shellSession,
    anonymous: 'TOKEN_LOGIN_FAILED',
    errors: ['TOKEN_LOGIN_FAILED'],
    duringSetup: 'any',
  }),
  // Not for guests: theirs are kept in their browser only.
  update: endpoint('POST', '/auth/user/update', 'staff', {
    summary: 'Guarda la configuración y los atajos propios',
    body: schemas.shellUserUpdate,
    response: schemas.shellUser,
    audited: false,
  }),
  identity: endpoint('GET', '/v2/users/:sub', 'session', {
    summary: 'El registro propio, como servicio de identidad',
    params: sub,
    response: schemas.identityUser,
  }),
  patchIdentity: endpoint('PATCH', '/v2/users/:sub', 'staff', {
    summary: 'Cambia la configuración del registro propio',
    params: sub,
    body: schemas.identityPatch,
    response: schemas.identityUser,
    idempotentBecause: 'sets only the named settings of the user',
    audited: false,
  }),
};
