import type { SurveyRow } from '@campanero/contract/surveys/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconBan, IconChecklist } from '../../components/icons.ts';
import { Hint, Inline, RowName, Stacked } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { LinkedName } from '../../components/table/cells.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { wholeList } from '../../components/table/pager.tsx';
import type { Column } from '../../components/table/types.ts';
import { interviewCount, questionCount } from './survey-words.ts';

interface SurveyListProps {
  result: Pick<UseQueryResult<SurveyRow[]>, 'data' | 'isFetching' | 'refetch'>;
  linkTo: (id: number) => string;
  renderMenu: (row: SurveyRow) => ReactNode;
  /** Only for those who may create. */
  begin: ReactNode;
}

const EnabledText = ({ disable }: SurveyRow) =>
  disable ? (
    <SoftChip tone="danger" icon={IconBan}>
      Desactivado
    </SoftChip>
  ) : (
    <span>Activado</span>
  );

const COLUMNS: readonly Column<SurveyRow, never>[] = [
  { head: 'Nombre', tone: 'strong', cell: ({ name }) => <LinkedName>{name}</LinkedName> },
  { head: 'Preguntas', width: 104, align: 'end', figures: true, cell: ({ questions }) => formatCount(questions) },
  { head: 'Campañas', width: 104, align: 'end', figures: true, cell: ({ campaigns }) => formatCount(campaigns) },
  { head: 'Entrevistas', width: 112, align: 'end', figures: true, cell: ({ interviews }) => formatCount(interviews) },
  { head: 'Cambiado', width: 168, figures: true, cell: ({ updatedAt }) => <bdi>{formatDateTime(updatedAt)}</bdi> },
  { head: 'Estado', width: 136, cell: (row) => <EnabledText {...row} /> },
];

export function SurveyList({ result, linkTo, renderMenu, begin }: SurveyListProps) {
  const rows = result.data ?? [];
  return (
    <DataTable<SurveyRow, never>
      label="Relevamientos"
      columns={COLUMNS}
      minWidth={860}
      rows={rows}
      rowKey={({ id }) => id}
      rowTarget={({ id }) => ({ to: linkTo(id) })}
      renderMenu={renderMenu}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      paging={wholeList(result.data && rows.length)}
      renderCompact={(row) => (
        <Stacked gap={1}>
          <RowName>{row.name}</RowName>
          <Inline>
            <Hint>
              {questionCount(row.questions)} · {interviewCount(row.interviews)}
            </Hint>
            {row.disable && <EnabledText {...row} />}
          </Inline>
        </Stacked>
      )}
      empty={
        <EmptyState
          title="Todavía no hay relevamientos"
          reason="Un relevamiento son las preguntas que se hacen en una campaña: se responden junto al resultado de cada llamado y se cuentan solas."
          icon={<IconChecklist size={20} stroke={1.75} />}
          action={begin}
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}
