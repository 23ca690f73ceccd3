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
const SYLLABLES = [
  'za',
  'qui',
  'lo',
  'mar',
  'ben',
  'cas',
  'del',
  'fre',
  'gui',
  'her',
  'iba',
  'jua',
  'kle',
  'ñan',
  'mon',
  'rú',
];
/** One of 65,536 rare families: an index on names has to hold as many as in life. */
const rareFamily = (n: number) =>
  [n, n >> 4, n >> 8, n >> 12]
    .map((part) => SYLLABLES[part & 15])
    .join('')
    .replace(/^./, (letter) => letter.toUpperCase());
const CITY = 'Ciudad Autonoma De Buenos Aires';
const HEADER = 'telefono;nombre;apellido;documento;fecha nacimiento;genero;email;distrito;seccion\r\n';

/** What a file is made of; the same mix and seed always make the same file. */
export interface Mix {
  rows: number;
  /** Different seeds have different people and numbers. */
  seed: number;
  /** Per cent of the persons that are those of the file with seed 1. */
  knownPercent?: number;
  /** The numbers of the file with seed 1, but other people. */
  hasKnownNumbers?: boolean;
  /** Persons on each number. */
  household?: number;
  /** One row in this many breaks a rule. */
  badEvery?: number;
}

const KNOWN_SEED = 1;
const BAD_EVERY = 100;
const NUMBERS = 100_000_000;

/** 2 % repeated rows, and phones in five notations. Returns how many different numbers its valid rows have. */
export async function writeAudienceFile(path: string, mix: Mix): Promise<{ bytes: number; distinct: number }> {
  const { rows, badEvery = BAD_EVERY } = mix;
  const out = createWriteStream(path);
  const seen = new Uint8Array(NUMBERS / 8);
  let bytes = 0;
  let distinct = 0;
  let text = HEADER;
  for (let row = 0; row < rows; row += 1) {
    const isBad = row % badEvery === 7;
    const source = row % 50 === 49 ? row - 25 : row;
    const written = line(source, mix);
    text += isBad ? written.text.replace(/^[^;]*/, '15 12') : written.text;
    const byte = written.number >> 3;
    const bit = 1 << (written.number & 7);
    const bits = seen.at(byte) ?? 0;
    if (!isBad && (bits & bit) === 0) {
      seen[byte] = bits | bit;
      distinct += 1;
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
  return { bytes, distinct };
}

/** A spread over the whole range: real files are not sorted by number. */
const scatter = (row: number, seed: number) => (row * 2_654_435_761 + seed * 40_503) % NUMBERS;

function line(row: number, { seed, knownPercent = 0, hasKnownNumbers = false, household = 1 }: Mix) {
  const personSeed = (row * 37) % 100 < knownPercent ? KNOWN_SEED : seed;
  const numberSeed = hasKnownNumbers ? KNOWN_SEED : personSeed;
  const number = scatter(row - (row % household), numberSeed);
  const digits = String(number).padStart(8, '0');
  const [a, b] = [digits.slice(0, 4), digits.slice(4)];
  const phone = [`11${digits}`, `011 ${a}-${b}`, `+54 9 11 ${a} ${b}`, `(011) 15-${a}-${b}`, `11 ${a} ${b}`][row % 5];
  const first = FIRST[row % FIRST.length];
  const last = row % 9 < 5 ? LAST[Math.trunc(row / 12) % LAST.length] : rareFamily(Math.imul(row, 40_503) >>> 8);
  const document = 10_000_000 + ((row * 7 + personSeed * 1_000_003) % 40_000_000);
  const day = String(1 + (row % 28)).padStart(2, '0');
  const month = String(1 + (row % 12)).padStart(2, '0');
  const mail = row % 3 === 0 ? `persona${row}@correo.com.ar` : '';
  const text = `${phone};${first};${last};${document};${day}-${month}-${1940 + (row % 65)};${row % 2 ? 'F' : 'M'};${mail};${CITY};Comuna ${1 + (row % 15)}\r\n`;
  return { number, text };
}
