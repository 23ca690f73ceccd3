import { NAME_SEARCH_MAX_CALLS } from '@campanero/contract/audience/filters';
import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import Button from '@mui/material/Button';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import type { AudienceTag } from '../audience-filters.ts';
import type { AudienceListState } from '../hooks/use-audience-list.ts';
import { EMPTY_TEXTS } from '../texts.ts';
import { AudienceTable } from './audience-table.tsx';

interface AudienceListProps {
  list: AudienceListState;
  tags: readonly AudienceTag[];
  linkTo: ((row: AudienceRow) => string) | undefined;
  /** How many there are, and how many of them have no operator yet; undefined until known. */
  figures: { total: number; unassigned: number } | undefined;
  onOpenFilters: () => void;
}

/** The whole audience, for whoever manages the campaign. */
export function AudienceList({ list, tags, linkTo, figures, onOpenFilters }: AudienceListProps) {
  const { query, result, onSearch, onRemoveFilters, onClear } = list;
  const search = query.general ?? '';
  return (
    <AudienceTable
      list={list}
      linkTo={linkTo}
      toolbar={
        <FilterBar
          placeholder={figures && figures.total <= NAME_SEARCH_MAX_CALLS ? 'Buscar número o nombre' : 'Buscar número'}
          search={search}
          onSearch={onSearch}
          filters={tags.map(({ key, label, names }) => ({ key, label, onRemove: () => onRemoveFilters(names) }))}
          onOpenFilters={onOpenFilters}
          onClear={onClear}
          onRefresh={() => void result.refetch()}
          aside={
            figures && (
              <>
                <b>{formatCount(figures.unassigned)}</b> sin operador
              </>
            )
          }
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(tags.length, search, EMPTY_TEXTS)}
          action={
            (tags.length > 0 || search !== '') && (
              <Button variant="text" size="small" onClick={onClear}>
                {tags.length > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
              </Button>
            )
          }
        />
      }
    />
  );
}
