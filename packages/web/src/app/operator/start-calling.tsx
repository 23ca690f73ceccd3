import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { campaignReason, hoursReason, showsCalling } from '../../features/calls/calling-state.ts';
import { StartCallingButton } from '../../features/calls/start-calling.tsx';
import { useNow } from '../../lib/clock.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useCallingStart } from './calling.tsx';

/** Not in calling.tsx, which is part of the first route. */
export function StartCalling({ campaign }: { campaign: CampaignDetail }) {
  const now = useNow();
  const { start, startingIn } = useCallingStart();
  const isShown = showsCalling(campaign, now);
  const reason = campaignReason(campaign, now) ?? hoursReason(campaign, now);
  const begin = () => start(campaign.id);
  useShortcut('next', begin, { enabled: isShown && reason === undefined });
  if (!isShown) return null;
  return (
    <StartCallingButton
      label="Empezar a llamar"
      reason={reason}
      isStarting={startingIn !== undefined}
      onStart={begin}
    />
  );
}
