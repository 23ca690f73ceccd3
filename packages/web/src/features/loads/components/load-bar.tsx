import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { styled } from '@mui/material/styles';
import { validRows } from '../load-figures.ts';

const Track = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 1.5,
  height: 10,
  borderRadius: 5,
  overflow: 'hidden',
  background: theme.palette.surface.subtle,
  boxShadow: `inset 0 0 0 1px ${theme.palette.line.soft}`,
  '& > span': { transition: 'width 1.4s linear' },
  '& > [data-part="valid"]': { background: theme.palette.primary.main },
  '& > [data-part="duplicate"]': { background: theme.palette.chart[1] },
  '& > [data-part="rejected"]': { background: theme.palette.error.main },
  '& > [data-part="skipped"]': { background: theme.palette.line.strong },
}));

interface LoadBarProps {
  load: Pick<AudienceLoad, 'progress' | 'read' | 'duplicates' | 'rejected' | 'skipped'>;
  label: string;
}

/** How far a load has come; what has been read so far is split by what became of it (design 8.4). */
export function LoadBar({ load, label }: LoadBarProps) {
  const { progress, read, duplicates, rejected, skipped } = load;
  const width = (rows: number) => `${read === 0 ? 0 : (rows / read) * progress * 100}%`;
  const percent = Math.floor(progress * 100);
  return (
    <Track role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      {read === 0 ? (
        <span data-part="valid" style={{ width: `${progress * 100}%` }} />
      ) : (
        <>
          <span data-part="valid" style={{ width: width(validRows(load)) }} />
          {duplicates > 0 && <span data-part="duplicate" style={{ width: width(duplicates) }} />}
          {rejected > 0 && <span data-part="rejected" style={{ width: width(rejected) }} />}
          {skipped > 0 && <span data-part="skipped" style={{ width: width(skipped) }} />}
        </>
      )}
    </Track>
  );
}
