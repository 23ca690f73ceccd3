import { Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useId } from 'react';
import { ChoiceMenu } from '../../../components/fields/choice-menu.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { IconRefresh } from '../../../components/icons.ts';
import { Inline, Line, Muted } from '../../../components/layout.tsx';
import { ListTable } from '../../../components/list/list-table.tsx';
import { emptyReason, EmptyState } from '../../../components/page/messages.tsx';
import { EMPTY_OF_OPERATOR, EMPTY_TEXTS, NOTHING_TO_CALL } from '../texts.ts';
import type { AddressFilters, StateChoice } from './audience-filters.ts';
import { type RowsProps, useAudienceRows } from './audience-list.tsx';

export function OperatorList({ list, states, linkTo }: RowsProps & { states: readonly StateChoice[] | undefined }) {
  const { query, result, onFilter } = list;
  const { assigned, stateId, toCall } = query;
  const isMine = assigned !== '0';
  const isToCall = stateId === undefined && toCall !== '0';
  return (
    <ListTable
      {...useAudienceRows({ list, isOwn: isMine, linkTo })}
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

/** Ids of states start at 1. */
const TO_CALL = -1;
const ALL = 0;

type OperatorFilters = Pick<AddressFilters, 'assigned' | 'stateId' | 'toCall'>;

interface OperatorBarProps {
  filters: OperatorFilters;
  states: readonly StateChoice[] | undefined;
  onChange: (filters: OperatorFilters) => void;
  onRefresh: () => void;
}

function OperatorBar({ filters, states, onChange, onRefresh }: OperatorBarProps) {
  const state = useId();
  const assigned = useId();
  return (
    <Inline
      role="search"
      gap={0}
      sx={{ columnGap: 5, rowGap: 1, paddingBlock: 2, paddingInline: '16px 12px', minHeight: '3.375rem' }}
    >
      <Line>
        <Muted component="span" id={assigned}>
          Estás asignado
        </Muted>
        <ToggleButtonGroup
          exclusive
          aria-labelledby={assigned}
          value={filters.assigned ?? '1'}
          onChange={(_event, value: '0' | '1' | null) =>
            value && onChange({ ...filters, assigned: value === '0' ? '0' : undefined })
          }
        >
          <ToggleButton value="1">Sí</ToggleButton>
          <ToggleButton value="0">Todos</ToggleButton>
        </ToggleButtonGroup>
      </Line>
      <Line sx={{ typography: 'body2' }}>
        <Muted component="span" id={state}>
          Estado
        </Muted>
        <ChoiceMenu
          labelledBy={state}
          value={filters.stateId ?? (filters.toCall === '0' ? ALL : TO_CALL)}
          options={[
            { value: TO_CALL, label: 'Por llamar' },
            { value: ALL, label: 'Todos' },
            ...(states ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) =>
            onChange({ ...filters, stateId: id > ALL ? id : undefined, toCall: id === ALL ? '0' : undefined })
          }
          style={{ minWidth: '8rem', height: 36 }}
        />
      </Line>
      <IconAction label="Actualizar" onClick={onRefresh} sx={{ marginInlineStart: 'auto' }} icon={IconRefresh} />
    </Inline>
  );
}
