import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { users } from '@campanero/contract/users/endpoints';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { Box, Button, styled, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconKey } from '../../components/icons.ts';
import { Hint, RowName, RuledList } from '../../components/layout.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { QueryState } from '../../components/page/query-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { heldText } from '../../components/handover-choice.tsx';
import { nameUnderline } from '../../theme/mixins.ts';
import { userCampaignsQuery } from './api.ts';
import { lastLoginText, LINK_FAILED, LINK_SENT, rolesText, type UserCampaign } from './texts.ts';

export const UserFacts = ({ user }: { user: UserDetail }) => (
  <FactList
    facts={[
      { label: 'Nombre', value: user.firstName },
      { label: 'Apellido', value: user.lastName || '—' },
      { label: 'Correo', value: user.email },
      { label: 'Roles', value: rolesText(user) },
      { label: 'Último ingreso', value: <bdi>{lastLoginText(user)}</bdi>, quiet: user.lastLogin === null },
      { label: 'Alta', value: <bdi>{formatDateTime(user.createdAt)}</bdi> },
    ]}
  />
);

/** Sends the link to choose a password, only to the user's own address. */
export function SendLinkButton({ user }: { user: UserDetail }) {
  const send = useEndpointMutation(users.sendLink, { done: LINK_SENT, failed: LINK_FAILED });
  return (
    <Button
      startIcon={<IconKey size={18} stroke={1.75} aria-hidden />}
      onClick={() => send.mutate({ params: { id: user.id } })}
      disabled={send.isPending || user.disable}
      title={user.disable ? 'Habilite al usuario antes de enviarle un enlace.' : undefined}
    >
      {send.isPending ? 'Enviando…' : user.invited ? 'Reenviar invitación' : 'Enviar enlace de recuperación'}
    </Button>
  );
}

const SHOWN_FIRST = 8;

const List = styled(RuledList)(({ theme }) => ({
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: '3.25rem', padding: '6px 0' },
  '& a': nameUnderline(theme),
}));

function loadText({ untouched, touched, pending, callbacks, held }: UserCampaign): string {
  if (untouched + touched === 0) return 'Sin llamados asignados';
  if (pending === 0) return `${formatCount(touched)} trabajados`;
  return heldText({ pending, callbacks, held });
}

export function UserCampaigns({ userId, campaignLink }: { userId: number; campaignLink: (id: number) => string }) {
  const campaigns = useQuery(userCampaignsQuery(userId));
  const [isWhole, setWhole] = useState(false);
  if (!campaigns.isSuccess) return <QueryState query={campaigns} height={104} />;
  if (campaigns.data.length === 0)
    return <Typography color="textDisabled">No participa en ninguna campaña.</Typography>;
  const shown = isWhole ? campaigns.data : campaigns.data.slice(0, SHOWN_FIRST);
  return (
    <>
      <List aria-label="Campañas">
        {shown.map((campaign) => (
          <li key={campaign.id}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <RowName>
                <Link to={campaignLink(campaign.id)}>{campaign.name}</Link>
              </RowName>
              <Hint sx={{ fontVariantNumeric: 'tabular-nums' }}>
                <bdi>{campaign.id}</bdi> · {loadText(campaign)}
              </Hint>
            </Box>
            <StatusChip status={campaign.status} />
          </li>
        ))}
      </List>
      {shown.length < campaigns.data.length && (
        <Button variant="text" size="small" onClick={() => setWhole(true)} sx={{ mt: 2, marginInlineStart: -3 }}>
          {`Ver las ${formatCount(campaigns.data.length)} campañas`}
        </Button>
      )}
    </>
  );
}
