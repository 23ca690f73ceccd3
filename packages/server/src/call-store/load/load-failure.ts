/** The socket's and the report's words for a file that cannot be loaded at all. */
export const INVALID_FIELDS = 'Los campos del csv son inválidos';
/** The same for people from another system. */
export const NOBODY_VALID = 'Ninguno de los contactos importados es válido';
export const NO_SPACE_FOR_LOAD = 'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.';
export const TOO_MANY_ROWS = 'Una carga admite hasta 16.777.215 filas válidas.';
export const TOO_MANY_CALLS = 'Una campaña admite hasta 16.777.215 números.';

/** Ends a load for good, with words for the person who loaded: trying again would end the same way. */
export class LoadFailure extends Error {
  readonly words: string;
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.words = words;
  }
}

/** The load was cancelled, or another attempt has taken it over: this one must leave no trace. */
export class LoadOver extends Error {
  constructor() {
    super('the load was cancelled or taken over');
  }
}
