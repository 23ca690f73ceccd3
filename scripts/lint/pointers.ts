import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Comments and documents point only to existing rules (`rule <file>/<name>`), decisions and files; SQL and Markdown, too. */
type Kind = 'old pointer' | 'unknown rule' | 'unknown file' | 'bad rule name';
interface Finding {
  file: string;
  line: number;
  kind: Kind;
  message: string;
}
export interface Known {
  /** "calls/holds-are-exclusive" */
  rules: ReadonlySet<string>;
  paths: ReadonlySet<string>;
  /** Every way to name one of them by its end (`pathEnds()`). */
  ends: ReadonlySet<string>;
}

const ROOT = join(import.meta.dirname, '..', '..');
const LOOKED_AT = ['packages', 'e2e', 'bench', 'scripts', 'docs', 'README.md', 'README.es.md', 'CONTRIBUTING.md'];
const TEXT = /\.(?:tsx?|js|sql|css|html|md)$/;
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.git)(?:\/|$)|^(?:data|test-results)(?:\/|$)|\.gen\.ts$/;

// Documents that were never part of the repository, and how they were cited: by section, by code, or by name.
const SECTION = /\b(?:spec(?:ification)?|decisions?|design|model|shell|quality|house)s? +(?:§ ?)?(\d+(?:\.\d+)*)/gi;
const CODE = /\b(?:SEC|REL|UX|AUD)-\d+|\bquality +[A-Z]\d+|[(,] ?D\d{1,2}\)|§ ?\d+/g;
const BY_NAME = /\bspec(?:ification)\b|\(design[,] /gi;
/** The word with one number of three digits or several: pages of docs/decisions. */
const DECISIONS = /\bdecisions? +(\d{3}(?:(?:, +| +and +)\d{3})*)\b/gi;

const RULE_NAME = '[a-z][a-z-]*/[a-z0-9][a-z0-9-]*';
const RULES = new RegExp(`\\brules? +(${RULE_NAME}(?:(?:, +| +and +)${RULE_NAME})*)`, 'g');
const HEADING = /^### (.+)$/gm;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const FILE = /(?<![\w@*<>{}$…/.-])(?:\.{0,2}\/)?(?:[\w.-]+\/)*[\w.-]*\w\.(?:tsx?|sql|md|css)\b(?![\w*{}<>-])/g;
const DOCS = /(?<![\w/.-])docs\/[\w./-]*\w/g;
/** Names for any file at all. */
const GENERIC = new Set(['file.ts', 'file.tsx', 'name.ts', 'x.ts', 'y.ts', 'd.ts']);

/** What a line of a comment begins with, as blanks: a pointer may go on in the next line, and offsets stay what they were. */
const unbroken = (text: string) =>
  text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]?/g, (edge) => ' '.repeat(edge.length));

/** Where the comments are. By their look, not by a parser: our formatter sets a blank or a line end before every comment. */
function commentsOf(file: string, text: string): { at: number; text: string }[] {
  if (file.endsWith('.md')) return [{ at: 0, text }];
  const comment = file.endsWith('.sql')
    ? /(?:^|\s)--[^\n]*/g
    : /(?<=^|[\s{(,])\/\*[*\s][\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
  return Array.from(text.matchAll(comment), (found) => ({ at: found.index, text: found[0] }));
}

function oldPointers(text: string, { ends }: Known): { at: number; message: string }[] {
  const cited = Array.from(text.matchAll(DECISIONS), (found) => ({
    at: found.index,
    gone: found
      .at(1)!
      .match(/\d{3}/g)!
      .filter((number) => !ends.has(`docs/decisions/${number}`)),
  }));
  const isDecision = (at: number) => cited.some((one) => one.at === at);
  return [
    ...cited.flatMap(({ at, gone }) => gone.map((number) => ({ at, message: `docs/decisions has no ${number}.` }))),
    ...[SECTION, CODE, BY_NAME]
      .flatMap((pattern) => Array.from(text.matchAll(pattern)))
      .filter((found) => !isDecision(found.index))
      .map((found) => ({
        at: found.index,
        message: `«${found[0].trim().replace(/ +/g, ' ')}» points to a document that is not here: cite a rule of docs/rules, or say the reason.`,
      })),
  ].filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place);
}

const unknownRules = (text: string, { rules }: Known) =>
  Array.from(text.matchAll(RULES)).flatMap((found) =>
    found
      .at(1)!
      .split(/, +| +and +/)
      .filter((name) => !rules.has(name))
      .map((name) => ({ at: found.index, message: `docs/rules has no rule ${name}.` })),
  );

/** `contract/calls/retry.ts` is packages/contract/src/calls/retry.ts: `src` may be left out. */
const withoutSrc = (path: string) => `/${path}`.replaceAll('/src/', '/').slice(1);

/** Every path from each of its folders on, with and without `src`, and decisions by their number. */
export function pathEnds(paths: Iterable<string>): Set<string> {
  const ends = new Set<string>();
  for (const path of paths) {
    const numbered = /^docs\/decisions\/\d{3}/.exec(path)?.[0];
    if (numbered) ends.add(numbered);
    for (const form of [path, withoutSrc(path)])
      for (let end = form; ; end = end.slice(end.indexOf('/') + 1)) {
        ends.add(end);
        if (!end.includes('/')) break;
      }
  }
  return ends;
}

function unknownFiles(file: string, text: string, { paths, ends }: Known): { at: number; message: string }[] {
  const exists = (name: string) => {
    const path = name.replace(/^(?:\.{0,2}\/)+/, '');
    return ends.has(path) || ends.has(withoutSrc(path));
  };
  const links = file.endsWith('.md') ? Array.from(text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) : [];
  const folder = file.split('/').slice(0, -1);
  const targets = links.map((link) => ({ at: link.index, path: join(...folder, link.at(1)!).replace(/\/$/, '') }));
  return [
    ...commentsOf(file, text).flatMap((comment) =>
      [FILE, DOCS]
        .flatMap((pattern) => Array.from(comment.text.matchAll(pattern)))
        .filter(({ 0: name }) => !GENERIC.has(name.split('/').at(-1)!) && !exists(name))
        .map((found) => ({ at: comment.at + found.index, message: `${found[0]} is nowhere in the repository.` })),
    ),
    ...targets
      .filter(({ path }) => !paths.has(path))
      .map(({ at, path }) => ({ at, message: `The link to ${path} leads nowhere.` })),
  ].filter(({ at, message }, place, all) => all.findIndex((one) => one.at === at && one.message === message) === place);
}

const isRules = (file: string) => /^docs\/rules\/(?!README)[\w-]+\.md$/.test(file);

function badNames(file: string, text: string): { at: number; message: string }[] {
  if (!isRules(file)) return [];
  const names = Array.from(text.matchAll(HEADING), (found) => ({ at: found.index, name: found.at(1)! }));
  return names.flatMap(({ at, name }, place) => {
    if (!KEBAB.test(name)) return [{ at, message: `«${name}» is no name in kebab-case.` }];
    return names.findIndex((one) => one.name === name) < place
      ? [{ at, message: `The rule ${name} is here twice.` }]
      : [];
  });
}

export function findPointers(file: string, text: string, known: Known): Finding[] {
  const whole = unbroken(text);
  const found: Record<Kind, { at: number; message: string }[]> = {
    'old pointer': oldPointers(whole, known),
    'unknown rule': unknownRules(whole, known),
    'unknown file': unknownFiles(file, text, known),
    'bad rule name': badNames(file, text),
  };
  const lineOf = (at: number) => text.slice(0, at).split('\n').length;
  return (Object.keys(found) as Kind[])
    .flatMap((kind) => found[kind].map(({ at, message }) => ({ file, line: lineOf(at), kind, message })))
    .toSorted((a, b) => a.line - b.line);
}

export const rulesIn = (file: string, text: string): string[] =>
  isRules(file)
    ? Array.from(text.matchAll(HEADING), ([, name]) => `${file.slice('docs/rules/'.length, -'.md'.length)}/${name}`)
    : [];

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = relative(ROOT, path);
    if (LEFT_OUT.test(name)) return entry.name.endsWith('.gen.ts') ? [name] : [];
    return entry.isDirectory() ? [name, ...walk(path)] : [name];
  });
}

if (import.meta.main) {
  const walked = walk(ROOT);
  const paths = new Set(walked);
  const ends = pathEnds(walked);
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
  const rules = new Set(walked.filter(isRules).flatMap((file) => rulesIn(file, read(file))));
  const files = walked.filter(
    (path) =>
      TEXT.test(path) &&
      !LEFT_OUT.test(path) &&
      LOOKED_AT.some((start) => path === start || path.startsWith(`${start}/`)),
  );
  const findings = files.flatMap((file) => findPointers(file, read(file), { rules, paths, ends }));
  for (const { file, line, kind, message } of findings) console.log(`${file}:${line}: ${kind}: ${message}`);
  for (const [kind, of] of Map.groupBy(findings, (finding) => finding.kind)) console.log(`${of.length} × ${kind}`);
  if (findings.length > 0) process.exitCode = 1;
}
