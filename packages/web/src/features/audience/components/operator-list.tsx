import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import Button from '@mui/material/Button';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { StateChoice } from '../audience-filters.ts';
import type { AudienceListState } from '../hooks/use-audience-list.ts';
import { EMPTY_OF_OPERATOR, EMPTY_TEXTS } from '../texts.ts';
import { AudienceTable } from './audience-table.tsx';
import { OperatorBar } from './operator-bar.tsx';

interface OperatorListProps {
  list: AudienceListState;
  states: readonly StateChoice[] | undefined;
  linkTo: ((row: AudienceRow) => string) | undefined;
}

/** The audience as an operator of the campaign sees it: their own first. */
export function OperatorList({ list, states, linkTo }: OperatorListProps) {
  const { query, result, onFilter } = list;
  const { assigned, stateId } = query;
  const isMine = assigned !== '0';
  return (
    <AudienceTable
      list={list}
      linkTo={linkTo}
      toolbar={
        <OperatorBar
          filters={{ assigned, stateId }}
          states={states}
          onChange={onFilter}
          onRefresh={() => void result.refetch()}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(stateId === undefined ? 0 : 1, '', isMine ? EMPTY_OF_OPERATOR : EMPTY_TEXTS)}
          action={
            (stateId !== undefined || isMine) && (
              <Button
                variant="text"
                size="small"
                onClick={() => onFilter({ assigned: stateId === undefined ? '0' : assigned })}
              >
                {stateId === undefined ? 'Ver todos los contactos' : 'Limpiar filtros'}
              </Button>
            )
          }
        />
      }
    />
  );
}
