import type { RuleContext } from './rule.ts';

/** In the web app only lib/clock.ts may ask the PC for the time: a wrong clock must change nothing. */
interface Name {
  type: string;
  name?: string;
}
interface Construction {
  callee: Name;
  arguments: unknown[];
}
interface MemberAccess {
  object: Name;
  property: Name;
}
const MESSAGE = "The PC's clock may be wrong: use now() of lib/clock.ts.";
const isDate = ({ type, name }: Name) => type === 'Identifier' && name === 'Date';

const useServerTime = {
  create: (context: RuleContext) => ({
    NewExpression(node: Construction) {
      if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message: MESSAGE });
    },
    CallExpression(node: Construction) {
      if (isDate(node.callee)) context.report({ node, message: MESSAGE });
    },
    MemberExpression(node: MemberAccess) {
      if (isDate(node.object) && node.property.name === 'now') context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'one-clock' }, rules: { 'use-server-time': useServerTime } };
