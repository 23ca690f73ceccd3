import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { StateChip } from '../../../../components/state-chip.tsx';
import { callbackInWords } from '../../../../features/calls/callback-presets.ts';
import { CopyPhone } from '../../../../features/contacts/copy-phone.tsx';
import { ageOf, ownPerson, personName, placeInWords } from '../../../../features/contacts/person-words.ts';
import { useNow } from '../../../../lib/clock.ts';
import { LOW_WINDOW } from '../../../../theme/tokens.ts';
import { CapacityWords } from './capacity.tsx';

const Number = styled('h1')(({ theme }) => ({
  ...theme.typography.phone,
  margin: 0,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& a': { color: 'inherit', textDecoration: 'none', borderRadius: 4 },
  '& a:hover': { textDecoration: 'underline', textDecorationThickness: 2 },
  '& a:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
  [`@media ${LOW_WINDOW}, ${theme.breakpoints.down('md').replace('@media ', '')}`]: {
    fontSize: '2.25rem',
    lineHeight: '2.625rem',
  },
  // Ten digits stand in one line even on the smallest screen.
  '@media (max-width: 359.95px)': { fontSize: '1.75rem', lineHeight: '2.25rem' },
}));

/** The number to be rung: a link, so that a phone program dials it. */
export function PhoneNumber({ number }: { number: string }) {
  return (
    <Number data-keep-clear>
      <a href={`tel:${number}`}>
        <bdi>{formatPhone(number)}</bdi>
      </a>
    </Number>
  );
}

interface ContactIdentityProps {
  detail: CallDetail;
  /** The campaign whose form has places. */
  capacityOf: number | undefined;
  /** No room for them beside it. */
  showsCapacity: boolean;
}

const Identity = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 6,
  minWidth: 0,
  '& > .number': { display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 },
  '& > .person': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 8 },
  '& .state': {
    ...theme.typography.body2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 8,
    minWidth: 0,
    color: theme.palette.text.secondary,
  },
  // In one line with the number: what has no room gives way, the state never does.
  '& > .number > .state': {
    flex: 1,
    flexWrap: 'nowrap',
    whiteSpace: 'nowrap',
    '& > span': { flex: 'none' },
    '& > .substate': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  [theme.breakpoints.down('md')]: { '& > .number': { justifyContent: 'space-between' } },
}));

/** Number, person, age, place, state: what one reads before one rings (design 9, Header). */
export function ContactIdentity({ detail, capacityOf, showsCapacity }: ContactIdentityProps) {
  const now = useNow();
  const isLow = useMediaQuery(`${useTheme().breakpoints.up('md')} and ${LOW_WINDOW}`, { noSsr: true });
  const person = ownPerson(detail);
  const age = person && ageOf(person.birthday, now);
  const place = person && placeInWords(person);
  const facts = [age !== undefined && `${age} ${age === 1 ? 'año' : 'años'}`, place].filter(Boolean);
  const callback = detail.callbackAt && callbackInWords(detail.callbackAt, now);
  const previous = (
    <Box component="span" sx={{ color: 'text.disabled' }}>
      {detail.callCounter === 0
        ? 'sin llamados previos'
        : `${formatCount(detail.callCounter)} ${detail.callCounter === 1 ? 'llamado previo' : 'llamados previos'}`}
    </Box>
  );
  const state = (
    <div className="state">
      <StateChip name={detail.stateName} color={detail.stateColor} />
      {callback && <span>{isLow ? callback : `pactado para ${callback}`}</span>}
      {detail.substateName && (
        <span className="substate" title={detail.substateName}>
          {detail.substateName}
        </span>
      )}
      {!isLow && previous}
      {showsCapacity && capacityOf !== undefined && (
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
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Box>
        {isLow && previous}
      </div>
      {!isLow && state}
    </Identity>
  );
}
