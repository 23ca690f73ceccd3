import { OperatorList } from '../../../features/audience/list/operator-list.tsx';
import { DueCallbacks } from '../../calling.tsx';
import { OwnDay } from '../../own-day.tsx';
import type { AudiencePartProps } from './full-audience.tsx';
import { audienceStates } from './use-audience-choices.tsx';

/** The table as operators see it, and their day in the footer. */
export function OperatorAudience({ campaign, list, progress, linkTo }: AudiencePartProps) {
  return (
    <>
      <DueCallbacks />
      <OperatorList list={list} states={audienceStates(campaign, progress)} linkTo={linkTo} />
      <OwnDay />
    </>
  );
}
