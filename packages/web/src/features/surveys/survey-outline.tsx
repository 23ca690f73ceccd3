import { isQuestion, optionsOf, type SurveyItem } from '@campanero/contract/surveys/definition';
import { Muted } from '../../components/layout.tsx';
import { Rows, Section } from '../../components/page/section.tsx';
import { TryButton } from './try-survey.tsx';
import { itemTitle, kindInWords, questionCount, showIfInWords } from './survey-words.ts';

/** The questions to read, for those who may not change them. */
export const SurveyOutline = ({ name, items }: { name: string; items: readonly SurveyItem[] }) => (
  <Section
    title="Preguntas"
    aside={questionCount(items.filter(isQuestion).length)}
    action={<TryButton name={name} items={items} hasMistakes={false} />}
  >
    <Rows as="ol" aria-label="Preguntas">
      {items.map((item) => (
        <li key={item.id}>
          <b>{itemTitle(item)}</b>
          {'help' in item && item.help && <p>{item.help}</p>}
          <p>{factsOf(item, items)}</p>
        </li>
      ))}
    </Rows>
    {items.length === 0 && <Muted sx={{ p: 4 }}>No tiene preguntas.</Muted>}
  </Section>
);

function factsOf(item: SurveyItem, items: readonly SurveyItem[]): string {
  const texts = optionsOf(item).map(({ text }) => text);
  const options = item.kind === 'scale' || item.kind === 'yesNo' ? '' : texts.join(' / ');
  const isRequired = 'required' in item && item.required;
  return [kindInWords(item), isRequired && 'obligatoria', options, showIfInWords(item, items)]
    .filter(Boolean)
    .join(' · ');
}
