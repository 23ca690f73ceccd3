import { isQuestion, type SurveyItem } from '@campanero/contract/surveys/definition';
import { useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { IconPlayerPlay } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';

const TryDialog = later(async () => (await import('./try-dialog.tsx')).TryDialog);

interface TryButtonProps {
  name: string;
  items: readonly SurveyItem[];
  hasMistakes: boolean;
}

/** Opens the questionnaire as operators see it. */
export function TryButton({ name, items, hasMistakes }: TryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const reason = !items.some(isQuestion)
    ? 'Agregue primero una pregunta.'
    : hasMistakes
      ? 'Corrija primero lo que falta.'
      : undefined;
  return (
    <>
      <ActionButton icon={IconPlayerPlay} reason={reason} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Probar
      </ActionButton>
      {isOpen && <TryDialog name={name} items={items} onClose={() => setOpen(false)} />}
    </>
  );
}
