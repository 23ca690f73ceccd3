import { fold } from '../shared/text.ts';

/** Fills the blanks of a script. Inserted text is not searched for blanks again: a person may be called "{nombre}". */
type Blank = keyof typeof BLANKS;

/** Empty: unknown. */
export type BlankTexts = Record<Blank, string>;

interface Placed {
  at: number;
  source: string;
}
export type ScriptPart =
  | (Placed & { kind: 'text' })
  /** `empty`: a known blank without a value; `words` name it. */
  | (Placed & { kind: 'filled' | 'empty'; words: string })
  /** An unrecognised blank. */
  | (Placed & { kind: 'open' });

/** Names of each blank (folded), and the text if there is no value. */
const BLANKS = {
  firstName: { names: ['nombre', 'nombres'], empty: 'nombre sin dato' },
  lastName: { names: ['apellido', 'apellidos'], empty: 'apellido sin dato' },
  fullName: {
    names: ['nombre y apellido', 'apellido y nombre', 'nombre completo', 'persona', 'vecino', 'vecina', 'vecino/a'],
    empty: 'nombre sin dato',
  },
  title: { names: ['tratamiento', 'sr/sra', 'sr/a', 'senor/a'], empty: 'sin tratamiento' },
  operator: {
    names: ['operador', 'operadora', 'operador/a', 'nombre del operador', 'su nombre', 'tu nombre'],
    empty: 'operador sin dato',
  },
  campaign: { names: ['campana'], empty: 'campaña sin dato' },
  date: { names: ['fecha'], empty: 'fecha sin dato' },
  place: { names: ['barrio'], empty: 'barrio sin dato' },
};
const BY_NAME = new Map(
  (Object.keys(BLANKS) as Blank[]).flatMap((blank) => BLANKS[blank].names.map((name) => [name, blank] as const)),
);

const NAME = String.raw`([^{}[\]<>]{1,40})`;
const NAMED = String.raw`\{{1,2}${NAME}\}{1,2}|\[{1,2}${NAME}\]{1,2}|<{1,2}${NAME}>{1,2}`;
const LINE = String.raw`_(?: ?_){2,}`;
/** Blanks only if the words before say whose name belongs there. */
const LOOSE = String.raw`(?<![\p{L}\p{N}])[Xx]{3,}(?![\p{L}\p{N}])|\.{4,}|…{2,}`;
const BLANK_PATTERN = new RegExp(`${NAMED}|(${LINE})|(${LOOSE})`, 'gu');

const CALLED =
  /(?:^|[^a-z])(?:senora?|senor[/(]a\)?|sra?\.?|sr\.?[/(]a\)?\.?|dona?|(?:hablo|comunico|hablar|comunicarme) con(?: el| la| el\/la)?|se encuentra|es usted|usted es|[{[<]tratamiento[}\]>])[:"“«( ]*$/;
const CALLING = /(?:^|[^a-z])(?:mi nombre es|me llamo|(?:le|les|te) habla|soy)[:"“«( ]*$/;
const LOOK_BACK = 60;

function whoseAfter(before: string): Blank | undefined {
  const words = fold(before.slice(-LOOK_BACK));
  if (CALLING.test(words)) return 'operator';
  return CALLED.test(words) ? 'fullName' : undefined;
}

function blankNamed(name: string, before: string): Blank | undefined {
  const blank = BY_NAME.get(fold(name).replaceAll('.', '').replaceAll('_', ' '));
  // "Mi nombre es [nombre]" is the operator's.
  const isName = blank === 'firstName' || blank === 'fullName';
  return isName && whoseAfter(before) === 'operator' ? 'operator' : blank;
}

/** Parts in order; their sources join to the text. */
export function fillBlanks(text: string, words: BlankTexts): ScriptPart[] {
  const parts: ScriptPart[] = [];
  let done = 0;
  const keepText = (end: number) => {
    if (end > done) parts.push({ kind: 'text', at: done, source: text.slice(done, end) });
  };
  for (const match of text.matchAll(BLANK_PATTERN)) {
    const [source, inBraces, inBrackets, inAngles, line] = match;
    const name = inBraces ?? inBrackets ?? inAngles;
    const before = text.slice(0, match.index);
    const blank = name === undefined ? whoseAfter(before) : blankNamed(name, before);
    if (blank === undefined && line === undefined) continue;
    keepText(match.index);
    done = match.index + source.length;
    if (blank === undefined) parts.push({ kind: 'open', at: match.index, source });
    else if (words[blank] === '') parts.push({ kind: 'empty', at: match.index, source, words: BLANKS[blank].empty });
    else parts.push({ kind: 'filled', at: match.index, source, words: words[blank] });
  }
  keepText(text.length);
  return parts;
}
