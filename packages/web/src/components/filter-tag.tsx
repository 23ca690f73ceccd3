import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { IconLock, IconX } from './icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ActiveFilter {
  key: string;
  label: string;
  /** Absent: the filter is fixed for this person and stands with a lock. */
  onRemove?: () => void;
}

const Tag = styled('li')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: '1.75rem',
  maxWidth: '100%',
  borderRadius: 7,
  paddingInline: '10px 4px',
  background: theme.palette.soft.primary.bg,
  color: theme.palette.soft.primary.text,
  fontSize: '0.8125rem',
  fontWeight: 500,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[data-fixed]': { paddingInlineEnd: 10 },
}));

const Remove = styled(ButtonBase)({ width: 24, height: 24, borderRadius: 5 });

export function FilterTag({ label, onRemove }: Omit<ActiveFilter, 'key'>) {
  if (!onRemove)
    return (
      <Tag data-fixed title="Su rol tiene este filtro fijo">
        <span>{label}</span>
        <IconLock size={14} stroke={2} aria-hidden />
        <VisuallyHidden>, fijo para su rol</VisuallyHidden>
      </Tag>
    );
  return (
    <Tag>
      <span>{label}</span>
      <Remove onClick={onRemove} aria-label={`Quitar ${label}`}>
        <IconX size={14} stroke={2} aria-hidden />
      </Remove>
    </Tag>
  );
}
