import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { IconPlayerTrackNext } from '../../../components/icons.ts';
import { historyQuery } from '../../../features/calls/api.ts';
import { contactQuery } from '../../../features/contacts/api.ts';
import { ownPerson, personName } from '../../../features/contacts/person-words.ts';

interface NextContact {
  callId: number;
  number: string;
}

/** Everything the next contact's page shows first, so that it stands there at once (UX-02). */
export function useContactAhead(campaignId: number, next: NextContact | undefined) {
  const { callId, number } = next ?? { callId: 0, number: '' };
  useQuery({ ...historyQuery({ campaignId, callId }), enabled: next !== undefined });
  return useQuery({ ...contactQuery({ callId, phone: number }), enabled: next !== undefined }).data;
}

/** Who comes next, under the outcome of this one. */
export function ContactNext({ campaignId, next }: { campaignId: number; next: NextContact | undefined }) {
  const detail = useContactAhead(campaignId, next);
  if (!next) return null;
  const person = detail && ownPerson(detail);
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minWidth: 0,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      <IconPlayerTrackNext size={15} stroke={1.75} className="mirrored" aria-hidden style={{ flex: 'none' }} />
      <Box
        component="span"
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { xs: 'nowrap', md: 'normal' } }}
      >
        Sigue{' '}
        <Box component="b" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
          <bdi>{formatPhone(next.number)}</bdi>
        </Box>{' '}
        {detail?.callbackAt ? `rellamado de las ${formatTime(detail.callbackAt)}` : person && personName(person)}
      </Box>
    </Box>
  );
}
