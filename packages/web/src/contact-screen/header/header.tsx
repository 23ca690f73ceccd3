import { DAY_PARTS, type DayPart } from '@campanero/contract/calls/retry';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { COPY_TOOLTIP_MS } from '@campanero/contract/limits';
import { formatCounted, formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Button, Paper, Typography, useMediaQuery, useTheme } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { IconCopy } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { Line } from '../../components/layout.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TooltipBubble } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useNow } from '../../lib/clock.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { FIXED_TOP, LOW_WINDOW } from '../../theme/tokens.ts';
import { HeaderCard, Identity, PhoneNumber, useContactRoom } from '../layout.tsx';
import { ageOf, ownPerson, personName, placeInWords } from '../people/person-words.ts';
import { callbackInWords } from '../register/callback-presets.ts';
import { IdentitySkeleton } from '../skeletons.tsx';
import type { ContactWork } from '../use-contact-work.ts';
import { CallButton, NextButton } from './actions.tsx';
import { CapacityWords, ContactCapacity } from './capacity.tsx';

interface ContactHeaderProps {
  campaign: CampaignDetail;
  detail: CallDetail | undefined;
  phone: string;
  work: ContactWork;
}

export function ContactHeader({ campaign, detail, phone, work }: ContactHeaderProps) {
  const { isMobile, isWide } = useContactRoom();
  const card = useRef<HTMLDivElement>(null);
  const isGone = useGone(card);
  const hasForm = campaign.formId !== null;
  return (
    <>
      <HeaderCard ref={card} data-capacity={hasForm && isWide ? '' : undefined}>
        {detail ? (
          <ContactIdentity detail={detail} capacityOf={hasForm && !isWide ? campaign.id : undefined} />
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
        <Box component="b" sx={{ fontSize: '1.375rem', fontWeight: 640, fontVariantNumeric: 'tabular-nums' }}>
          <bdi>{formatPhone(detail.number)}</bdi>
        </Box>
        <Box
          component="span"
          sx={{ fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {person && personName(person)}
        </Box>
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

export function ContactIdentity({ detail, capacityOf }: { detail: CallDetail; capacityOf: number | undefined }) {
  const now = useNow();
  const isLow = useMediaQuery(`${useTheme().breakpoints.up('md')} and ${LOW_WINDOW}`, { noSsr: true });
  const person = ownPerson(detail);
  const age = person && ageOf(person.birthday, now);
  const place = person && placeInWords(person);
  const facts = [age !== undefined && `${age} ${age === 1 ? 'año' : 'años'}`, place].filter(Boolean);
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
          <CapacityWords campaignId={capacityOf} formUrl={detail.formUrl} />
        </Box>
      )}
    </div>
  );
  return (
    <Identity>
      <div className="number">
        <PhoneNumber number={detail.number} />
        <CopyPhone number={detail.number} />
        {isLow && state}
      </div>
      <div className="person">
        <Box component="b" sx={{ fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {person ? personName(person) : 'Sin persona registrada'}
        </Box>
        <Box component="span" className="fact" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
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
