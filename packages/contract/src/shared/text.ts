/** Lower case, no accents (ñ becomes n), single blanks: how names and searches are compared. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Line ends, other control characters, and the marks that reverse the direction of the text after them. */
const NOT_IN_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** For names and the like, which end up in mail headers, lists and logs: `.refine(isOneLine, ONE_LINE)`. */
export const isOneLine = (text: string): boolean => !NOT_IN_ONE_LINE.test(text);
export const ONE_LINE = 'No puede tener saltos de línea ni otros caracteres de control.';

/** A user's name as screens and records show it; in SQL it is the server's fullName(). */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
