import { ConfirmDialog } from '../../../components/form/dialogs.tsx';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { useCampaignCommand } from '../api/campaign-actions.ts';
import { type CampaignCommand, COMMAND_TEXTS } from '../campaign-commands.ts';

interface CampaignCommandDialogProps {
  campaign: { id: number; name: string };
  command: CampaignCommand;
  onClose: () => void;
}

/** Asks with the campaign's name, stays while the server answers, and says why it refused (UX-06, UX-07). */
export function CampaignCommandDialog({ campaign, command, onClose }: CampaignCommandDialogProps) {
  const texts = COMMAND_TEXTS[command];
  const run = useCampaignCommand(campaign.id);
  const confirm = () =>
    run.mutate(command, {
      onSuccess: () => {
        notify.success(texts.done);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={texts.label}
      action={texts.label}
      destructive={command === 'finish'}
      pending={run.isPending}
      pendingText={texts.pending}
      error={run.error ? errorText(run.error, texts.failed) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{campaign.name}</b> {texts.consequence}
    </ConfirmDialog>
  );
}
