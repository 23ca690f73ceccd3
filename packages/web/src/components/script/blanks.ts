import { type BlankTexts, fillBlanks, type ScriptPart } from '@campanero/contract/scripts/blanks';
import type { TextBlock } from '../pdf/reflow.ts';

type Run = TextBlock['runs'][number];
type BoldPart = ScriptPart & { isBold: boolean };

/** For bold and plain runs: a blank may span several and takes the weight of its first. */
export function fillRuns(runs: readonly Run[], words: BlankTexts | undefined): BoldPart[] {
  if (!words) return runs.map(({ at, text, isBold }) => ({ kind: 'text', at, source: text, isBold }));
  return fillBlanks(runs.map(({ text }) => text).join(''), words).flatMap((part): BoldPart[] => {
    const end = part.at + part.source.length;
    const under = runs.filter(({ at, text }) => at < end && at + text.length > part.at);
    if (part.kind !== 'text') return [{ ...part, isBold: under[0]?.isBold ?? false }];
    return under.map(({ at, text, isBold }) => {
      const from = Math.max(at, part.at);
      return { kind: 'text', at: from, source: text.slice(from - at, Math.max(0, end - at)), isBold };
    });
  });
}
