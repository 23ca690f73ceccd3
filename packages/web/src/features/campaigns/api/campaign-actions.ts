import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { CampaignCommand } from '../campaign-commands.ts';

/** Pausar, Reanudar, Finalizar. Without a version: they are meant whatever else has changed. */
export function useCampaignCommand(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (command: CampaignCommand): Promise<void> => {
      if (command === 'finish') await call(campaigns.finish, { params: { id } });
      else await call(campaigns.ongoing, { params: { id }, body: { paused: command === 'pause' } });
    },
    // Also after a refusal: most of them mean that the status is no longer what the screen says.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['campaigns'] }),
  });
}
