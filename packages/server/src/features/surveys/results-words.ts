import { fold } from '@campanero/contract/shared/text';
import { setImmediate as giveWay } from 'node:timers/promises';

// Words that say nothing by themselves, without accents.
const STOP_WORDS = new Set(
  `a al algo alguna algunas alguno algunos alla alli ante antes aqui asi aun aunque bajo bien cada casi como con contra cosa cosas cual
  cuales cuando cuanto de del desde donde dos e el ella ellas ello ellos en entre era eran es esa esas ese eso esos esta estaba estan
  estar estas este esto estos estoy fue fueron ha hace hacen hacer haga hagan han hasta hay he igual la las le les lo los mas me mi mis
  mucha muchas mucho muchos muy nada ni ningun ninguna no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por
  porque pues que quien quienes se sea sean ser si sido sin sobre solo son soy su sus tal tambien tampoco tan tanto te tener tenemos
  tengo ti tiene tienen toda todas todo todos tu tus u un una unas uno unos usted ustedes va van vez y ya yo`.split(
    /\s+/,
  ),
);

const TOP = 30;
const LEAST_LETTERS = 2;
/** As an erasure leaves a text. */
export const ERASED_WORDS = '(borrado)';

/** Of a thousand letters each, in a few milliseconds. */
const TEXTS_AT_ONCE = 20;

/** In how many texts each word occurs; texts that were erased do not count. Other requests are served meanwhile. */
export async function countWords(texts: readonly string[]) {
  const kept = texts.filter((words) => words !== ERASED_WORDS);
  const counts = new Map<string, { spellings: Map<string, number>; n: number }>();
  for (const [place, words] of kept.entries()) {
    if (place % TEXTS_AT_ONCE === 0) await giveWay();
    const spoken = new Map([...words.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [fold(word), word.toLowerCase()]));
    for (const [folded, spelling] of spoken) {
      if (folded.length < LEAST_LETTERS || STOP_WORDS.has(folded)) continue;
      const counted = counts.get(folded) ?? { spellings: new Map<string, number>(), n: 0 };
      counted.n += 1;
      counted.spellings.set(spelling, (counted.spellings.get(spelling) ?? 0) + 1);
      counts.set(folded, counted);
    }
  }
  const words = [...counts.values()]
    .map(({ spellings, n }) => ({ word: [...spellings].toSorted((a, b) => b[1] - a[1])[0]![0], count: n }))
    .toSorted((a, b) => b.count - a.count || a.word.localeCompare(b.word, 'es'))
    .slice(0, TOP);
  return { texts: kept.length, words };
}
