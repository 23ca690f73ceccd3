import { phone } from '@campanero/contract/phone/endpoints';
import type { PhoneCall } from '@campanero/contract/phone/schemas';
import { phoneInWords } from '@campanero/contract/phone/words';
import { formatTime } from '@campanero/contract/shared/dates';
import { Alert, Button } from '@mui/material';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useNow } from '../lib/clock.ts';
import { endpointQuery } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { type CallKey, phoneScope } from './api.ts';
import { dialQuery } from './header/dial.tsx';
import { NOTE } from './layout.tsx';
import type { ContactWork } from './use-contact-work.ts';

/** What the exchange told of this call; without an exchange that tells, nothing is asked for. */
export function usePhoneCalls({ campaignId, callId }: CallKey): readonly PhoneCall[] {
  const { data: dial } = useQuery(dialQuery());
  const input = dial?.hasEvents ? { params: { id: campaignId, callId } } : skipToken;
  return useQuery(endpointQuery(phoneScope(callId), phone.calls, input)).data ?? [];
}

/** Older than this, an end of a call without a registration is no proposal any more. */
const RECENT_MS = 12 * 3_600_000;

/** The user's telephone call that was not registered yet, and the state that its end proposes. It never sets one. */
export function PhoneNote({ work }: { work: ContactWork }) {
  const now = useNow();
  const userId = useSession()?.userId;
  const { data: dial } = useQuery(dialQuery());
  const last = usePhoneCalls(work.callKey).find(({ user }) => user.id === userId);
  const isRecent = last !== undefined && now.getTime() - Date.parse(last.startedAt) < RECENT_MS;
  if (!isRecent || last.entryId !== null || work.isRegistering) return null;
  const words = last.isOpen
    ? `${last.isAnswered ? 'Hablando' : 'Sonando'} desde las ${formatTime(last.startedAt)}`
    : phoneInWords(last);
  if (words === undefined) return null;
  const stateId = last.isOpen || last.end === null ? undefined : dial?.causeStates[last.end];
  const proposed = work.reason === undefined ? work.states.find(({ id }) => id === stateId) : undefined;
  return (
    <Alert
      severity="info"
      role="status"
      sx={NOTE}
      action={
        proposed && (
          <Button size="small" variant="text" color="inherit" onClick={() => work.open(proposed)}>
            Registrar «{proposed.name}»
          </Button>
        )
      }
    >
      {words}
    </Alert>
  );
}
