import type { RuleContext } from './rule.ts';

/** Styles of the web app say "start" and "end": the page also reads from right to left. */
interface Expression {
  type: string;
  value?: unknown;
  argument?: Expression;
  quasis?: { value: { raw: string } }[];
}
interface StyleProperty {
  computed: boolean;
  key: { name?: string; value?: unknown };
  value: Expression;
}
/** The same without a side. */
const INSTEAD = new Map(
  Object.entries({
    ml: 'marginInlineStart',
    mr: 'marginInlineEnd',
    pl: 'paddingInlineStart',
    pr: 'paddingInlineEnd',
    marginLeft: 'marginInlineStart',
    marginRight: 'marginInlineEnd',
    paddingLeft: 'paddingInlineStart',
    paddingRight: 'paddingInlineEnd',
    borderLeft: 'borderInlineStart',
    borderRight: 'borderInlineEnd',
    borderLeftColor: 'borderInlineStartColor',
    borderRightColor: 'borderInlineEndColor',
    borderLeftWidth: 'borderInlineStartWidth',
    borderRightWidth: 'borderInlineEndWidth',
    borderTopLeftRadius: 'borderStartStartRadius',
    borderTopRightRadius: 'borderStartEndRadius',
    borderBottomLeftRadius: 'borderEndStartRadius',
    borderBottomRightRadius: 'borderEndEndRadius',
  }),
);
/** Also names of plain measures, which are computed: as a style they have a written value. */
const INSET = new Map([
  ['left', 'insetInlineStart'],
  ['right', 'insetInlineEnd'],
]);
const WRITTEN = ['Literal', 'UnaryExpression', 'TemplateLiteral'];

const textOf = ({ value, quasis }: Expression): string =>
  typeof value === 'string' ? value : (quasis?.map((part) => part.value.raw).join('0') ?? '');

/** "0 8px 0 6px": top, right, bottom, left; corners go round from the top left. */
function isLopsided(name: string, text: string): boolean {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 4 || text.includes('(') || text.includes('/')) return false;
  const [first, second, third, fourth] = parts;
  return name === 'borderRadius' ? first !== second || third !== fourth : second !== fourth;
}

export function faultOf(name: string, value: Expression): string | undefined {
  const sided = INSTEAD.get(name) ?? (WRITTEN.includes(value.type) ? INSET.get(name) : undefined);
  if (sided) return `${name} is another side on a page from right to left: use ${sided}.`;
  const text = textOf(value);
  if ((name === 'textAlign' || name === 'float') && (text === 'left' || text === 'right'))
    return `"${text}" is the wrong side on a page from right to left: use "${text === 'left' ? 'start' : 'end'}".`;
  if (['padding', 'margin', 'inset', 'borderRadius', 'borderWidth'].includes(name) && isLopsided(name, text))
    return `${name} with four values keeps its sides on a page from right to left: use the Block and Inline properties.`;
  return undefined;
}

const useStartAndEnd = {
  create: (context: RuleContext) => ({
    Property(node: StyleProperty) {
      const name = node.key.name ?? node.key.value;
      if (node.computed || typeof name !== 'string') return;
      const message = faultOf(name, node.value);
      if (message) context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'logical-styles' }, rules: { 'use-start-and-end': useStartAndEnd } };
