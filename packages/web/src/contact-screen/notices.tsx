import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { ERRORS } from '@campanero/contract/errors';
import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { IconBell, IconPlayerTrackNext } from '../components/icons.ts';
import { callbacksQuery } from '../features/callbacks/callbacks.ts';
import { historyQuery } from './api.ts';
import { closedReason } from '../features/calls/calling-state.ts';
import { quickOutcomes } from './register/outcome-states.ts';
import { QuickOutcomes } from './register/quick-outcomes.tsx';
import { progressQuery } from '../features/campaigns/api.ts';
import { contactQuery } from './people/api.ts';
import { ownPerson, personName } from './people/person-words.ts';
import { useNow } from '../lib/clock.ts';
import { focusRing } from '../theme/components/controls.ts';
import { paths } from '../app/pages.ts';
import type { ContactWork } from './use-contact-work.ts';

interface ContactNotesProps {
  campaign: CampaignDetail;
  detail: CallDetail;
  work: ContactWork;
}

/** Why this number is not rung, or not now: plainly, at the top of the page. */
export function ContactNotes({ campaign, detail, work }: ContactNotesProps) {
  if (detail.blocked)
    return (
      <Alert severity="error" sx={{ mb: 3.5 }}>
        <b>{ERRORS.NUMBER_BLOCKED.es}</b> {detail.blocked}
      </Alert>
    );
  if (!work.isShown)
    return (
      <Alert severity="info" sx={{ mb: 3.5 }}>
        {closedReason(campaign)}
      </Alert>
    );
  // While registering, the form says so itself.
  if (!work.reason || work.isRegistering) return null;
  const isOthers = work.reason === ERRORS.INVALID_OPERATOR.es;
  return (
    <Alert
      severity="warning"
      // The words have the whole width of a narrow screen, and the button stands in their line on a wide one.
      sx={{
        mb: 3.5,
        alignItems: 'center',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: { xs: '75%', sm: 0 } },
        '& .MuiAlert-action': { p: 0, m: 0, marginInlineStart: 'auto' },
      }}
      action={
        isOthers ? (
          <Button size="small" variant="text" color="inherit" onClick={() => work.setTab('operator')}>
            Tomar el contacto
          </Button>
        ) : (
          work.isWaiting && (
            <Button size="small" variant="text" color="inherit" onClick={work.registerSaid}>
              Registrar lo hablado
            </Button>
          )
        )
      }
    >
      {work.reason}
    </Alert>
  );
}

interface NextContact {
  callId: number;
  number: string;
}

/** Reads ahead what the next contact's page shows first, so that it stands there at once. */
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
      <IconPlayerTrackNext size={15} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box
        component="span"
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { xs: 'nowrap', md: 'normal' } }}
      >
        Sigue{' '}
        <Box component="b" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
          <bdi style={{ whiteSpace: 'nowrap' }}>{formatPhone(next.number)}</bdi>
        </Box>{' '}
        {detail?.callbackAt ? `rellamado de las ${formatTime(detail.callbackAt)}` : person && personName(person)}
      </Box>
    </Box>
  );
}

const Line = styled(RouterLink)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: '2.5rem',
  padding: '0 12px',
  marginBottom: 8,
  borderRadius: theme.radius.control,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.text.primary,
  '& > svg': { flex: 'none', color: theme.palette.soft.brass.text },
  textDecoration: 'none',
  '&:hover b': { textDecoration: 'underline' },
  '&:focus-visible': focusRing(theme),
  '& > b': { fontWeight: 600, color: theme.palette.primary.main },
  '& > span': { flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
}));

/** Tells of a callback that falls due while one is busy with another call. */
export function ContactCallback({ callId }: { callId: number }) {
  const { data } = useQuery(callbacksQuery());
  const now = useNow();
  const due = data?.find((callback) => callback.callId !== callId && new Date(callback.callbackAt) <= now);
  if (!due) return null;
  const time = formatTime(due.callbackAt);
  return (
    <div role="status">
      <Line to={paths.contact(due.campaignId, due.callId, due.number)}>
        <IconBell size={16} stroke={1.75} aria-hidden />
        <span>
          Rellamado de las {time} · <bdi style={{ whiteSpace: 'nowrap' }}>{formatPhone(due.number)}</bdi>
        </span>
        <b>Ir</b>
      </Line>
    </div>
  );
}

const DAY_MS = 24 * 3_600_000;
const NO_USES: readonly never[] = [];

/** The campaign's most used outcomes. Counted once: their places must not change under the hand. */
export function ContactOutcomes({ campaignId, work }: { campaignId: number; work: ContactWork }) {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: ['outcome-uses', campaignId] as const,
    queryFn: () => queryClient.fetchQuery(progressQuery(campaignId)),
    staleTime: DAY_MS,
    gcTime: DAY_MS,
    refetchOnWindowFocus: false,
  });
  const statesFor = (max: number) => (isPending ? [] : quickOutcomes(work.states, data?.states ?? NO_USES, max));
  return <QuickOutcomes statesFor={statesFor} reason={work.reason} onChoose={work.open} onMore={() => work.open()} />;
}
