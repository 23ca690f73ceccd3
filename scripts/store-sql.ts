import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { TYPICAL_CALLS, type TypicalCall } from '../packages/server/src/call-store/sql/typical-calls.ts';
import { createDb } from '../packages/server/src/db/client.ts';

/**
 * Writes every statement of the call store as PostgreSQL gets it, so that it can be read whole: the code puts statements together
 * from parts. `--check` only compares and fails on a difference. No database is needed: a connection that answers what it is told
 * to notes the texts.
 */
const FOLDER = fileURLToPath(new URL('../packages/server/src/call-store/sql/', import.meta.url));

/** Words that begin a line, unless the word before them says that they are no clause. */
const CLAUSE =
  /^(?:select|from|where|and|or|left|cross|full|join|order|group|having|union|limit|for|insert|update|delete|set|values|returning|on|with|when|else)$/;
const NO_CLAUSE_AFTER = /^(?:left|cross|full|for|distinct|delete|do|is|not|by|within|all)$/;
/** Clauses whose conditions get a line each; elsewhere `and` stays in its line. */
const CONDITIONS = /^(?:where|join|left|having)$/;
/** What stands before a bracket that is not a function's. */
const BEFORE_BRACKET =
  /^(?:as|in|and|or|not|exists|from|where|using|values|join|lateral|filter|over|conflict|on|select|when|then|materialized|by|else|\(|,|.*[=<>+*-])$/;
const STATEMENT = /^(?:select|with|insert|update|delete)$/;
const WIDTH = 130;
const LITERAL_MAX = 60;

interface Block {
  indent: number;
  clause: string;
  /** How many `case` are open. */
  cases: number;
}

/** One clause a line, statements in brackets one step further in. Long literals are cut short. */
function layOut(text: string): string {
  const tokens = text.match(/'(?:[^']|'')*'|--[^\n]*\n|\/\*.*?\*\/|[(),;]|(?:[^\s(),;'-]|-(?!-))+/gs) ?? [];
  const lines: string[] = [];
  /** Null: a bracket that holds no statement. */
  const open: (Block | null)[] = [{ indent: 0, clause: '', cases: 0 }];
  let line = '';
  const indentOf = () => line.length - line.trimStart().length;
  const breakLine = (indent: number) => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = ' '.repeat(indent);
  };
  const add = (token: string, isJoined = false) => {
    if (!isJoined && line.trim() !== '' && line.length + token.length > WIDTH)
      breakLine((open.findLast(Boolean)?.indent ?? 0) + 4);
    line = `${isJoined && line.trim() !== '' ? line.trimEnd() : line}${token}`;
  };
  for (const [place, token] of tokens.entries()) {
    const [before = '', next = '', afterNext = ''] = [-1, 1, 2].map((way) => tokens[place + way]?.toLowerCase());
    const word = token.toLowerCase();
    const block = open.at(-1);
    if (word === '(') {
      add('(', !BEFORE_BRACKET.test(before));
      open.push(STATEMENT.test(next) ? { indent: indentOf() + 2, clause: '', cases: 0 } : null);
      if (open.at(-1)) breakLine(indentOf() + 2);
    } else if (word === ')') {
      const closed = open.pop();
      if (closed) breakLine(closed.indent - 2);
      add(') ', true);
    } else if (word === ',' || word === ';') {
      add(`${word} `, true);
      if (block && before === ')' && afterNext === 'as') breakLine(block.indent);
    } else {
      const isRange = word === 'and' && tokens[place - 2]?.toLowerCase() === 'between';
      if (block && word === 'case') block.cases += 1;
      if (block && !isRange && beginsLine(block, word, before, next)) {
        const isPart = /^(?:and|or|when|else)$/.test(word);
        if (line.trim() !== '') breakLine(block.indent + (block.cases > 0 ? 4 : isPart ? 2 : 0));
        if (!isPart) block.clause = word;
      }
      if (block && word === 'end') block.cases -= 1;
      const isLong = token.startsWith("'") && token.length > LITERAL_MAX;
      add(`${isLong ? "'…'" : token.trim()} `, /^(?:::|\[)/.test(token) && before === ')');
      if (token.startsWith('--')) breakLine(block?.indent ?? 0);
    }
  }
  breakLine(0);
  return lines.join('\n');
}

function beginsLine({ clause, cases }: Block, word: string, before: string, next: string): boolean {
  if (!CLAUSE.test(word) || NO_CLAUSE_AFTER.test(before)) return false;
  if (word === 'on') return next === 'conflict';
  if (word === 'with') return next !== 'ordinality';
  if (word === 'when' || word === 'else') return cases > 0;
  return word === 'and' || word === 'or' ? cases === 0 && CONDITIONS.test(clause) : true;
}

/** What a connection is told to answer where a call does not say: a row that has every column somebody asks for. */
async function statementsOf({ run, rows = [] }: TypicalCall): Promise<string[]> {
  const texts: string[] = [];
  const answers = [...rows];
  const query = (asked: string | { text: string }) => {
    const text = typeof asked === 'string' ? asked : asked.text;
    const isFrame = /^\s*(?:begin|commit|rollback|start transaction|set |select (?:before, )?set_config)/.test(text);
    if (!isFrame) texts.push(text);
    const answer = isFrame ? [{ before: 'on' }] : (answers.shift() ?? []);
    const events = { on: (event: string, run_: () => void) => (event === 'end' ? setImmediate(run_) : undefined) };
    return Object.assign(Promise.resolve({ command: 'SELECT', rowCount: answer.length, rows: answer }), events, {
      async *[Symbol.asyncIterator]() {},
    });
  };
  const client = { query, release() {} } as unknown as pg.Client;
  const db = createDb({ connect: async () => client, end: async () => {} } as unknown as pg.Pool);
  await db.transaction().execute((trx) => run(trx, { client, db }));
  return texts;
}

const kept = await readdir(FOLDER).catch(() => []);
const made = new Map<string, string>();
for (const [name, call] of Object.entries(TYPICAL_CALLS)) {
  const texts = await statementsOf(call).catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`, { cause: error });
  });
  made.set(`${name}.sql`, `${texts.map(layOut).join(';\n\n')};\n`);
}
const isKept = async (name: string) => (await readFile(FOLDER + name, 'utf8').catch(() => '')) === made.get(name);
const isStale = (name: string) => name.endsWith('.sql') && !made.has(name);
if (process.argv.includes('--check')) {
  const wrong = kept.filter(isStale);
  for (const name of made.keys()) if (!(await isKept(name))) wrong.push(name);
  if (wrong.length > 0) {
    process.stderr.write(
      `packages/server/src/call-store/sql no corresponde al código (${wrong.join(', ')}): ejecute npm run gen\n`,
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(FOLDER, { recursive: true });
  for (const name of kept.filter(isStale)) await rm(FOLDER + name);
  for (const [name, text] of made) await writeFile(FOLDER + name, text);
}
