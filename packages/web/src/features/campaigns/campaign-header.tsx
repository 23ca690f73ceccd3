import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { Box, styled, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Inline } from '../../components/layout.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import { flexRow } from '../../theme/mixins.ts';

interface CampaignHeaderProps {
  campaign: { id: number; name: string; status: CampaignStatus };
  /** Before the id and name: "Editar campaña". */
  title?: string;
  children?: ReactNode;
}

/** On phones a line of its own, without icons. */
const Actions = styled('div')(({ theme }) => ({
  marginInlineStart: 'auto',
  flexWrap: 'wrap',
  ...flexRow(8),
  [theme.breakpoints.down('sm')]: {
    gap: 6,
    '&:has(> .MuiButton-root)': { flexBasis: '100%' },
    '& > .MuiButton-root': { flex: '1 1 auto', paddingInline: 6, whiteSpace: 'nowrap' },
    '& > .MuiButton-root > .MuiButton-startIcon': { display: 'none' },
  },
}));

export const CampaignHeader = ({ campaign, title, children }: CampaignHeaderProps) => (
  <Inline component="header" gap={3} sx={{ mt: 2, mb: 4, minHeight: '2.5rem', [`@media ${LOW_WINDOW}`]: { mb: 2 } }}>
    <Typography variant="h1" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {title && `${title} `}
      <Box component="bdi" sx={{ color: 'text.disabled', fontWeight: 450, fontVariantNumeric: 'tabular-nums' }}>
        {campaign.id}
      </Box>{' '}
      {campaign.name}
    </Typography>
    <StatusChip status={campaign.status} />
    {children && <Actions>{children}</Actions>}
  </Inline>
);
