import { contacts } from '@campanero/contract/contacts/endpoints';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { NUMBER_CAMPAIGNS_PAGE_SIZE } from '@campanero/contract/limits';
import { formatDate } from '@campanero/contract/shared/dates';
import { ButtonBase, styled, Typography } from '@mui/material';
import { useState } from 'react';
import { paths } from '../../app/pages.ts';
import { IconExternalLink } from '../../components/icons.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Pager } from '../../components/table/pager.tsx';
import { call } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { CONTACT_FAILED } from '../texts.ts';

type NumberCampaign = CallDetail['campaigns'][number];

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

interface NumberCampaignsProps {
  campaigns: readonly NumberCampaign[];
  phone: string;
}

/** The campaigns that call this number; each opens in a new browser tab. */
export function NumberCampaigns({ campaigns, phone }: NumberCampaignsProps) {
  const [page, setPage] = useState(0);
  const [openingId, setOpeningId] = useState<number>();
  const open = async (campaignId: number) => {
    if (openingId !== undefined) return;
    setOpeningId(campaignId);
    try {
      const found = await call(contacts.inCampaign, { params: { phone, campaignId } });
      window.open(`${paths.contact(found.campaignId, found.callId, phone)}?redirected=true`, '_blank', 'noopener');
    } catch (error) {
      notify.error(errorText(error, CONTACT_FAILED));
    } finally {
      setOpeningId(undefined);
    }
  };
  if (campaigns.length === 0)
    return (
      <Typography color="textSecondary" sx={{ p: 4 }}>
        No se encontraron registros
      </Typography>
    );
  const first = page * NUMBER_CAMPAIGNS_PAGE_SIZE;
  return (
    <>
      <ul aria-label="Campañas de este número" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {campaigns.slice(first, first + NUMBER_CAMPAIGNS_PAGE_SIZE).map((campaign) => (
          <li key={campaign.id}>
            <Row
              aria-busy={openingId === campaign.id}
              aria-description="Se abre en otra pestaña"
              onClick={() => void open(campaign.id)}
            >
              <span style={{ minWidth: 0 }}>
                <b title={campaign.name}>
                  <bdi>{campaign.id}</bdi>&ensp;{campaign.name}
                </b>
                <small>{campaign.objectiveName}</small>
              </span>
              <small style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                {formatDate(campaign.startDate)} – {formatDate(campaign.endDate)}
              </small>
              <StatusChip status={campaign.status} />
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
            </Row>
          </li>
        ))}
      </ul>
      {campaigns.length > NUMBER_CAMPAIGNS_PAGE_SIZE && (
        <Pager page={page} size={NUMBER_CAMPAIGNS_PAGE_SIZE} total={campaigns.length} onPage={setPage} />
      )}
    </>
  );
}
