import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ErrorState } from '../../../components/page/messages.tsx';
import { Delayed } from '../../../components/page/page-header.tsx';
import { errorText } from '../../../lib/errors.ts';
import { userCampaignsQuery } from '../api/users.ts';
import type { UserCampaign } from '../open-load.ts';

/** Enough for almost everybody; the rest on request, so that the page keeps its shape. */
const SHOWN_FIRST = 8;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: '3.25rem',
  padding: '6px 0',
  borderTop: `1px solid ${theme.palette.line.soft}`,
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
}));

function loadText({ untouched, touched }: UserCampaign): string {
  if (untouched + touched === 0) return 'Sin llamados asignados';
  return `${formatCount(untouched)} sin tocar · ${formatCount(touched)} trabajados`;
}

interface UserCampaignsProps {
  userId: number;
  /** Where a campaign is shown, once there is such a page. */
  campaignLink?: ((id: number) => string) | undefined;
  renderStatus: (campaign: UserCampaign) => ReactNode;
}

/** The campaigns somebody coordinates or works in, newest first. */
export function UserCampaigns({ userId, campaignLink, renderStatus }: UserCampaignsProps) {
  const campaigns = useQuery(userCampaignsQuery(userId));
  const [isWhole, setWhole] = useState(false);
  if (campaigns.isPending)
    return (
      <Delayed>
        <Skeleton height={104} />
      </Delayed>
    );
  if (campaigns.isError)
    return <ErrorState message={errorText(campaigns.error)} onRetry={() => void campaigns.refetch()} />;
  if (campaigns.data.length === 0)
    return <Typography color="textDisabled">No participa en ninguna campaña.</Typography>;
  const shown = isWhole ? campaigns.data : campaigns.data.slice(0, SHOWN_FIRST);
  return (
    <>
      <List aria-label="Campañas">
        {shown.map((campaign) => (
          <Row key={campaign.id}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="cell" component="div" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                {campaignLink ? <Link to={campaignLink(campaign.id)}>{campaign.name}</Link> : campaign.name}
              </Typography>
              <Typography
                variant="caption"
                component="div"
                color="textDisabled"
                sx={{ fontVariantNumeric: 'tabular-nums' }}
              >
                <bdi>{campaign.id}</bdi> · {loadText(campaign)}
              </Typography>
            </Box>
            {renderStatus(campaign)}
          </Row>
        ))}
      </List>
      {shown.length < campaigns.data.length && (
        <Button variant="text" size="small" onClick={() => setWhole(true)} sx={{ mt: 2, ml: -3 }}>
          {`Ver las ${formatCount(campaigns.data.length)} campañas`}
        </Button>
      )}
    </>
  );
}
