import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddButton } from '../../../components/action-button.tsx';
import { later } from '../../../components/later.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { subscriptionsQuery } from '../../../features/outgoing-events/api.ts';
import type { MadeSecret } from '../../../features/outgoing-events/subscription-dialog.tsx';
import { SubscriptionList } from '../../../features/outgoing-events/subscription-list.tsx';
import { MadeSecretDialog } from '../../../features/outgoing-events/subscription-view.tsx';
import { subscriptionCount } from '../../../features/outgoing-events/texts.ts';
import { paths } from '../../pages.ts';

const SubscriptionDialog = later(
  async () => (await import('../../../features/outgoing-events/subscription-dialog.tsx')).SubscriptionDialog,
);

export function EventsPage() {
  const list = useQuery(subscriptionsQuery());
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeSecret>();
  const button = <AddButton onClick={() => setCreating(true)}>Crear suscripción</AddButton>;
  return (
    <>
      <PageHeader title="Eventos" aside={list.data && subscriptionCount(list.data.length)} action={button} />
      <SubscriptionList result={list} linkTo={paths.subscription} begin={button} />
      {isCreating && (
        <SubscriptionDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setMade(created);
          }}
        />
      )}
      {made && <MadeSecretDialog made={made} onDone={() => void navigate(paths.subscription(made.subscription.id))} />}
    </>
  );
}
