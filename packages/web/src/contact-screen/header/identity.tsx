import { DAY_PARTS, type DayPart } from '@campanero/contract/calls/retry';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Typography, useMediaQuery, useTheme } from '@mui/material';
import { StateChip } from '../../components/state-chip.tsx';
import { callbackInWords } from '../register/callback-presets.ts';
import { CopyPhone } from './copy-phone.tsx';
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

interface ContactIdentityProps {
  detail: CallDetail;
  /** The campaign, if its form has places to show here. */
  capacityOf: number | undefined;
}

/** Number, person, age, place and state. */
export function ContactIdentity({ detail, capacityOf }: ContactIdentityProps) {
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
