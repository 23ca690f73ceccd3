import {
  auditLog,
  AUDIT_ACTIONS,
  AUDIT_SUBACTIONS,
  type AuditEntry,
  auditFilters,
  type AuditFilters,
  type AuditOrder,
  auditQuery,
} from '@campanero/contract/audit-log/endpoints';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { Box, Button, styled, Typography } from '@mui/material';
import { IconAction } from '../../components/icon-action.tsx';
import { IconInfoCircle } from '../../components/icons.ts';
import { Muted, RowName } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { type FilterChoice, type FilterField, filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { MarkedCell, TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { useHasSpace } from '../../lib/browser/room.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { whenTextSeconds } from '../../lib/text/when.ts';
import { rem } from '../../theme/typography.ts';
import { ActionIcon } from './action-icon.tsx';
import { aboutText, happenedText, OWN_ONLY } from './audit-changes.ts';

type Sight = { seesAll: boolean };

export const useAuditList = defineList({
  address: auditQuery,
  ask: (query, _sight: Sight) => endpointQuery('audit', auditLog.list, { query }),
  // The server sorts by id, which is the same order and cheaper.
  order: () => ({ by: 'createdAt', direction: 'desc' }),
  filters: filterForm(auditFilters),
  /** Own records cannot be filtered by action and user. `createdAt` (UTC day) is for other clients. */
  allowed: ({ createdAt: _utcDay, ...query }, { seesAll }) =>
    seesAll ? query : { ...query, action: undefined, userId: undefined },
});

const asChoices = (values: readonly string[]) => values.map((value) => ({ id: value, name: value }));
const SUBACTIONS = AUDIT_SUBACTIONS.toSorted((a, b) => a.localeCompare(b, 'es'));

const filtersOf = (seesAll: boolean, people: readonly FilterChoice[] | undefined): FilterField<AuditFilters>[] => [
  {
    name: 'action',
    label: 'Acción',
    kind: 'choice',
    options: asChoices(AUDIT_ACTIONS),
    placeholder: 'Todas',
    disabled: !seesAll,
    help: seesAll ? undefined : OWN_ONLY,
  },
  { name: 'subaction', label: 'Subacción', kind: 'choice', options: asChoices(SUBACTIONS), placeholder: 'Todas' },
  ...(seesAll ? [{ name: 'userId', label: 'Usuario', kind: 'choice', options: people } as const] : []),
  { name: 'onDay', label: 'Fecha', kind: 'day' },
  {
    name: 'signIns',
    label: 'Ingresos y salidas',
    kind: 'tag',
    tag: ({ signIns }) => signIns === '0' && 'Sin ingresos ni salidas',
  },
];

const ROOMY = 1060;

interface AuditListProps extends Sight {
  list: ReturnType<typeof useAuditList>;
  /** False for coordinators. */
  seesSignIns: boolean;
  people: readonly FilterChoice[] | undefined;
  onOpen: (record: AuditEntry) => void;
}

export function AuditList({ list, seesAll, seesSignIns, people, onOpen }: AuditListProps) {
  const hasRoom = useHasSpace(ROOMY);
  return (
    <ListTable
      label="Auditoría"
      list={list}
      rowsOf={(page) => page.audit}
      rowKey={(record) => record.id}
      columns={auditColumns(hasRoom)}
      minWidth={900}
      renderMenu={(record) => (
        <IconAction
          label={`Ver detalle del registro ${record.id}`}
          aria-haspopup="dialog"
          onClick={() => onOpen(record)}
          tooltip="Ver detalle"
          icon={IconInfoCircle}
          iconSize={19}
        />
      )}
      renderCompact={(record) => <AuditCompactRow record={record} />}
      search="Buscar"
      filters={filtersOf(seesAll, people)}
      quickFilter={
        seesSignIns &&
        list.query.signIns !== '0' && (
          <Button variant="text" size="small" onClick={() => list.change({ signIns: '0' })}>
            Ocultar ingresos y salidas
          </Button>
        )
      }
      texts={{ noMatch: 'Ningún registro', nothing: 'Todavía no hay registros a su alcance.' }}
    />
  );
}

type AuditColumn = Column<AuditEntry, AuditOrder>;

const auditColumns = (hasRoom: boolean): readonly AuditColumn[] => [
  {
    head: 'Qué pasó',
    tone: 'strong',
    cell: (record) => (
      <MarkedCell mark={<ActionIcon of={record.action} />}>
        <TwoLineCell first={happenedText(record)} second={aboutText(record)} />
      </MarkedCell>
    ),
  },
  {
    head: 'Acción',
    by: 'action',
    second: { label: 'Subacción', by: 'subaction' },
    width: 136,
    tone: 'quiet',
    cell: ({ action, subaction }) => (
      <Quiet>
        <TwoLineCell first={action} second={subaction} />
      </Quiet>
    ),
  },
  {
    head: 'Usuario',
    by: 'userName',
    width: hasRoom ? 190 : 172,
    cell: ({ userName }) => <MarkedCell mark={<PersonAvatar name={userName} size={24} />}>{userName}</MarkedCell>,
  },
  { head: 'Fecha', by: 'createdAt', width: 190, figures: true, cell: ({ createdAt }) => <When at={createdAt} /> },
  { head: 'Id', by: 'id', width: 76, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
];

const Quiet = styled('span')(({ theme }) => ({ fontSize: rem(12.5), color: theme.palette.text.disabled }));

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTimeSeconds(at)}>
    <bdi>{whenTextSeconds(at)}</bdi>
  </time>
);

function AuditCompactRow({ record }: { record: AuditEntry }) {
  const { action, userName, createdAt } = record;
  const about = aboutText(record);
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      <ActionIcon of={action} />
      <Box sx={{ minWidth: 0 }}>
        <RowName>{happenedText(record)}</RowName>
        {about && <Muted sx={{ overflowWrap: 'anywhere' }}>{about}</Muted>}
        <Typography
          variant="caption"
          color="textDisabled"
          noWrap
          sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
        >
          <When at={createdAt} /> · {userName}
        </Typography>
      </Box>
    </Box>
  );
}
