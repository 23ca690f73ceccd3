/** The socket's and the report's words for a file that cannot be loaded at all (spec 8). */
export const INVALID_FIELDS = 'Los campos del csv son inválidos';

/** The same of people from another system. */
export const NOBODY_VALID = 'Ninguno de los contactos importados es válido';
export const NO_SPACE = 'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.';

/** What ends a load for good, told to whoever loaded: trying again would end the same way. */
export class LoadFailure extends Error {
  readonly words: string;
  constructor(words: string, cause?: unknown) {
    super(words, { cause });
    this.words = words;
  }
}

/** Cancelled, or taken over by another attempt: this one must leave no trace. */
export class LoadOver extends Error {
  constructor() {
    super('the load was cancelled or taken over');
  }
}
