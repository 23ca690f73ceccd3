import { formatCount } from '@campanero/contract/shared/numbers';
import { ignoredText } from '../texts.ts';

const SHOWN_COLUMNS = 20;

interface BoldNamesProps {
  names: readonly { name: string; rows?: number }[];
  shown: number;
  total?: number;
}

/** "**Boca** (12), **Boedo** (3) y 4 más". */
export const BoldNames = ({ names, shown, total = names.length }: BoldNamesProps) => (
  <>
    {names.slice(0, shown).map(({ name, rows }, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- the same name may occur several times
      <span key={place}>
        {place > 0 && ', '}
        <b>{name}</b>
        {rows !== undefined && ` (${formatCount(rows)})`}
      </span>
    ))}
    {total > shown && ` y ${formatCount(total - shown)} más`}
  </>
);

export function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  // A file may have the same unknown column twice.
  const names = [...new Set(columns)];
  if (names.length === 0) return null;
  const hasStop = names.length <= SHOWN_COLUMNS && names.at(-1)!.endsWith('.');
  return (
    <>
      {ignoredText(names)}: <BoldNames names={names.map((name) => ({ name }))} shown={SHOWN_COLUMNS} />
      {!hasStop && '.'}
    </>
  );
}
