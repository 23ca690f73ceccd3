import { type ErrorCode, ERRORS, wireText } from '@campanero/contract/errors';
import { expect, test } from 'vitest';
import { ApiError, errorOf, errorText } from './errors.ts';

/** As the server answers. */
const refused = (code: ErrorCode, retryAfter?: number) =>
  errorOf(
    Response.json(
      { error: code, message: wireText(code) },
      { status: ERRORS[code].status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
    ),
  );
const own = (code: 'NETWORK' | 'TIMEOUT' | 'UNKNOWN') => new ApiError({ code, status: 0 });

test('every code of the server is read with its sentence', async () => {
  const generic = new Set(['INTERNAL', 'BAD_REQUEST']);
  for (const [code, { es }] of Object.entries(ERRORS))
    expect(errorText(await refused(code as ErrorCode), 'Otro.')).toBe(generic.has(code) ? 'Otro.' : es);
});

test('an answer of a gateway says nothing by itself', async () => {
  const answer = Response.json({ error: 'Bad Gateway', message: 'no healthy upstream' }, { status: 502 });
  expect(errorText(await errorOf(answer), 'El texto de la pantalla.')).toBe('El texto de la pantalla.');
});

test.each<[unknown, string]>([
  [await refused('INVALID_CREDENTIALS'), 'Correo electrónico o contraseña inválidos'],
  [await refused('FORBIDDEN'), 'Su rol no permite esta acción.'],
  [own('NETWORK'), 'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.'],
  [own('TIMEOUT'), 'El servidor tardó demasiado en responder. Inténtelo de nuevo.'],
  [await refused('TOO_MANY_ATTEMPTS', 61), 'Demasiados intentos fallidos. Espere 2 minutos e inténtelo de nuevo.'],
  [await refused('TOO_MANY_ATTEMPTS', 5), 'Demasiados intentos fallidos. Espere 1 minuto e inténtelo de nuevo.'],
  [await refused('TOO_MANY_ATTEMPTS'), 'Demasiados intentos fallidos. Espere unos minutos e inténtelo de nuevo.'],
])('%s', (error, text) => {
  expect(errorText(error, 'El texto de la pantalla.')).toBe(text);
});

test.each([await refused('INTERNAL'), own('UNKNOWN'), new TypeError('x'), 'x', undefined])(
  'what says nothing by itself gets the text of the screen, or the default one (%s)',
  (error) => {
    expect(errorText(error, 'El texto de la pantalla.')).toBe('El texto de la pantalla.');
    expect(errorText(error)).toBe(
      'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.',
    );
  },
);
