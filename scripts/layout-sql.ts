/** Lays a statement out for reading: a clause per line, a condition per line, long lists and sub-selects one step further in. */

type Kind = '(' | '[' | 'case';
/** A word, or what stands between brackets or between `case` and `end`. */
type Node = string | { kind: Kind; inside: Node[] };

const WIDTH = 120;
const SHORT_SELECT = 80;
/** A list in brackets of nothing longer than this fills its lines, instead of one item per line. */
const SHORT_ITEM = 30;
const LONGEST_LITERAL = 60;

const COMMENT = /--[^\n]*\n/g;
const TOKEN = /'(?:[^']|'')*'|\/\*.*?\*\/|[()[\],;]|[^\s()[\],;']+/gs;
const CLOSING: Record<Kind, string> = { '(': ')', '[': ']', case: 'end' };
const STATEMENT = /^(?:select|with|insert|update|delete)$/;
const CLAUSE =
  /^(?:\/\*.*|select|from|where|left|cross|full|join|order|group|having|union|limit|for|insert|update|delete|set|values|returning|on|with)$/;
/** After these words the next one continues a clause: `left join`, `for update`, `is distinct from`. */
const CONTINUES = /^(?:left|cross|full|for|no|distinct|delete|do|by|within)$/;
const HAS_CONDITIONS = /^(?:where|having|join|left|cross)$/;
/** Other words before a bracket are names of functions and tables, which it follows without a space. */
const SPACE_BEFORE_BRACKET =
  /^(?:as|in|and|or|not|exists|from|where|using|values|join|lateral|filter|over|conflict|on|select|when|then|materialized|by|else|set|sets|all|,|.*[=<>+*-])$/i;

export function layOut(text: string): string {
  return printStatement(parse(text.replaceAll(COMMENT, '\n').match(TOKEN) ?? []), 0).join('\n');
}

function parse(tokens: readonly string[]): Node[] {
  const whole = { kind: '(' as Kind, inside: [] as Node[] };
  const open = [whole];
  for (const token of tokens) {
    const { kind, inside } = open.at(-1)!;
    if (Object.hasOwn(CLOSING, token)) {
      const node = { kind: token as Kind, inside: [] as Node[] };
      inside.push(node);
      open.push(node);
    } else if (token === CLOSING[kind]) {
      open.pop();
    } else {
      inside.push(token.startsWith("'") && token.length > LONGEST_LITERAL ? "'…'" : token);
    }
  }
  return whole.inside;
}

/** One line per clause, more where the clause is long or has several conditions. */
function printStatement(nodes: readonly Node[], indent: number): string[] {
  const clauses = split(nodes, (word, before, next) => {
    if (!CLAUSE.test(word) || CONTINUES.test(before) || (word === 'update' && before === 'key')) return false;
    return word === 'on' ? next === 'conflict' : word !== 'with' || next !== 'ordinality';
  });
  return clauses.flatMap((clause) => {
    const name = wordAt(clause, 0);
    if (HAS_CONDITIONS.test(name)) return printParts(splitConditions(clause), indent, indent + 2);
    if (name === 'with') return printParts(splitList(clause), indent, indent);
    const [first = [], ...others] = splitList(clause);
    if (fits(clause, indent) || others.length === 0 || name === 'insert' || name === 'from')
      return printExpression(clause, indent);
    const head = first.slice(0, lengthOfHead(first));
    const items = [first.slice(head.length), ...others];
    return [' '.repeat(indent) + flat(head), ...printParts(items, indent + 2, indent + 2)];
  });
}

/** `select`, `order by`, `select distinct on (…)`. */
function lengthOfHead([, second, third]: readonly Node[]): number {
  if (second === 'by' || (second === 'distinct' && third !== 'on')) return 2;
  return second === 'distinct' ? 4 : 1;
}

function printParts(parts: readonly (readonly Node[])[], first: number, others: number): string[] {
  return parts.flatMap((part, place) => printExpression(part, place === 0 ? first : others));
}

function printExpression(nodes: readonly Node[], indent: number): string[] {
  const lines: string[] = [];
  let line = ' '.repeat(indent);
  for (const [place, node] of nodes.entries()) {
    const space = line.trim() === '' ? '' : gap(nodes, place);
    const text = flatNode(node);
    const isTooLong = (line + space + text).length > WIDTH || (isSelect(node) && text.length > SHORT_SELECT);
    if (typeof node !== 'string' && isTooLong && node.inside.length > 0) {
      lines.push(line + space + node.kind, ...printInside(node.inside, indent + 2));
      line = ' '.repeat(indent) + CLOSING[node.kind];
    } else if (isTooLong && space !== '') {
      lines.push(line);
      line = ' '.repeat(indent + 4) + text;
    } else {
      line += space + text;
    }
  }
  return [...lines, line];
}

function printInside(nodes: readonly Node[], indent: number): string[] {
  if (isStatement(nodes)) return printStatement(nodes, indent);
  const branches = split(nodes, (word) => word === 'when' || word === 'else');
  if (branches.length > 1) return printParts(branches, indent, indent);
  const conditions = splitConditions(nodes);
  if (conditions.length > 1) return printParts(conditions, indent, indent);
  const end = nodes.includes('order') ? nodes.indexOf('order') : nodes.length;
  const items = splitList(nodes.slice(0, end));
  const order = nodes.slice(end);
  const isShort = items.length > 1 && items.every((item) => flat(item).length <= SHORT_ITEM);
  return [
    ...(isShort ? fill(items, indent) : printParts(items, indent, indent)),
    ...(order.length > 0 ? printExpression(order, indent) : []),
  ];
}

function fill(items: readonly (readonly Node[])[], indent: number): string[] {
  const lines: string[] = [];
  for (const item of items.map(flat)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= WIDTH) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(' '.repeat(indent) + item);
  }
  return lines;
}

const fits = (nodes: readonly Node[], indent: number) => indent + flat(nodes).length <= WIDTH;
const isStatement = (nodes: readonly Node[]) => STATEMENT.test(wordAt(nodes, 0));
const isSelect = (node: Node) => typeof node !== 'string' && isStatement(node.inside);

function wordAt(nodes: readonly Node[], place: number): string {
  const node = nodes[place];
  return typeof node === 'string' ? node.toLowerCase() : '';
}

function split(
  nodes: readonly Node[],
  begins: (word: string, before: string, next: string, place: number) => boolean,
): Node[][] {
  const parts: Node[][] = [];
  for (const [place, node] of nodes.entries()) {
    if (place === 0 || begins(wordAt(nodes, place), wordAt(nodes, place - 1), wordAt(nodes, place + 1), place))
      parts.push([]);
    parts.at(-1)!.push(node);
  }
  return parts;
}

const splitConditions = (nodes: readonly Node[]) =>
  split(nodes, (word, _before, _next, place) => word === 'or' || (word === 'and' && nodes[place - 2] !== 'between'));

/** The comma stays at the end of its part. */
const splitList = (nodes: readonly Node[]) => split(nodes, (_word, before) => before === ',');

const flat = (nodes: readonly Node[]): string =>
  nodes.map((node, place) => (place === 0 ? '' : gap(nodes, place)) + flatNode(node)).join('');

function flatNode(node: Node): string {
  if (typeof node === 'string') return node;
  const space = node.kind === 'case' ? ' ' : '';
  return `${node.kind}${space}${flat(node.inside)}${space}${CLOSING[node.kind]}`;
}

function gap(nodes: readonly Node[], place: number): string {
  const [before, node] = nodes.slice(place - 1, place + 1);
  if (typeof node !== 'object') return /^(?:[,;.]|::)/.test(wordAt(nodes, place)) ? '' : ' ';
  if (node.kind === '[') return '';
  return node.kind === 'case' || typeof before !== 'string' || SPACE_BEFORE_BRACKET.test(before) ? ' ' : '';
}
