import type { Subscription } from '@campanero/contract/outgoing-events/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../../components/action-button.tsx';
import { IconPencil, IconTrash } from '../../../components/icons.ts';
import { later } from '../../../components/later.tsx';
import { Inline } from '../../../components/layout.tsx';
import { ActionsMenu } from '../../../components/page/actions-menu.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { subscriptionQuery } from '../../../features/outgoing-events/api.ts';
import { DeliveryList } from '../../../features/outgoing-events/delivery-list.tsx';
import { SubscriptionChip } from '../../../features/outgoing-events/subscription-chip.tsx';
import {
  PauseButton,
  PauseNote,
  RemoveDialog,
  SubscriptionFacts,
  TestButton,
} from '../../../features/outgoing-events/subscription-view.tsx';
import { useAddressId, usePageTitle } from '../../../lib/page.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';

const SubscriptionDialog = later(
  async () => (await import('../../../features/outgoing-events/subscription-dialog.tsx')).SubscriptionDialog,
);

export function SubscriptionPage() {
  const subscription = useQuery(subscriptionQuery(useAddressId()));
  if (!subscription.data) return <PageState query={subscription} of="subscription" />;
  return <SubscriptionView subscription={subscription.data} reload={async () => (await subscription.refetch()).data} />;
}

interface SubscriptionViewProps {
  subscription: Subscription;
  reload: () => Promise<Subscription | undefined>;
}

function SubscriptionView({ subscription, reload }: SubscriptionViewProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'remove'>();
  usePageTitle(subscription.name);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={subscription.name}
        aside={<SubscriptionChip {...subscription} />}
        action={
          <Inline>
            <TestButton subscription={subscription} />
            <PauseButton subscription={subscription} />
            <ActionButton variant="contained" icon={IconPencil} onClick={() => setOpen('edit')}>
              Editar
            </ActionButton>
            <ActionsMenu
              actions={[{ label: 'Quitar la suscripción', icon: IconTrash, run: () => setOpen('remove') }]}
            />
          </Inline>
        }
      />
      <PauseNote subscription={subscription} />
      <SubscriptionFacts subscription={subscription} />
      <DeliveryList subscription={subscription} />
      {open === 'edit' && <SubscriptionDialog subscription={subscription} reload={reload} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog subscription={subscription} onClose={close} onRemoved={() => void navigate(paths.events)} />
      )}
    </>
  );
}
