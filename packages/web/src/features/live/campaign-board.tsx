import type { LiveCampaign } from '@campanero/contract/live/endpoints';
import { formatCount, formatCounted, formatShare } from '@campanero/contract/shared/numbers';
import { Box, Button, LinearProgress, Link as MuiLink, styled, Typography } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { CardSection } from '../../components/chart/kpi-strip.tsx';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconSpeakerphone,
} from '../../components/icons.ts';
import { Faint, Line, RuledList, Spread, Strong } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { BodyMessage } from '../../components/table/styles.ts';
import { usePrinting } from '../../lib/browser/printing.ts';
import { dayAndMonth, shortDay } from '../../lib/text/when.ts';
import { TWO_LINES } from '../../theme/mixins.ts';
import { closedInWords, isLate, needsAttention, silenceInWords } from './board.ts';

const Campaigns = styled(RuledList)({
  // Several columns below the operators.
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(17rem, 100%), 1fr))',
  '& > li': { minWidth: 0, padding: '0.625rem 1rem 0.6875rem' },
});

const Verdict = styled('p')(({ theme: { palette } }) => ({
  display: 'flex',
  gap: 6,
  margin: '0.5625rem 0 0',
  fontSize: '0.78125rem',
  lineHeight: '1rem',
  color: palette.text.secondary,
  '& svg': { flex: 'none', marginTop: 1, color: palette.text.disabled },
  '& b': { fontWeight: 600 },
  '&[data-tone="good"] svg': { color: palette.success.main },
  '&[data-tone="warning"], &[data-tone="warning"] svg': { color: palette.warning.main },
  '&[data-tone="alert"]': {
    padding: '0.3125rem 0.5625rem',
    borderRadius: 8,
    background: palette.soft.warning.bg,
    color: palette.soft.warning.text,
    '& svg': { color: 'inherit' },
  },
}));

interface CampaignBoardProps {
  campaigns: readonly LiveCampaign[];
  now: number;
  /** Further ones are behind a button. */
  shown: number;
  linkTo: (campaignId: number) => string;
}

function foldedInWords(folded: readonly LiveCampaign[]): string {
  const warned = folded.filter(needsAttention).length;
  return `y ${formatCount(folded.length)} más${warned > 0 ? `, ${formatCount(warned)} con aviso` : ''}`;
}

export function CampaignBoard({ campaigns, now, shown, linkTo }: CampaignBoardProps) {
  const id = useId();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const isPrinted = usePrinting();
  const folded = campaigns.slice(shown);
  const FoldIcon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <CardSection aria-labelledby={id}>
      <Line component="header" gap={0} sx={{ px: 4, minHeight: '2.875rem' }}>
        <Typography variant="h2" id={id}>
          Campañas en curso
        </Typography>
        <Faint sx={{ marginInlineStart: 'auto' }}>{formatCount(campaigns.length)}</Faint>
      </Line>
      {campaigns.length === 0 ? (
        <BodyMessage>
          <EmptyState
            title="No hay campañas en curso"
            reason="Aquí aparecen las que están abiertas para llamar."
            icon={<IconSpeakerphone size={20} stroke={1.75} />}
          />
        </BodyMessage>
      ) : (
        <>
          <Campaigns aria-labelledby={id} id={listId}>
            {(isOpen || isPrinted ? campaigns : campaigns.slice(0, shown)).map((campaign) => (
              <li key={campaign.id}>
                <CampaignRow campaign={campaign} now={now} to={linkTo(campaign.id)} />
              </li>
            ))}
          </Campaigns>
          {folded.length > 0 && (
            <Box sx={{ p: '0.25rem 0.5rem', borderTop: 1, borderColor: 'divider' }}>
              <Button
                variant="text"
                size="small"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
                endIcon={<FoldIcon size={16} stroke={2} aria-hidden />}
              >
                {isOpen ? 'Ver menos' : foldedInWords(folded)}
              </Button>
            </Box>
          )}
        </>
      )}
    </CardSection>
  );
}

const PACE_HINT = 'Contactos llamados por primera vez: promedio de los últimos siete días trabajados';

function CampaignRow({ campaign, now, to }: { campaign: LiveCampaign; now: number; to: string }) {
  const { name, total, called, pending, neverCalled, pace } = campaign;
  const progress = formatShare(called, total);
  const [tone, VerdictIcon, text] = verdictOf(campaign, now);
  return (
    <>
      <Typography variant="body2" title={name} sx={{ ...TWO_LINES, fontWeight: 560 }}>
        <MuiLink component={Link} to={to} color="inherit" underline="hover">
          {name}
        </MuiLink>
      </Typography>
      <Line gap={2.5} sx={{ mt: 1 }}>
        <LinearProgress
          variant="determinate"
          value={total > 0 ? (100 * called) / total : 0}
          aria-label={`Avance de ${name}: ${progress}`}
          sx={{ flex: 1 }}
        />
        <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {progress}
        </Typography>
      </Line>
      <Spread
        gap={0}
        sx={{
          columnGap: 3,
          mt: 1.5,
          typography: 'caption',
          color: 'text.disabled',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span title={PACE_HINT}>
          {pace === null ? (
            'Sin ritmo todavía'
          ) : (
            <>
              <Strong>{formatCount(pace)}</Strong> {pace === 1 ? 'nuevo' : 'nuevos'}/día
            </>
          )}
        </span>
        <span title={`Pendientes (nunca llamados): ${formatCount(neverCalled)}`}>
          {formatCount(pending)} por llamar · fin {dayAndMonth(campaign.endDate)}
        </span>
      </Spread>
      {campaign.closed && (
        <Verdict>
          <IconClock size={15} stroke={2} aria-hidden />
          <span>{closedInWords(campaign.closed, now)}</span>
        </Verdict>
      )}
      <Verdict data-tone={tone}>
        <VerdictIcon size={15} stroke={2} aria-hidden />
        {text}
      </Verdict>
    </>
  );
}

type VerdictParts = [tone: string | undefined, icon: Icon, text: ReactNode];

function endOf(day: string, daysLate: number): VerdictParts {
  const days = formatCounted(Math.abs(daysLate), 'día', 'días');
  const late = (
    <span>
      Termina el {shortDay(day)}, <b>{days} tarde</b>
    </span>
  );
  const inTime = (
    <span>
      <b>A tiempo:</b> termina el {shortDay(day)}, {daysLate === 0 ? 'el mismo día' : `${days} antes`}
    </span>
  );
  return daysLate > 0 ? ['alert', IconAlertTriangle, late] : ['good', IconCircleCheck, inTime];
}

/** The forecast alone, for the page of the campaign. */
export function EndForecast({ campaign: { forecastDay, daysLate } }: { campaign: LiveCampaign }) {
  if (forecastDay === null || daysLate === null) return null;
  const [tone, VerdictIcon, text] = endOf(forecastDay, daysLate);
  return (
    <Verdict data-tone={tone} style={{ marginTop: 0 }}>
      <VerdictIcon size={15} stroke={2} aria-hidden />
      {text}
    </Verdict>
  );
}

function verdictOf(campaign: LiveCampaign, now: number): VerdictParts {
  const { neverCalled, pace, forecastDay, daysLate } = campaign;
  const end = forecastDay !== null && daysLate !== null && endOf(forecastDay, daysLate);
  if (end && isLate(campaign)) return end;
  if (campaign.isInactive) return ['warning', IconAlertTriangle, <b key="text">{silenceInWords(campaign, now)}</b>];
  if (end) return end;
  if (neverCalled === 0) return ['good', IconCircleCheck, 'Todos los contactos se llamaron al menos una vez'];
  const noEnd =
    pace === null ? 'Nadie llamó contactos nuevos en las últimas dos semanas' : 'A este ritmo no tiene fin a la vista';
  return [undefined, IconCircleDashed, noEnd];
}
