/** What may be left open in a script or a question and is filled in each call (blanks.ts knows more spellings). */
export const BLANK_NAMES: readonly string[] = [
  '{nombre}',
  '{apellido}',
  '{tratamiento}',
  '{operador}',
  '{campaña}',
  '{fecha}',
  '{barrio}',
];
