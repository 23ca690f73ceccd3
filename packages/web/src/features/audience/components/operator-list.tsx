import type { AudienceRow } from '@campanero/contract/audience/list-schemas';
import Button from '@mui/material/Button';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { StateChoice } from '../audience-filters.ts';
import type { AudienceListState } from '../hooks/use-audience-list.ts';
import { EMPTY_OF_OPERATOR, EMPTY_TEXTS, NOTHING_TO_CALL } from '../texts.ts';
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
  const { assigned, stateId, toCall } = query;
  const isMine = assigned !== '0';
  const isToCall = stateId === undefined && toCall !== '0';
  return (
    <AudienceTable
      list={list}
      linkTo={linkTo}
      toolbar={
        <OperatorBar
          filters={{ assigned, stateId, toCall }}
          states={states}
          onChange={onFilter}
          onRefresh={() => void result.refetch()}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={
            isToCall
              ? NOTHING_TO_CALL
              : emptyReason(stateId === undefined ? 0 : 1, '', isMine ? EMPTY_OF_OPERATOR : EMPTY_TEXTS)
          }
          action={
            (stateId !== undefined || isToCall || isMine) && (
              <Button
                variant="text"
                size="small"
                onClick={() =>
                  onFilter(
                    isToCall ? { assigned, toCall: '0' } : { assigned: stateId === undefined ? '0' : assigned, toCall },
                  )
                }
              >
                {isToCall
                  ? 'Ver también los ya llamados'
                  : stateId === undefined
                    ? 'Ver todos los contactos'
                    : 'Limpiar filtros'}
              </Button>
            )
          }
        />
      }
    />
  );
}
