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

/** Without icons in narrow windows; on phones a line of its own. */
const Actions = styled('div')(({ theme }) => ({
  marginInlineStart: 'auto',
  flexWrap: 'wrap',
  ...flexRow(8),
  '@media (max-width: 1400px)': { '& > .MuiButton-root > .MuiButton-startIcon': { display: 'none' } },
  [theme.breakpoints.down('sm')]: {
    gap: 6,
    '&:has(> .MuiButton-root)': { flexBasis: '100%' },
    '& > .MuiButton-root': { flex: '1 1 auto', paddingInline: 6, whiteSpace: 'nowrap' },
  },
}));

export const CampaignHeader = ({ campaign, title, children }: CampaignHeaderProps) => (
  <Inline component="header" gap={3} sx={{ mt: 2, mb: 4, minHeight: '2.5rem', [`@media ${LOW_WINDOW}`]: { mb: 2 } }}>
    {/* The status follows the last word, also of a long name. */}
    <Box
      sx={{
        typography: 'h1',
        flex: { xs: '1 1 14rem', sm: '1 1 20rem' },
        minWidth: 0,
        overflowWrap: 'anywhere',
        textWrap: 'balance',
      }}
    >
      <Typography variant="h1" sx={{ display: 'inline' }}>
        {title && `${title} `}
        <Box component="bdi" sx={{ color: 'text.disabled', fontWeight: 450, fontVariantNumeric: 'tabular-nums' }}>
          {campaign.id}
        </Box>{' '}
        {campaign.name}
      </Typography>
      {/* No margin: a Spanish line is written from the left also where the page runs from the right. */}
      {'\u2002'}
      <StatusChip status={campaign.status} />
    </Box>
    {children && <Actions>{children}</Actions>}
  </Inline>
);
