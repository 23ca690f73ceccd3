import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { harmless } from '../terminal/terminal.ts';

const WORDS: Record<Finding['state'], string> = { well: 'Bien', note: 'Nota', bad: 'MAL ' };

/** `npm run doctor`: what is well, what is not and what to do. Exit code 0 without anything bad, else 1. */
let faults = 0;
for await (const { state, about, says, advice } of examine(process.env)) {
  process.stdout.write(`${WORDS[state]}  ${about}: ${harmless(says)}\n`);
  if (advice) process.stdout.write(`      ${advice}\n`);
  if (state === 'bad') faults += 1;
}
const total = faults === 1 ? 'Hay una cosa que corregir.' : `Hay ${faults} cosas que corregir.`;
process.stdout.write(faults === 0 ? 'Nada impide que Campanero funcione.\n' : `${total}\n`);
process.exit(faults === 0 ? 0 : 1);
