import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const FIRST = ['María', 'Juan', 'Ana', 'José', 'Lucía', 'Martín', 'Sofía', 'Diego', 'Carla', 'Pablo', 'Rocío', 'Iván'];
const LAST = [
  'González',
  'Rodríguez',
  'Gómez',
  'Fernández',
  'López',
  'Díaz',
  'Pérez',
  'Núñez',
  'Sosa',
  'Romero',
  'Paz',
  'Ruiz',
];
const CITY = 'Ciudad Autonoma De Buenos Aires';
const HEADER = 'telefono;nombre;apellido;documento;fecha nacimiento;genero;email;distrito;seccion\r\n';

/** Always the same people for the same seed: 2 % repeated rows, 1 % that break a rule, phones in five notations. */
export async function writeAudienceFile(
  path: string,
  rows: number,
  seed = 1,
): Promise<{ bytes: number; distinct: number; bad: number }> {
  const out = createWriteStream(path);
  let bytes = 0;
  let distinct = 0;
  let bad = 0;
  let text = HEADER;
  for (let row = 0; row < rows; row += 1) {
    if (row % 50 === 49) text += line(row - 25, seed);
    else if (row % 100 === 7) {
      bad += 1;
      text += line(row, seed).replace(/^[^;]*/, '15 12');
    } else {
      distinct += 1;
      text += line(row, seed);
    }
    if (text.length > 1 << 20 || row === rows - 1) {
      const chunk = Buffer.from(text);
      bytes += chunk.length;
      text = '';
      if (!out.write(chunk)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  return { bytes, distinct, bad };
}

/** A spread over the whole range: real files are not sorted by number. */
const scatter = (row: number, seed: number) => (row * 2_654_435_761 + seed * 40_503) % 100_000_000;

function line(row: number, seed: number): string {
  const digits = String(scatter(row, seed)).padStart(8, '0');
  const [a, b] = [digits.slice(0, 4), digits.slice(4)];
  const phone = [`11${digits}`, `011 ${a}-${b}`, `+54 9 11 ${a} ${b}`, `(011) 15-${a}-${b}`, `11 ${a} ${b}`][row % 5];
  const first = FIRST[row % FIRST.length];
  const last = LAST[Math.trunc(row / 12) % LAST.length];
  const document = 10_000_000 + ((row * 7 + seed * 1_000_003) % 40_000_000);
  const day = String(1 + (row % 28)).padStart(2, '0');
  const month = String(1 + (row % 12)).padStart(2, '0');
  const mail = row % 3 === 0 ? `persona${row}@correo.com.ar` : '';
  return `${phone};${first};${last};${document};${day}-${month}-${1940 + (row % 65)};${row % 2 ? 'F' : 'M'};${mail};${CITY};Comuna ${1 + (row % 15)}\r\n`;
}
