import { Button, ButtonBase, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { SearchInput, useTypedSearch } from '../fields/search-input.tsx';
import { IconAction } from '../icon-action.tsx';
import { IconFilter, IconLock, IconRefresh, IconX } from '../icons.ts';
import { PlainList } from '../layout.tsx';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import type { ListState } from './define-list.ts';
import type { FilterTag } from './filters.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 12px',
  minHeight: '3.375rem',
  [`@media ${LOW_WINDOW}`]: { paddingBlock: 5, minHeight: '2.875rem' },
});

const Count = styled('span')(({ theme }) => ({
  minWidth: 20,
  height: 20,
  lineHeight: '1.25rem',
  borderRadius: 10,
  padding: '0 6px',
  marginInlineStart: 8,
  fontSize: '0.75rem',
  fontWeight: 650,
  textAlign: 'center',
  background: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
}));

const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 24,
  marginInline: 4,
  background: theme.palette.divider,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

const Tags = styled(PlainList)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { order: 1, flex: '1 1 60%' },
}));

const Tail = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontSize: '0.8125rem',
  color: theme.palette.text.disabled,
  [theme.breakpoints.down('sm')]: { '& > span': { display: 'none' } },
}));

interface FilterBarProps<F> {
  placeholder: string;
  list: Pick<
    ListState<unknown, unknown, F, never>,
    'result' | 'search' | 'onSearch' | 'onClear' | 'onRemove' | 'onFiltering'
  >;
  tags: readonly FilterTag<F>[];
  aside?: ReactNode;
  quickFilter?: ReactNode;
}

export function FilterBar<F>({ placeholder, list, tags, aside, quickFilter }: FilterBarProps<F>) {
  const { search, onClear } = list;
  const [typed, setTyped] = useTypedSearch(search, list.onSearch);
  const chosen = tags.filter(({ isFixed }) => !isFixed).length;
  return (
    <Bar role="search">
      <SearchInput
        label={placeholder}
        value={typed}
        onChange={setTyped}
        sx={{ width: 'min(16.5rem, 100%)', flex: { xs: '1 1 6rem', md: '0 0 auto' } }}
      />
      <Button
        size="small"
        startIcon={<IconFilter size={16} stroke={1.75} />}
        aria-haspopup="dialog"
        onClick={() => list.onFiltering(true)}
      >
        Filtros
        {chosen > 0 && (
          <>
            {' '}
            <Count>{chosen}</Count>
            <VisuallyHidden> {chosen === 1 ? 'activo' : 'activos'}</VisuallyHidden>
          </>
        )}
      </Button>
      {quickFilter}
      {tags.length > 0 && (
        <>
          <Rule aria-hidden />
          <Tags aria-label="Filtros activos">
            {tags.map(({ key, label, names, isFixed }) =>
              isFixed ? (
                <Tag key={key} data-fixed title="Su rol tiene este filtro fijo">
                  <span>{label}</span>
                  <IconLock size={14} stroke={2} aria-hidden />
                  <VisuallyHidden>, fijo para su rol</VisuallyHidden>
                </Tag>
              ) : (
                <Tag key={key}>
                  <span>{label}</span>
                  <Remove onClick={() => list.onRemove(names)} aria-label={`Quitar ${label}`}>
                    <IconX size={14} stroke={2} aria-hidden />
                  </Remove>
                </Tag>
              ),
            )}
          </Tags>
        </>
      )}
      {(chosen > 0 || search !== '') && (
        <Button variant="text" size="small" onClick={onClear} sx={{ order: { xs: 1, sm: 0 } }}>
          Limpiar
        </Button>
      )}
      <Tail>
        {aside && <span>{aside}</span>}
        <IconAction label="Actualizar" onClick={() => void list.result.refetch()} icon={IconRefresh} />
      </Tail>
    </Bar>
  );
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
