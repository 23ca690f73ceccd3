import { contacts } from '@campanero/contract/contacts/endpoints';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { NUMBER_CAMPAIGNS_PAGE_SIZE } from '@campanero/contract/limits';
import { formatDate } from '@campanero/contract/shared/dates';
import { ButtonBase, styled } from '@mui/material';
import { paths } from '../../app/pages.ts';
import { IconExternalLink } from '../../components/icons.ts';
import { PlainList } from '../../components/layout.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { usePages } from '../../components/table/pager.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { Empty } from '../people/person-list.tsx';
import { CONTACT_FAILED } from '../texts.ts';

const Row = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto 18px',
  alignItems: 'center',
  gap: '2px 16px',
  padding: '8px 16px',
  textAlign: 'start',
  borderBottom: `1px solid ${theme.palette.line.soft}`,
  '&:hover': { background: theme.palette.surface.hover },
  '&.Mui-focusVisible, &:focus-visible': { outlineOffset: -2 },
  '& b': { display: 'block', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b > bdi': { color: theme.palette.text.disabled, fontWeight: 450 },
  '& small': { ...theme.typography.caption, color: theme.palette.text.secondary },
  '@container (max-width: 35rem)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '6px 16px',
    '& > svg': { display: 'none' },
    '& b': { whiteSpace: 'normal' },
    '& > span:first-of-type': { gridColumn: '1 / -1' },
    // The status.
    '& > span:nth-of-type(2)': { gridColumn: 1, gridRow: 2, justifySelf: 'start' },
  },
}));

export function NumberCampaigns({ campaigns, phone }: { campaigns: CallDetail['campaigns']; phone: string }) {
  const { shown, pager } = usePages(campaigns, NUMBER_CAMPAIGNS_PAGE_SIZE);
  const find = useChange((campaignId: number) => call(contacts.inCampaign, { params: { phone, campaignId } }), {
    failed: CONTACT_FAILED,
    onSuccess: ({ campaignId, callId }) =>
      window.open(`${paths.contact(campaignId, callId, phone)}?redirected=true`, '_blank', 'noopener'),
  });
  if (campaigns.length === 0) return <Empty>No se encontraron registros</Empty>;
  return (
    <>
      <PlainList aria-label="Campañas de este número">
        {shown.map(({ id, name, objectiveName, startDate, endDate, status }) => (
          <li key={id}>
            <Row
              aria-busy={find.isPending && find.variables === id}
              aria-description="Se abre en otra pestaña"
              onClick={() => !find.isPending && find.mutate(id)}
            >
              <span style={{ minWidth: 0 }}>
                <b title={name}>
                  <bdi>{id}</bdi>&ensp;{name}
                </b>
                <small>{objectiveName}</small>
              </span>
              <small style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                {formatDate(startDate)} – {formatDate(endDate)}
              </small>
              <StatusChip status={status} />
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
            </Row>
          </li>
        ))}
      </PlainList>
      {pager}
    </>
  );
}
