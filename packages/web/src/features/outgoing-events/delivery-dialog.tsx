import { type Delivery, type EventAttempt, eventName } from '@campanero/contract/outgoing-events/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Box, Button, DialogActions, DialogContent, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../components/action-button.tsx';
import { DialogFrame } from '../../components/form/dialogs.tsx';
import { IconRefresh } from '../../components/icons.ts';
import { Line, Muted, PlainList } from '../../components/layout.tsx';
import { type Fact, FactList } from '../../components/page/fact-list.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { outlinedCard } from '../../theme/mixins.ts';
import { MONOSPACE } from '../../theme/monospace.ts';
import { attemptsQuery } from './api.ts';
import { DeliveryChip, type useResend } from './delivery-list.tsx';
import { answerText } from './texts.ts';

interface DeliveryDialogProps {
  subscriptionId: number;
  withPerson: boolean;
  /** When it is tried again. */
  next: string | undefined;
  delivery: Delivery;
  resend: ReturnType<typeof useResend>;
  onClose: () => void;
}

/** One delivery: what was sent, and each answer. */
export function DeliveryDialog({ subscriptionId, withPerson, next, delivery, resend, onClose }: DeliveryDialogProps) {
  const { eventId, key, kind, data, status, createdAt } = delivery;
  const attempts = useQuery(attemptsQuery(subscriptionId, eventId));
  const facts: Fact[] = [
    { label: 'Identificador', value: <Code>{key}</Code> },
    { label: 'Ocurrió', value: formatDateTimeSeconds(createdAt) },
    { label: 'Estado', value: <DeliveryChip status={status} /> },
    ...(next ? [{ label: 'Siguiente intento', value: next }] : []),
  ];
  return (
    <DialogFrame title={eventName(kind)} width={640} hasClose onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        <FactList facts={facts} />
        <div>
          <Typography variant="h3">Qué se envía</Typography>
          <Block tabIndex={0} role="region" aria-label="Qué se envía">
            {JSON.stringify(data, null, 2)}
          </Block>
          {withPerson && 'personId' in data && (
            <Muted sx={{ mt: 2 }}>
              Y los datos de la persona, que se leen en el momento de enviar y no se guardan.
            </Muted>
          )}
        </div>
        <div>
          <Typography variant="h3">Intentos</Typography>
          {attempts.data ? (
            <AttemptList attempts={attempts.data} />
          ) : (
            <QueryState query={attempts} height={96} failed="No se pudieron cargar los intentos. Inténtelo de nuevo." />
          )}
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cerrar</Button>
        <ActionButton
          variant="contained"
          icon={IconRefresh}
          isPending={resend.isPending}
          reason={status === 'WAITING' && delivery.attempts === 0 ? 'Todavía no se envió la primera vez.' : undefined}
          onClick={() => resend.send(eventId)}
        >
          Reenviar
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  );
}

function AttemptList({ attempts }: { attempts: readonly EventAttempt[] }) {
  if (attempts.length === 0) return <Muted sx={{ mt: 2 }}>Ninguno todavía.</Muted>;
  return (
    <PlainList sx={{ display: 'grid', gap: 3, mt: 2 }}>
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.attempt}>
          <Line sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0, typography: 'body2' }}>
            <b>{attempt.attempt}.º</b>
            <span>{answerText(attempt)}</span>
            <Muted component="span" sx={{ marginInlineStart: 'auto', fontVariantNumeric: 'tabular-nums' }}>
              {formatDateTimeSeconds(attempt.at)} · {formatCount(attempt.ms)} ms
            </Muted>
          </Line>
          {attempt.answer && <Block>{attempt.answer}</Block>}
        </li>
      ))}
    </PlainList>
  );
}

const Code = styled('bdi')({ fontFamily: MONOSPACE, fontSize: '0.8125rem', overflowWrap: 'anywhere' });

const Block = styled(Box)(({ theme }) => ({
  ...outlinedCard(theme, 'control'),
  marginBlockStart: 8,
  padding: 12,
  maxHeight: '16rem',
  overflow: 'auto',
  direction: 'ltr',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  lineHeight: '1.25rem',
  background: theme.palette.surface.subtle,
}));
