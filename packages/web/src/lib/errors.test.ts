import { expect, test } from 'vitest';
import { ApiError, type ClientErrorCode, errorText } from './errors.ts';

const refusal = (code: ClientErrorCode, retryAfter?: number) =>
  new ApiError({ code, status: 400, ...(retryAfter !== undefined && { retryAfter }) });

test.each<[unknown, string]>([
  [refusal('INVALID_CREDENTIALS'), 'Correo electrónico o contraseña inválidos'],
  [refusal('FORBIDDEN'), 'Su rol no permite esta acción.'],
  [refusal('NETWORK'), 'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.'],
  [refusal('TIMEOUT'), 'El servidor tardó demasiado en responder. Inténtelo de nuevo.'],
  [refusal('TOO_MANY_ATTEMPTS', 61), 'Demasiados intentos fallidos. Espere 2 minutos e inténtelo de nuevo.'],
  [refusal('TOO_MANY_ATTEMPTS', 5), 'Demasiados intentos fallidos. Espere 1 minuto e inténtelo de nuevo.'],
  [refusal('TOO_MANY_ATTEMPTS'), 'Demasiados intentos fallidos. Espere unos minutos e inténtelo de nuevo.'],
])('%s', (error, text) => {
  expect(errorText(error, 'El texto de la pantalla.')).toBe(text);
});

test.each([refusal('INTERNAL'), refusal('UNKNOWN'), new TypeError('x'), 'x', undefined])(
  'what says nothing by itself gets the text of the screen, or the default one (%s)',
  (error) => {
    expect(errorText(error, 'El texto de la pantalla.')).toBe('El texto de la pantalla.');
    expect(errorText(error)).toBe(
      'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.',
    );
  },
);
