import { serviceAccounts } from '@campanero/contract/service-accounts/endpoints';
import {
  serviceListQuery,
  type ServiceAccountRow,
  type ServiceOrder,
} from '@campanero/contract/service-accounts/schemas';
import { formatDay } from '@campanero/contract/shared/dates';
import { Box, styled, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { IconBan, IconCircleCheck, IconClock, IconClockExclamation } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { defineList } from '../../components/list/define-list.ts';
import { filterForm } from '../../components/list/filters.ts';
import { ListTable } from '../../components/list/list-table.tsx';
import { SoftChip } from '../../components/soft-chip.tsx';
import { TwoLineCell } from '../../components/table/cells.tsx';
import type { Column } from '../../components/table/types.ts';
import { now } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { MONOSPACE } from '../../theme/monospace.ts';
import { type AccountState, accountCampaigns, lastUseText, scopesText, sideText, stateOf } from './texts.ts';

export const useAccountList = defineList({
  address: serviceListQuery,
  ask: (query) => endpointQuery('service-accounts', serviceAccounts.list, { query }),
  order: () => ({ by: 'name', direction: 'asc' }),
  filters: filterForm(serviceListQuery.pick({ general: true })),
});

const STATES = {
  enabled: { icon: IconCircleCheck, tone: 'success', label: 'Habilitada' },
  soon: { icon: IconClockExclamation, tone: 'warning', label: 'Vence pronto' },
  expired: { icon: IconClock, tone: 'danger', label: 'Vencida' },
  disabled: { icon: IconBan, tone: 'danger', label: 'Deshabilitada' },
} as const satisfies Record<AccountState, object>;

export function AccountStateChip({ account }: { account: Parameters<typeof stateOf>[0] }) {
  const { label, ...look } = STATES[stateOf(account, new Date(now()))];
  return <SoftChip {...look}>{label}</SoftChip>;
}

const Prefix = styled('bdi')({ fontFamily: MONOSPACE, fontSize: '0.75rem' });
export const KeyPrefix = ({ prefix }: { prefix: string }) => <Prefix dir="ltr">{prefix}…</Prefix>;

interface AccountListProps {
  list: ReturnType<typeof useAccountList>;
  linkTo: (id: number) => string;
  begin: ReactNode;
}

export const AccountList = ({ list, linkTo, begin }: AccountListProps) => (
  <ListTable
    label="Cuentas de servicio"
    list={list}
    rowsOf={(page) => page.accounts}
    rowKey={({ id }) => id}
    columns={COLUMNS}
    minWidth={900}
    rowTarget={({ id }) => ({ to: linkTo(id) })}
    renderCompact={(account) => <CompactAccount account={account} />}
    texts={{
      noMatch: 'Ninguna cuenta',
      nothing: 'Todavía no hay cuentas de servicio.',
      next: 'Cree una por cada sistema de la ciudad que use la API.',
    }}
    begin={begin}
  />
);

const COLUMNS: readonly Column<ServiceAccountRow, ServiceOrder>[] = [
  {
    head: 'Nombre',
    by: 'name',
    second: { label: 'Permisos' },
    tone: 'strong',
    cell: ({ name, scopes }) => <TwoLineCell first={name} second={scopesText(scopes)} isLinked />,
  },
  {
    head: 'Claves',
    width: 124,
    cell: ({ prefixes }) =>
      prefixes.length === 0
        ? 'Ninguna'
        : prefixes.map((prefix) => (
            <div key={prefix}>
              <KeyPrefix prefix={prefix} />
            </div>
          )),
  },
  {
    head: 'Lado',
    second: { label: 'Campañas' },
    width: 178,
    cell: (account) => <TwoLineCell first={sideText(account.external)} second={accountCampaigns(account)} />,
  },
  {
    head: 'Último uso',
    by: 'lastUsed',
    width: 176,
    figures: true,
    cell: ({ lastUsedAt }) => <bdi>{lastUseText(lastUsedAt)}</bdi>,
  },
  { head: 'Vence', by: 'expires', width: 112, figures: true, cell: ({ expires }) => <bdi>{formatDay(expires)}</bdi> },
  { head: 'Estado', width: 142, cell: (account) => <AccountStateChip account={account} /> },
];

const CompactAccount = ({ account }: { account: ServiceAccountRow }) => (
  <Box sx={{ py: 1 }}>
    <Line component="span" sx={{ mb: 1 }}>
      <Typography variant="cell" component="span" noWrap sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
        {account.name}
      </Typography>
      <AccountStateChip account={account} />
    </Line>
    <Typography variant="caption" component="span" color="textDisabled" sx={{ display: 'block' }}>
      {sideText(account.external)} · {accountCampaigns(account)} · vence <bdi>{formatDay(account.expires)}</bdi>
    </Typography>
    <Typography variant="caption" component="span" color="textDisabled" sx={{ display: 'block' }}>
      {account.prefixes.map((prefix) => (
        <span key={prefix}>
          <KeyPrefix prefix={prefix} /> ·{' '}
        </span>
      ))}
      {lastUseText(account.lastUsedAt)}
    </Typography>
  </Box>
);
