import { DAY_PARTS, type DayPart } from '@campanero/contract/calls/retry';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { COPY_TOOLTIP_MS } from '@campanero/contract/limits';
import { formatCounted, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button, GlobalStyles, Paper, Typography, useMediaQuery, useTheme } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconCopy, IconPhonePlus, IconPlayerTrackNext } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { later } from '../../components/later.tsx';
import { Figures, Line, Muted } from '../../components/layout.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TooltipBubble } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { DayLine } from '../../features/day/day.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useNow } from '../../lib/clock.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { dotted } from '../../lib/text/dotted.ts';
import { FIXED_TOP, LOW_WINDOW, THUMB_ROW } from '../../theme/tokens.ts';
import { HeaderCard, Identity, PhoneNumber, useContactSpace } from '../layout.tsx';
import { ageOf, ownPerson, personName, placeInWords } from '../people/person-words.ts';
import { callbackInWords } from '../register/callback-presets.ts';
import { IdentitySkeleton } from '../skeletons.tsx';
import type { ContactWork } from '../use-contact-work.ts';
import { DialButton, useDialLink } from './dial.tsx';

// Few campaigns have a form.
const ContactCapacity = later(async () => (await import('./capacity.tsx')).ContactCapacity, <Muted>…</Muted>);
const CapacityText = later(async () => (await import('./capacity.tsx')).CapacityText);

export interface ContactHeaderProps {
  campaign: CampaignDetail;
  detail: CallDetail | undefined;
  phone: string;
  work: ContactWork;
}

export function ContactHeader({ campaign, detail, phone, work }: ContactHeaderProps) {
  const { isMobile, isWide } = useContactSpace();
  const card = useRef<HTMLDivElement>(null);
  const isGone = useGone(card);
  const hasForm = campaign.formId !== null;
  return (
    <>
      <HeaderCard ref={card} data-capacity={hasForm && isWide ? '' : undefined}>
        {detail ? (
          <ContactIdentity detail={detail} work={work} capacityOf={hasForm && !isWide ? campaign.id : undefined} />
        ) : (
          <IdentitySkeleton phone={phone} />
        )}
        {isWide && hasForm && (
          <div>
            <ContactCapacity campaignId={campaign.id} formUrl={detail?.formUrl ?? campaign.formUrl} />
          </div>
        )}
        {!isMobile && (
          <div data-actions data-keep-clear>
            <CallButton work={work} size="header" />
            <NextButton work={work} size="header" />
          </div>
        )}
      </HeaderCard>
      {!isMobile && isGone && detail && <StickyLine detail={detail} work={work} />}
    </>
  );
}

/** Whether the header has been scrolled out of sight, also under the fixed bars. */
function useGone(card: React.RefObject<HTMLElement | null>): boolean {
  const [isGone, setGone] = useState(false);
  const [covered, setCovered] = useState(0);
  // The fixed bars and their height depend on the layout and the window, so they are measured.
  useEffect(() => {
    const measure = () =>
      setCovered(Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    if (!card.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setGone(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < covered),
      { rootMargin: `-${covered}px 0px 0px` },
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, [card, covered]);
  return isGone;
}

/** The header as one line over the scrolled page. It has no height of its own, so nothing moves. */
function StickyLine({ detail, work }: { detail: CallDetail; work: ContactWork }) {
  const person = ownPerson(detail);
  return (
    <Box sx={{ position: 'sticky', top: FIXED_TOP, height: 0, zIndex: 3 }}>
      <Line
        component={Paper}
        role="region"
        aria-label="Contacto"
        gap={3}
        sx={{ height: '3.5rem', px: 4, borderTop: 0, borderRadius: '0 0 12px 12px', boxShadow: 1 }}
      >
        <Figures component="b" sx={{ fontSize: '1.375rem', fontWeight: 640 }}>
          <bdi>{formatPhone(detail.number)}</bdi>
        </Figures>
        <Typography component="span" noWrap sx={{ fontWeight: 550 }}>
          {person && personName(person)}
        </Typography>
        <StateChip name={detail.stateName} color={detail.stateColor} />
        <span style={{ flex: 1 }} />
        <NextButton work={work} size="bar" />
        <CallButton work={work} size="bar" />
      </Line>
    </Box>
  );
}

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** For a retry after unanswered calls, at which times of the day it was called before; undefined for any other call. */
const retryInWords = (after: readonly DayPart[]): string | undefined =>
  after.length === 0
    ? undefined
    : `Reintento: antes se llamó ${list.format(DAY_PARTS.filter(({ name }) => after.includes(name)).map(({ when }) => when))}`;

interface ContactIdentityProps {
  detail: CallDetail;
  work: ContactWork;
  capacityOf: number | undefined;
}

function ContactIdentity({ detail, work, capacityOf }: ContactIdentityProps) {
  const now = useNow();
  const { isMobile } = useContactSpace();
  const link = useDialLink(detail);
  const isLow = useMediaQuery(`${useTheme().breakpoints.up('md')} and ${LOW_WINDOW}`, { noSsr: true });
  const person = ownPerson(detail);
  const age = person && ageOf(person.birthday, now);
  const place = person && placeInWords(person);
  const facts = dotted(age !== undefined && formatCounted(age, 'año', 'años'), place);
  const callback = detail.callbackAt && callbackInWords(detail.callbackAt, now);
  const retry = retryInWords(detail.retryAfter);
  const previous = (
    <Box component="span" className="fact" sx={{ color: 'text.disabled' }}>
      {detail.callCounter === 0
        ? 'sin llamados previos'
        : formatCounted(detail.callCounter, 'llamado previo', 'llamados previos')}
    </Box>
  );
  const state = (
    <div className="state">
      <StateChip name={detail.stateName} color={detail.stateColor} />
      {callback && <span className="fact">{isLow ? callback : `pactado para ${callback}`}</span>}
      {detail.substateName && (
        <span className="fact substate" title={detail.substateName}>
          {detail.substateName}
        </span>
      )}
      {!isLow && previous}
      {!isLow && retry && <span>{retry}</span>}
      {capacityOf !== undefined && (
        <Box component="span" sx={{ marginInlineStart: 'auto' }}>
          <CapacityText campaignId={capacityOf} formUrl={detail.formUrl} />
        </Box>
      )}
    </div>
  );
  return (
    <Identity>
      <div className="number">
        <PhoneNumber number={detail.number} link={link} />
        <DialButton link={link} isMobile={isMobile} hasKey={work.isShown && work.reason === undefined} />
        <CopyPhone number={detail.number} />
        {isLow && state}
      </div>
      <div className="person">
        <Box component="b" sx={{ fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {person ? personName(person) : 'Sin persona registrada'}
        </Box>
        <Box component="span" className="fact" sx={{ color: 'text.secondary' }}>
          {facts}
        </Box>
        {isLow &&
          (retry ? (
            // In the same line: another one would push the end of the page out of a low window.
            <Typography
              variant="body2"
              color="textSecondary"
              noWrap
              title={retry}
              sx={{ flex: '1 1 0', minWidth: '8rem' }}
            >
              {retry}
            </Typography>
          ) : (
            previous
          ))}
      </div>
      {!isLow && state}
    </Identity>
  );
}

function CopyPhone({ number }: { number: string }) {
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const [isCopied, setCopied] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleCopy = async () => {
    await copyText(number);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPY_TOOLTIP_MS);
  };
  useShortcut('copy', () => void handleCopy());
  return (
    <>
      <Button
        ref={setButton}
        size={isMobile ? 'large' : 'small'}
        aria-label={isMobile ? 'Copiar el número' : undefined}
        onClick={() => void handleCopy()}
        sx={isMobile ? { width: '2.75rem', flex: 'none', p: 0 } : { flex: 'none', gap: 2 }}
      >
        <IconCopy size={isMobile ? 20 : 16} stroke={1.75} aria-hidden />
        {!isMobile && (
          <>
            <span>
              Copiar<VisuallyHidden> el número</VisuallyHidden>
            </span>
            <ShortcutCap id="copy" />
          </>
        )}
      </Button>
      {isCopied && button && <TooltipBubble anchor={button}>Copiado</TooltipBubble>}
      <VisuallyHidden role="status">{isCopied ? 'Copiado' : ''}</VisuallyHidden>
    </>
  );
}

type ContactActionsProps = { work: ContactWork; size: keyof typeof SIZES };

const SIZES = {
  header: { call: { height: '2.75rem', fontSize: '0.875rem' }, next: { height: '2.5rem' } },
  bar: { call: { height: '2.25rem', flex: 'none' }, next: { height: '2.25rem', flex: 'none' } },
  phone: {
    call: { height: THUMB_ROW.height, flex: 1.4, fontSize: '0.9375rem' },
    next: { height: THUMB_ROW.height, flex: 1 },
  },
};

/** Opens the registration. Pressed it loses its filled style, so that saving is the only filled button. */
function CallButton({ work, size }: ContactActionsProps) {
  if (!work.isShown) return null;
  return (
    <ActionButton
      ref={size === 'bar' ? undefined : work.callButton}
      variant="contained"
      reason={work.reason}
      aria-pressed={work.isRegistering}
      aria-disabled={!work.isReady || work.isGoing}
      onClick={() => work.open()}
      sx={(theme) => ({
        ...SIZES[size].call,
        justifyContent: size === 'header' ? 'flex-start' : 'center',
        gap: 2.5,
        '&[aria-pressed="true"], &[aria-pressed="true"]:hover': {
          background: theme.palette.soft.primary.bg,
          color: theme.palette.soft.primary.text,
        },
      })}
    >
      <IconPhonePlus size={19} stroke={1.75} aria-hidden />
      <span style={{ flex: size === 'header' ? 1 : undefined, textAlign: 'start' }}>Llamado</span>
      {size === 'header' && <ShortcutCap id="call" />}
    </ActionButton>
  );
}

function NextButton({ work, size }: ContactActionsProps) {
  const isWide = size === 'header';
  return (
    <Button
      aria-busy={work.isGoing}
      aria-disabled={work.isGoing}
      onClick={work.goNext}
      sx={{ ...SIZES[size].next, justifyContent: isWide ? 'flex-start' : 'center', gap: 2, px: isWide ? 2 : undefined }}
    >
      <IconPlayerTrackNext size={17} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <span style={{ flex: isWide ? 1 : undefined, textAlign: 'start' }}>
        Siguiente{isWide ? ' contacto' : <VisuallyHidden> contacto</VisuallyHidden>}
      </span>
      {isWide && <ShortcutCap id="next" />}
    </Button>
  );
}

/** On a phone the bar below takes the place of the footer. */
const noFooter = (
  <GlobalStyles styles={{ 'html:root': { '--fixed-bottom': '7.5rem' }, footer: { display: 'none !important' } }} />
);

export const ContactBottomBar = ({ work }: { work: ContactWork }) => (
  <>
    {noFooter}
    <Box sx={{ height: '7.5rem' }} />
    <Paper
      square
      data-bottom-bar
      sx={{
        // At the bottom of the screen also on a short page.
        position: 'fixed',
        bottom: 0,
        insetInline: 0,
        zIndex: 2,
        px: 3,
        pt: 2,
        pb: `calc(${THUMB_ROW.below}px + env(safe-area-inset-bottom))`,
        border: 0,
        borderTop: 1,
        borderColor: 'line.soft',
      }}
    >
      {!work.isManager && <DayLine />}
      <Line sx={{ pt: 1 }}>
        <NextButton work={work} size="phone" />
        <CallButton work={work} size="phone" />
      </Line>
    </Paper>
  </>
);
