// The few sentences about errors that every page of the web app needs; the whole table (errors.ts) is the server's.

export const SESSION_EXPIRED_TEXT = 'El token ha caducado. Por favor inicie sesión nuevamente.';
export const DEFAULT_ERROR_TEXT =
  'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.';
export const DEFAULT_SUCCESS_TEXT = 'Fue completado con éxito';

/** What users read where the words in the answer are compared by other clients (rule api/fixed-wire-texts). */
export const READ_TEXTS = {
  CAMPAIGN_PROCESSING: 'La campaña está siendo procesada. Por favor espere',
  TOO_MANY_PER_OPERATOR: 'Se puede asignar hasta un máximo de 15.000 números por operador.',
  AMOUNT_OVER_TOTAL: 'No se puede asignar una cantidad mayor al total de números.',
  INVALID_OPERATOR: 'No es posible registrar un llamado a un contacto que no está asignado a tu usuario',
} as const;
