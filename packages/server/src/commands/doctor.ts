import { examine } from '../doctor/examine.ts';
import type { Finding } from '../doctor/finding.ts';
import { stripControls } from '../terminal/terminal.ts';

const LABELS: Record<Finding['state'], string> = { well: 'Bien', note: 'Nota', bad: 'MAL ' };

/** `npm run doctor`: prints all findings. Exit code 1 if any is bad. */
let faults = 0;
for await (const { state, about, says, advice } of examine(process.env)) {
  process.stdout.write(`${LABELS[state]}  ${about}: ${stripControls(says)}\n`);
  if (advice) process.stdout.write(`      ${advice}\n`);
  if (state === 'bad') faults += 1;
}
const total = faults === 1 ? 'Hay una cosa que corregir.' : `Hay ${faults} cosas que corregir.`;
process.stdout.write(faults === 0 ? 'Nada impide que Campanero funcione.\n' : `${total}\n`);
process.exit(faults === 0 ? 0 : 1);
