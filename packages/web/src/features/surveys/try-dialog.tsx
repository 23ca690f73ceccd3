import type { Answers, SurveyItem } from '@campanero/contract/surveys/definition';
import { Alert, Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { DialogFrame } from '../../components/form/dialogs.tsx';
import { INVENTED_PERSON } from '../../components/script/invented-person.ts';
import { spokenTexts } from '../../components/script/spoken-words.ts';
import { useNow } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.ts';
import { focusAnswer, SurveyFlow } from './ask/survey-flow.tsx';

interface TryDialogProps {
  name: string;
  items: readonly SurveyItem[];
  onClose: () => void;
}

const NOTHING: Answers = {};

export const TryDialog = ({ name, items, onClose }: TryDialogProps) => (
  <DialogFrame title={name.trim() || 'Probar'} width={640} hasClose onClose={onClose}>
    <Alert severity="info" sx={{ borderRadius: 0, flex: 'none' }}>
      <b>Prueba con una persona inventada.</b> Se ve como en el llamado; lo que responda no se guarda ni se cuenta.
    </Alert>
    <Attempts items={items} />
  </DialogFrame>
);

/** The same questions again with each attempt. */
function Attempts({ items }: Pick<TryDialogProps, 'items'>) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} items={items} onAgain={() => setAttempt(attempt + 1)} />;
}

/** Answers stay here: nothing is sent. */
function Attempt({ items, onAgain }: Pick<TryDialogProps, 'items'> & { onAgain: () => void }) {
  const [answers, setAnswers] = useState(NOTHING);
  const operator = useSession()?.name ?? '';
  const blanks = spokenTexts({ person: INVENTED_PERSON, operator, campaign: 'Campaña de prueba', now: useNow() });
  const place = useRef<HTMLDivElement>(null);
  // As on the page of a contact: the first key answers.
  useEffect(() => {
    // A dialog that is only opening is not visible, so it cannot have the focus yet.
    const timer = setTimeout(() => focusAnswer(place.current));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box ref={place} sx={{ display: 'flex', height: '32rem', minHeight: 0 }}>
      <SurveyFlow
        items={items}
        blanks={blanks}
        answers={answers}
        onChange={setAnswers}
        onEnd={{ label: 'Empezar de nuevo', run: onAgain }}
      />
    </Box>
  );
}
