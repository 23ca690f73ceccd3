/** Shown to the user, by socket and report. */
export const INVALID_FIELDS = 'Los campos del csv son inválidos';
export const NO_VALID_CONTACTS = 'Ninguno de los contactos importados es válido';
export const NO_SPACE_FOR_LOAD = 'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.';
export const TOO_MANY_ROWS = 'Una carga admite hasta 16.777.215 filas válidas.';
export const TOO_MANY_CALLS = 'Una campaña admite hasta 16.777.215 números.';

/** Non-retryable; `words` are shown to the user who started the load. */
export class LoadFailure extends Error {
  readonly words: string;
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.words = words;
  }
}
