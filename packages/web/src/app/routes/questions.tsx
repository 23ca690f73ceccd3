import type { Question } from '@campanero/contract/questions/schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { useState } from 'react';
import { later } from '../../components/later.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PageTabs, panelOf } from '../../components/page/page-tabs.tsx';
import { QuestionList, useQuestionList } from '../../features/questions/question-list.tsx';
import { contactLink } from '../pages.ts';

const AnswerDialog = later(async () => (await import('../../features/questions/answer-dialog.tsx')).AnswerDialog);

const TABS = [
  { key: 'open', label: 'Esperan' },
  { key: 'closed', label: 'Cerradas' },
] as const;

export function QuestionsPage() {
  const list = useQuestionList();
  const [answered, setAnswered] = useState<Question>();
  const { closed } = list.query;
  const tab = closed ? 'closed' : 'open';
  return (
    <>
      <PageHeader
        title="Consultas"
        aside={
          list.total !== undefined &&
          formatCounted(list.total, closed ? 'cerrada' : 'espera', closed ? 'cerradas' : 'esperan')
        }
      />
      <PageTabs
        id="questions"
        label="Consultas"
        tabs={TABS}
        current={tab}
        onChange={(chosen) => list.change({ closed: chosen === 'closed' ? '1' : undefined })}
      />
      <div {...panelOf('questions', tab)}>
        <QuestionList list={list} linkTo={contactLink} onAnswer={setAnswered} />
      </div>
      {answered && <AnswerDialog question={answered} onClose={() => setAnswered(undefined)} />}
    </>
  );
}
