import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { Box, Paper } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Line } from '../../components/layout.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { ownPerson, personName } from '../people/person-words.ts';
import { FIXED_TOP } from '../../theme/tokens.ts';
import { CallButton, NextButton } from './actions.tsx';
import { ContactCapacity } from './capacity.tsx';
import { HeaderCard, useContactRoom } from '../layout.tsx';
import { ContactIdentity } from './identity.tsx';
import { IdentitySkeleton } from '../skeletons.tsx';
import type { ContactWork } from '../use-contact-work.ts';

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
