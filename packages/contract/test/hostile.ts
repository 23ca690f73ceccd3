import type { EndpointSpec } from '../src/endpoint.ts';
import { requestSchemas } from './request-schemas.ts';

/** Texts that a careless reader takes long for, each about so many characters. */
export function hostileTexts(size: number): [shape: string, text: string][] {
  const of = (part: string) =>
    part
      .repeat(Math.ceil(size / part.length))
      .slice(0, size)
      .toWellFormed();
  return [
    ['letters', of('x')],
    ['blanks', `a${of(' ')}b`],
    ['line ends', `a${of('\n')}b`],
    ['digits', of('1')],
    ['dots', of('a.')],
    ['at signs', of('@')],
    ['mails', of('a@a.')],
    ['hyphens', of('-')],
    ['brackets', of('(')],
    ['commas', of('1,')],
    ['accents', of('e\u0301')],
    ['piled accents', of('\u0301\u0323')],
    ['emojis', of('🙂')],
    ['quotes', of('"')],
    ['backslashes', of('\\')],
    ['patterns', of('%_')],
    ['decimals', `1${of('.0')}x`],
  ];
}

/** JSON that is costly by its shape, within so many bytes. */
export const hostileJson = (bytes: number): [shape: string, json: string][] => [
  ['deep lists', '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['deep objects', '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6)],
  ['many keys', `{${Array.from({ length: bytes / 11 }, (_, n) => `"${n}":1`).join()}}`],
  ['a long list', `[${'1,'.repeat(bytes / 2 - 2)}1]`],
  ['a list of lists', `[${'[],'.repeat(bytes / 3 - 2)}1]`],
  ['one long key', `{"${'k'.repeat(bytes - 10)}":1}`],
  ['prototype keys', `{"a":${'{"__proto__":'.repeat(20)}1${'}'.repeat(20)}}`],
];

export interface HostileField {
  /** `campaigns.create body.name` */
  path: string;
  place: 'params' | 'query' | 'body';
  /** What this part of the request holds when only this field is given. */
  holding: (value: unknown) => Record<string, unknown>;
}

const CONTAINERS = ['object', 'array', 'record', 'union', 'pipe', 'optional', 'nullable', 'default', 'prefault'];

/** Every single value that an endpoint takes. */
export function fieldsOf(name: string, spec: EndpointSpec): HostileField[] {
  const leaves = requestSchemas(name, spec).filter(({ schema }) => !CONTAINERS.includes(schema._zod.def.type));
  return [...new Set(leaves.map(({ path }) => path))].map((path) => {
    const [place = '', ...steps] = path.slice(name.length + 1).split(/\.|(?=\[\])|(?=\{)/);
    const wrap = (value: unknown, step: string): unknown => {
      if (step === '[]') return [value];
      if (step === '{key}') return { [String(value)]: 1 };
      return { [step === '{value}' ? 'theme' : step]: value };
    };
    const holding = (value: unknown) => steps.reduceRight(wrap, value) as Record<string, unknown>;
    return { path, place: place as HostileField['place'], holding };
  });
}
