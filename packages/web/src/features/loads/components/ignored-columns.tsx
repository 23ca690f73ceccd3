import { ignoredText } from '../texts.ts';

const SHOWN = 20;

/** "3 columnas no reconocidas se ignoran: **Obra social**, **Piso**, **Observ.**" */
export function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  // A file may have the same unknown column twice.
  const names = [...new Set(columns)];
  if (names.length === 0) return null;
  const rest = names.length - SHOWN;
  return (
    <>
      {ignoredText(names)}:{' '}
      {names.slice(0, SHOWN).map((name, place) => (
        <span key={name}>
          {place > 0 && ', '}
          <b>{name}</b>
        </span>
      ))}
      {rest > 0 ? ` y ${rest} más.` : names.at(-1)?.endsWith('.') ? '' : '.'}
    </>
  );
}
