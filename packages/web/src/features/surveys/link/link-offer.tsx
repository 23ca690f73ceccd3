import { formatDate } from '@campanero/contract/shared/dates';
import { surveys } from '@campanero/contract/surveys/endpoints';
import type { LinkChannel, SentLink } from '@campanero/contract/surveys/link-schemas';
import { Alert, Box, Button } from '@mui/material';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconExternalLink, IconMailForward } from '../../../components/icons.ts';
import { Muted } from '../../../components/layout.tsx';
import { safeLink } from '../../../components/safe-link.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { errorText } from '../../../lib/errors.ts';

const WORDS: Record<LinkChannel, { offer: string; button: string; failed: string }> = {
  mail: {
    offer: 'La persona responde sola en una página, sin cuenta. Se le manda al mail guardado en sus datos.',
    button: 'Enviar enlace por mail',
    failed: 'No fue posible enviar el enlace. Inténtelo de nuevo.',
  },
  whatsapp: {
    offer:
      'La persona responde sola en una página, sin cuenta. El mensaje se abre en su propio WhatsApp, listo para enviar.',
    button: 'Preparar el mensaje de WhatsApp',
    failed: 'No fue posible preparar el mensaje. Inténtelo de nuevo.',
  },
};

interface LinkOfferProps {
  callKey: { campaignId: number; callId: number };
  channel: LinkChannel;
}

/** Beside the states that say how the person was sent the questions; the state itself is registered as ever. */
export function LinkOffer({ callKey, channel }: LinkOfferProps) {
  const send = useEndpointMutation(surveys.sendLink);
  const { offer, button, failed } = WORDS[channel];
  const params = { id: callKey.campaignId, callId: callKey.callId };
  return (
    <Box role="group" aria-label="Enlace del relevamiento" sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Muted>{offer}</Muted>
      {send.data ? (
        <Sent link={send.data} />
      ) : (
        <ActionButton
          variant="outlined"
          size="small"
          icon={channel === 'mail' ? IconMailForward : IconExternalLink}
          isPending={send.isPending}
          pendingText="Preparando…"
          onClick={() => send.mutate({ params, body: { channel } })}
        >
          {button}
        </ActionButton>
      )}
      {send.error && <Alert severity="error">{errorText(send.error, failed)}</Alert>}
    </Box>
  );
}

/** The button that was pressed is gone: Enter goes on. */
const takeFocus = (link: HTMLAnchorElement | null) => link?.focus();

function Sent({ link: { to, whatsappUrl, expiresAt } }: { link: SentLink }) {
  const until = `Vale hasta el ${formatDate(expiresAt)}.`;
  if (to !== null) return <Alert severity="success">{`Se envía a ${to}. ${until}`}</Alert>;
  return (
    <>
      <Button
        component="a"
        href={safeLink(whatsappUrl)}
        target="_blank"
        rel="noreferrer"
        variant="contained"
        size="small"
        ref={takeFocus}
      >
        Abrir WhatsApp
      </Button>
      <Muted role="status">{until}</Muted>
    </>
  );
}
