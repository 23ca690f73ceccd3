import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { formatCount, formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { StateChip } from '../../../components/state-chip.tsx';
import { callbackInWords } from '../../../features/calls/callback-presets.ts';
import { CopyPhone } from '../../../features/contacts/components/copy-phone.tsx';
import { ageOf, ownPerson, personName, placeInWords } from '../../../features/contacts/person-words.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CapacityWords } from './contact-capacity.tsx';

const Number = styled('h1')(({ theme }) => ({
  ...theme.typography.phone,
  margin: 0,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  '& a': { color: 'inherit', textDecoration: 'none', borderRadius: 4 },
  '& a:hover': { textDecoration: 'underline', textDecorationThickness: 2 },
  '& a:focus-visible': { outline: `2px solid ${theme.palette.focusRing}`, outlineOffset: 2 },
  [theme.breakpoints.down('md')]: { fontSize: '2.25rem', lineHeight: '2.625rem' },
  // Ten digits stand in one line even on the smallest screen.
  '@media (max-width: 359.95px)': { fontSize: '1.75rem', lineHeight: '2.25rem' },
}));

/** The number to be rung: a link, so that a phone program dials it. */
export function PhoneNumber({ number }: { number: string }) {
  return (
    <Number>
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

/** Number, person, age, place, state: what one reads before one rings (design 9, Header). */
export function ContactIdentity({ detail, capacityOf, showsCapacity }: ContactIdentityProps) {
  const now = useNow();
  const person = ownPerson(detail);
  const age = person && ageOf(person.birthday, now);
  const place = person && placeInWords(person);
  const facts = [age !== undefined && `${age} ${age === 1 ? 'año' : 'años'}`, place].filter(Boolean);
  const previous = detail.callCounter;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0, justifyContent: 'center' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          justifyContent: { xs: 'space-between', md: 'flex-start' },
        }}
      >
        <PhoneNumber number={detail.number} />
        <CopyPhone number={detail.number} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
        <Box component="b" sx={{ fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {person ? personName(person) : 'Sin persona registrada'}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          typography: 'body2',
          color: 'text.secondary',
        }}
      >
        <StateChip name={detail.stateName} color={detail.stateColor} />
        {detail.substateName && <span>{detail.substateName}</span>}
        {detail.callbackAt && <span>pactado para {callbackInWords(detail.callbackAt, now)}</span>}
        <Box component="span" sx={{ color: 'text.disabled' }}>
          {previous === 0
            ? 'sin llamados previos'
            : `${formatCount(previous)} ${previous === 1 ? 'llamado previo' : 'llamados previos'}`}
        </Box>
        {showsCapacity && capacityOf !== undefined && (
          <Box component="span" sx={{ marginInlineStart: 'auto' }}>
            <CapacityWords campaignId={capacityOf} formUrl={detail.formUrl} />
          </Box>
        )}
      </Box>
    </Box>
  );
}
