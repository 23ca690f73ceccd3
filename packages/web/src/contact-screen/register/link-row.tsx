import { MAIL_STATE, WHATSAPP_STATE } from '@campanero/contract/configuration/schemas';
import type { LinkChannel } from '@campanero/contract/surveys/link-schemas';
import { later } from '../../components/later.tsx';
import type { ContactWork } from '../use-contact-work.ts';

const LinkOffer = later(async () => (await import('../../features/surveys/link/link-offer.tsx')).LinkOffer);

const CHANNELS: Partial<Record<number, LinkChannel>> = { [MAIL_STATE]: 'mail', [WHATSAPP_STATE]: 'whatsapp' };

interface LinkRowProps {
  work: Pick<ContactWork, 'callKey' | 'hasSurvey'>;
  stateId: number | undefined;
}

/** Under the states that say that the questions were sent: sends them. */
export function LinkRow({ work, stateId }: LinkRowProps) {
  const channel = stateId === undefined ? undefined : CHANNELS[stateId];
  return work.hasSurvey && channel ? <LinkOffer key={channel} callKey={work.callKey} channel={channel} /> : null;
}
