import { COPY_TOOLTIP_MS } from '@campanero/contract/limits';
import { DAY_PARTS, type DayPart } from '@campanero/contract/calls/retry';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, Typography, useMediaQuery, useTheme } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { IconCopy } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TooltipBubble } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { callbackInWords } from '../register/callback-presets.ts';
import { ageOf, ownPerson, personName, placeInWords } from '../people/person-words.ts';
import { useNow } from '../../lib/clock.ts';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import { CapacityWords } from './capacity.tsx';
import { Identity, PhoneNumber } from '../layout.tsx';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** For a retry after unanswered calls, at which times of the day it was called before; undefined for any other call. */
const retryInWords = (after: readonly DayPart[]): string | undefined =>
  after.length === 0
    ? undefined
    : `Reintento: antes se llamó ${list.format(DAY_PARTS.filter(({ name }) => after.includes(name)).map(({ when }) => when))}`;

/** Number, person, age, place and state. `capacityOf`: the campaign, if its form has places to show here. */
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
