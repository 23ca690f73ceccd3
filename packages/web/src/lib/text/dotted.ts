/** The given words with dots between them: "a · b". */
export const dotted = (...words: readonly (string | false | null | undefined)[]): string =>
  words.filter(Boolean).join(' · ');
