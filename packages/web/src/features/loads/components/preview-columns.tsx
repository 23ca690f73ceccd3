import { AUDIENCE_COLUMNS, isReportColumn } from '@campanero/contract/loads/csv/columns';
import type { AudienceField } from '@campanero/contract/loads/csv/columns';
import { styled } from '@mui/material/styles';
import { IconArrowRight } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

const SHOWN = 40;
const LABELS = new Map(AUDIENCE_COLUMNS.map(({ field, label }) => [field, label]));

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  '& > li': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 5,
    minHeight: '1.625rem',
    padding: '2px 8px',
    borderRadius: theme.radius.chip,
    background: theme.palette.soft.primary.bg,
    color: theme.palette.soft.primary.text,
    overflowWrap: 'anywhere',
  },
  '& > li > b': { fontWeight: 600 },
  '& > li[data-ignored]': { background: theme.palette.surface.subtle, color: theme.palette.text.secondary },
}));

interface PreviewColumnsProps {
  columns: readonly { index: number; name: string; field: AudienceField | null }[];
}

/** Which column became which field, and which ones nobody reads. */
export function PreviewColumns({ columns }: PreviewColumnsProps) {
  // The two that our own file of rejected rows adds are no news.
  const told = columns.filter(({ name }) => !isReportColumn(name));
  return (
    <List aria-label="Columnas reconocidas">
      {told.slice(0, SHOWN).map(({ index, name, field }) => (
        <li key={index} data-ignored={field === null ? '' : undefined}>
          {name || 'sin nombre'}
          {field === null ? (
            <span>· se ignora</span>
          ) : (
            <>
              <VisuallyHidden>se carga como</VisuallyHidden>
              <IconArrowRight size={14} stroke={2} aria-hidden className="mirrored" />
              <b>{LABELS.get(field)}</b>
            </>
          )}
        </li>
      ))}
      {told.length > SHOWN && <li data-ignored="">y {told.length - SHOWN} más</li>}
    </List>
  );
}
