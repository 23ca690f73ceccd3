import type { BlankTexts } from '@campanero/contract/scripts/blanks';
import type { Answers } from '@campanero/contract/surveys/definition';
import { progress } from '@campanero/contract/surveys/evaluate';
import type { CampaignSurvey } from '@campanero/contract/surveys/schemas';
import { Box, Button, FormLabel } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Muted, Spread } from '../../components/layout.tsx';
import { focusAnswer, SurveyFlow } from '../../features/surveys/ask/survey-flow.tsx';

interface CorrectedAnswersProps {
  survey: CampaignSurvey;
  words: BlankTexts | undefined;
  answers: Answers;
  onChange: (answers: Answers) => void;
  wrong: { questionId: number; message: string | undefined } | undefined;
}

/** The answers of the call, folded until one of them is to be corrected too. */
export function CorrectedAnswers({ survey, words, answers, onChange, wrong }: CorrectedAnswersProps) {
  const [isOpen, setOpen] = useState(false);
  const flow = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (!isOpen) return;
    flow.current?.scrollIntoView?.({ block: 'nearest' });
    focusAnswer(flow.current);
  }, [isOpen]);
  const { done, total } = progress(survey.items, answers);
  if (!isOpen && !wrong)
    return (
      <div>
        <FormLabel component="span" sx={{ display: 'block', mb: 1.5 }}>
          Relevamiento
        </FormLabel>
        <Spread>
          <Muted>
            Respondidas {done} de {total}
          </Muted>
          <Button size="small" onClick={() => setOpen(true)}>
            Cambiar respuestas
          </Button>
        </Spread>
      </div>
    );
  return (
    <Box ref={flow} sx={{ display: 'flex', height: '28rem', border: 1, borderColor: 'line.soft', borderRadius: 2 }}>
      <SurveyFlow items={survey.items} blanks={words} answers={answers} onChange={onChange} wrong={wrong} />
    </Box>
  );
}
