import { type BlankTexts, fillBlanks } from '@campanero/contract/scripts/blanks';
import { BlankWords } from '../../../components/script/blank-words.tsx';

/** A text of the questionnaire with its blanks filled, as in scripts. Blanks stay as written while nothing fills them. */
export const Spoken = ({ text, blanks }: { text: string; blanks: BlankTexts | undefined }) =>
  blanks ? fillBlanks(text, blanks).map((part) => <BlankWords key={part.at} part={part} />) : text;
