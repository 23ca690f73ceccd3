import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { intBetween, roleId, rowVersion } from '../shared/paging.ts';
import { list } from '../shared/text-schema.ts';
import { CODE_ERRORS, codeBody, passwordBody } from './second-factor.ts';

const confirmBody = z.union([passwordBody, codeBody], 'Escriba su contraseña o un código.');
export type ConfirmBody = z.infer<typeof confirmBody>;

export const IDLE_MINUTES_MIN = 5;
export const IDLE_MINUTES_MAX = 480;
const NO_MINUTES = `Ingrese de ${IDLE_MINUTES_MIN} a ${IDLE_MINUTES_MAX} minutos.`;
const idleLimits = z.object({
  /** Roles without a limit are left out. */
  limits: list(z.object({ roleId, minutes: intBetween(IDLE_MINUTES_MIN, IDLE_MINUTES_MAX, NO_MINUTES) }), 5),
  version: rowVersion,
});
export type IdleLimits = z.infer<typeof idleLimits>;

const confirmWays = z.object({
  password: z.boolean(),
  code: z.boolean(),
  /** The city's directory, with which the user has signed in. */
  directory: z.boolean(),
});

export const identity = {
  ways: endpoint('GET', '/session/confirm', 'session', {
    summary: 'Con qué puede confirmar su identidad',
    response: confirmWays,
    whileLocked: true,
    duringSetup: 'any',
  }),
  confirm: endpoint('POST', '/session/confirm', 'session', {
    summary: 'Confirma la identidad en la sesión abierta y la desbloquea',
    body: confirmBody,
    errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_INACTIVE', ...CODE_ERRORS],
    whileLocked: true,
    duringSetup: 'any',
  }),
  /** Does nothing else: every request counts as activity. */
  activity: endpoint('POST', '/session/activity', 'session', {
    summary: 'Avisa que la persona sigue frente a la pantalla',
    duringSetup: 'any',
    audited: false,
  }),
  idleLimits: endpoint('GET', '/session/idle', 'users', {
    summary: 'Los minutos sin actividad tras los que se bloquea la sesión de cada rol',
    response: idleLimits,
  }),
  setIdleLimits: endpoint('PUT', '/session/idle', 'users', {
    summary: 'Decide tras cuántos minutos sin actividad se bloquea la sesión de cada rol',
    body: idleLimits,
    response: idleLimits,
    errors: ['CONFLICT'],
  }),
};
