import { hasBit, SKIPPED_CODE, UNKNOWN_CODE } from '@campanero/contract/surveys/answer-codes';
import { ITEM_ID_MAX } from '@campanero/contract/surveys/definition';
import type { Distribution, NumberClass, QuestionResult } from '@campanero/contract/surveys/results-schemas';
import type { Channel } from '@campanero/contract/surveys/schemas';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { CountedQuestion } from './results-questions.policy.ts';

// As the function interview_bytes of the migrations writes them.
const NOT_ASKED = 250;
const UNKNOWN = 251;
const SKIPPED = 252;
const TOO_LARGE = 253;
const TWO_BYTES = 254;
const FOUR_BYTES = 255;
const ONE_BYTE_CODES = 256;
const TWO_BYTE_CODES = 0x1_00_00;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);
const BY_NUMBER: readonly Channel[] = ['phone', 'mail', 'whatsapp'];

export interface CodeCount {
  code: number;
  n: number;
}

export interface InterviewTally {
  /** How often each code was given to a question, by its id. `isExact`: none of them is too large for four bytes. */
  codes: ReadonlyMap<number, { counts: CodeCount[]; isExact: boolean }>;
  groups: InterviewGroup[];
}

/** Interviews of one day, channel and completeness. */
export interface InterviewGroup {
  day: string;
  channel: Channel;
  complete: boolean;
  n: number;
}

/** How often each code was given, by the place of the question. */
interface Tables {
  /** Those of one byte, 256 for each place. */
  small: Uint32Array;
  /** Those of two bytes, read without a sign. */
  large: (Uint32Array | undefined)[];
  /** Those of four bytes themselves: there may be as many as interviews. */
  wide: (number[] | undefined)[];
  groups: Map<number, number>;
}

/** Pieces in base64. Other requests are served between them. */
export async function tallyInterviews(pieces: readonly string[]): Promise<InterviewTally> {
  const tables: Tables = {
    small: new Uint32Array(ITEM_ID_MAX * ONE_BYTE_CODES),
    large: [],
    wide: [],
    groups: new Map(),
  };
  for (const piece of pieces) {
    tallyPiece(Buffer.from(piece, 'base64'), tables);
    await giveWay();
  }
  const places = Array.from({ length: ITEM_ID_MAX }, (_, place) => place);
  return {
    codes: new Map(places.map((place) => [place + 1, readTable(tables, place)])),
    groups: [...tables.groups].toSorted(([a], [b]) => a - b).map(([key, n]) => readGroup(key, n)),
  };
}

function tallyPiece(piece: Buffer, { small, large, wide, groups }: Tables): void {
  let at = 0;
  while (at < piece.length) {
    const group = piece.readUInt32BE(at);
    groups.set(group, (groups.get(group) ?? 0) + 1);
    const length = piece.readUInt16BE(at + 4);
    at += 6;
    for (let place = 0; place < length; place += 1) {
      const code = piece[at]!;
      small[place * ONE_BYTE_CODES + code]! += 1;
      at += 1;
      if (code === TWO_BYTES) {
        const table = (large[place] ??= new Uint32Array(TWO_BYTE_CODES));
        table[(piece[at]! << 8) | piece[at + 1]!]! += 1;
        at += 2;
      } else if (code === FOUR_BYTES) {
        (wide[place] ??= []).push(piece.readInt32BE(at));
        at += 4;
      }
    }
  }
}

function readGroup(key: number, n: number): InterviewGroup {
  const kind = key % TWO_BYTE_CODES;
  return {
    day: new Date(FIRST_DAY + Math.floor(key / TWO_BYTE_CODES) * DAY_MS).toISOString().slice(0, 10),
    channel: BY_NUMBER[Math.floor(kind / 2)]!,
    complete: kind % 2 === 1,
    n,
  };
}

function readTable({ small, large, wide }: Tables, place: number) {
  const own = small.subarray(place * ONE_BYTE_CODES, (place + 1) * ONE_BYTE_CODES);
  const counts = readCounts(own.subarray(0, NOT_ASKED), (code) => code);
  for (const [byte, code] of NO_ANSWERS) if (own[byte]! > 0) counts.push({ code, n: own[byte]! });
  const ofTwo = large[place] ?? new Uint32Array();
  counts.push(...readCounts(ofTwo, (code) => (code < TWO_BYTE_CODES / 2 ? code : code - TWO_BYTE_CODES)));
  return { counts: counts.concat(countEach(wide[place] ?? [])), isExact: own[TOO_LARGE] === 0 };
}

function countEach(codes: readonly number[]): CodeCount[] {
  const counts: CodeCount[] = [];
  let last: CodeCount | undefined;
  for (const code of Int32Array.from(codes).sort()) {
    if (last?.code === code) last.n += 1;
    else counts.push((last = { code, n: 1 }));
  }
  return counts;
}

function readCounts(table: Uint32Array, codeOf: (place: number) => number): CodeCount[] {
  const counts: CodeCount[] = [];
  for (let place = 0; place < table.length; place += 1)
    if (table[place]! > 0) counts.push({ code: codeOf(place), n: table[place]! });
  return counts;
}

const NO_ANSWERS = new Map([
  [UNKNOWN, UNKNOWN_CODE],
  [SKIPPED, SKIPPED_CODE],
]);

const sumOfCounts = (counts: readonly CodeCount[]) => counts.reduce((sum, { n }) => sum + n, 0);

export function figuresOf(counted: CountedQuestion, counts: readonly CodeCount[]): QuestionResult {
  const { question, section, isRetired, options } = counted;
  const { id, kind, text } = question;
  const given = counts
    .filter(({ code }) => code !== UNKNOWN_CODE && code !== SKIPPED_CODE)
    .toSorted((a, b) => a.code - b.code);
  const of = (wanted: number) => sumOfCounts(counts.filter(({ code }) => code === wanted));
  const scaled = kind === 'number' ? given.map(({ code, n }) => ({ code: code / 100, n })) : given;
  return {
    id,
    kind,
    text,
    section,
    isRetired,
    unit: question.kind === 'number' ? question.unit : '',
    answered: sumOfCounts(given),
    unknown: of(UNKNOWN_CODE),
    skipped: of(SKIPPED_CODE),
    options: options.map((option) => ({
      ...option,
      count: sumOfCounts(
        given.filter(({ code }) => (kind === 'choices' ? hasBit(code, option.id) : code === option.id)),
      ),
    })),
    distribution: kind === 'number' || kind === 'scale' ? distributionOf(scaled) : null,
    classes: kind === 'number' ? classesOf(scaled) : [],
    periods: kind === 'date' ? periodsOf(given) : [],
  };
}

/** Values in ascending order. */
export function distributionOf(counts: readonly CodeCount[]): Distribution | null {
  const total = sumOfCounts(counts);
  const [first, last] = [counts[0], counts.at(-1)];
  if (!first || !last) return null;
  const mean = counts.reduce((sum, { code, n }) => sum + code * n, 0) / total;
  const squares = counts.reduce((sum, { code, n }) => sum + n * (code - mean) ** 2, 0);
  return {
    mean,
    median: (valueAt(counts, Math.floor((total - 1) / 2)) + valueAt(counts, Math.floor(total / 2))) / 2,
    deviation: total > 1 ? Math.sqrt(squares / (total - 1)) : null,
    min: first.code,
    max: last.code,
  };
}

/** The value at a place of all values in order. */
function valueAt(counts: readonly CodeCount[], place: number): number {
  let before = 0;
  for (const { code, n } of counts) {
    before += n;
    if (place < before) return code;
  }
  return Number.NaN;
}

const MOST_CLASSES = 12;
const STEPS = [1, 2, 5, 10];

/** The values themselves where there are few, else up to twelve classes of a round width. */
export function classesOf(counts: readonly CodeCount[]): NumberClass[] {
  const [first, last] = [counts[0], counts.at(-1)];
  if (!first || !last) return [];
  if (counts.length <= MOST_CLASSES) return counts.map(({ code, n }) => ({ from: code, to: code, count: n }));
  const width = roundWidth(first.code, last.code);
  const start = Math.floor(first.code / width);
  const classes = Array.from({ length: Math.floor(last.code / width) - start + 1 }, (_, place) => ({
    from: round((start + place) * width),
    to: round((start + place + 1) * width),
    count: 0,
  }));
  for (const { code, n } of counts) classes[Math.floor(round(code / width)) - start]!.count += n;
  return classes;
}

/** Without the last digits of floating point: answers have two decimals. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

function roundWidth(least: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10((most - least) / MOST_CLASSES));
  const fits = (step: number) => Math.floor(most / (step * power)) - Math.floor(least / (step * power)) < MOST_CLASSES;
  return round((STEPS.find(fits) ?? 20) * power);
}

const MOST_MONTHS = 36;

/** Months, or years where the months would be too many to be seen. */
function periodsOf(counts: readonly CodeCount[]): QuestionResult['periods'] {
  const byMonth = sumBy(counts, 7);
  return byMonth.length <= MOST_MONTHS ? byMonth : sumBy(counts, 4);
}

function sumBy(counts: readonly CodeCount[], letters: number): QuestionResult['periods'] {
  const sums = new Map<string, number>();
  for (const { code, n } of counts) {
    const period = new Date(code * DAY_MS).toISOString().slice(0, letters);
    sums.set(period, (sums.get(period) ?? 0) + n);
  }
  return [...sums].map(([period, count]) => ({ period, count }));
}
