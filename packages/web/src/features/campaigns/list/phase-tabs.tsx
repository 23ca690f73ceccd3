import type { campaignPage } from '@campanero/contract/campaigns/schemas';
import { CAMPAIGN_PHASES, type CampaignPhase } from '@campanero/contract/campaigns/status';
import { formatCount } from '@campanero/contract/shared/numbers';
import { ButtonBase, styled } from '@mui/material';
import type { z } from 'zod';
import { flexRow } from '../../../theme/mixins.ts';
import { rem } from '../../../theme/typography.ts';

export const PHASE_LABELS: Record<CampaignPhase, string> = {
  running: 'En curso',
  upcoming: 'Por empezar',
  ended: 'Terminadas',
};

const Group = styled('span')(({ theme }) => ({
  ...flexRow(4, 'inline-flex'),
  flexWrap: 'wrap',
  // One line on a phone.
  [theme.breakpoints.down('sm')]: { gap: 1, '& > button': { gap: 4, paddingInline: 4, fontSize: rem(13) } },
}));

const Tab = styled(ButtonBase)(({ theme }) => ({
  gap: 6,
  minHeight: rem(32),
  padding: `0 ${rem(10)}`,
  borderRadius: theme.radius.control,
  fontSize: rem(13.5),
  fontWeight: 500,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { background: theme.palette.action.hover },
  '&[aria-pressed="true"]': { background: theme.palette.soft.primary.bg, color: theme.palette.soft.primary.text },
  '& small': { fontSize: rem(12.5), fontWeight: 450 },
}));

interface PhaseTabsProps {
  /** Undefined until known. */
  counts: z.infer<typeof campaignPage>['phaseCounts'] | undefined;
  chosen: CampaignPhase | undefined;
  onChoose: (phase: CampaignPhase | undefined) => void;
}

/** Buttons, since they filter one list. The counts add up to *Todas*. */
export function PhaseTabs({ counts, chosen, onChoose }: PhaseTabsProps) {
  const all = counts && CAMPAIGN_PHASES.reduce((sum, phase) => sum + counts[phase], 0);
  return (
    <Group role="group" aria-label="Campañas por etapa">
      {[...CAMPAIGN_PHASES, undefined].map((phase) => {
        const count = phase ? counts?.[phase] : all;
        return (
          <Tab key={phase ?? 'all'} aria-pressed={chosen === phase} onClick={() => onChoose(phase)}>
            {phase ? PHASE_LABELS[phase] : 'Todas'} {count !== undefined && <small>{formatCount(count)}</small>}
          </Tab>
        );
      })}
    </Group>
  );
}
