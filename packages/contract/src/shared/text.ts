/** Lower case, no accents (ñ becomes n), single blanks: how names and searches are compared. */
export const fold = (text: string): string =>
  text
    // Before NFD too, which sorts the marks of a letter: a run of thousands would take seconds.
    .replace(/\p{Mn}+/gu, '')
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Line ends, other control characters, and the marks that reverse the direction of the text after them. */
const NOT_IN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
export const isOneLine = (text: string): boolean => !NOT_IN_ONE_LINE.test(text);
export const ONE_LINE = 'No puede tener saltos de línea ni otros caracteres de control.';

/** More accents on one letter than any language writes: NFC needs quadratic time for them. */
const MARKS_PILED_UP = /\p{M}{31}/u;
export const isComposable = (text: string): boolean => !MARKS_PILED_UP.test(text);
export const NOT_COMPOSABLE = 'Tiene demasiados acentos sobre una misma letra.';

/** A user's name as screens and records show it; in SQL it is the server's fullName(). */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
