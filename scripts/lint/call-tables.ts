import type { RuleContext } from './rule.ts';

/** Only src/call-store names the tables of calls and people in SQL: a write that forgets a counter makes every figure wrong. */
interface Text {
  value: unknown;
}
interface TemplateText {
  value: { raw: string };
}
const MESSAGE = 'Only src/call-store names the tables of calls and people: use or extend its functions.';

/** No other word of ours is spelled like these, so any mention counts. */
const UNMISTAKABLE =
  /\b(?:call_history|call_total|call_figure|outcome_count|person_phone|blocked_number|listed_number)\b/;
const IN_SQL = /\b(?:from|join|into|update|using|truncate|table|only)\s+(?:call|person)\b|\b(?:call|person)\.[a-z_]+\b/;
/** As Kysely names tables: `'call'`, `'callHistory as h'`, `'person.id'`. */
const IN_BUILDER =
  /^(?:call|callHistory|callTotal|callFigure|outcomeCount|person|personPhone|blockedNumber|listedNumber)(?: as \w+|\.\w+)?$/;
const TAKES_TABLE = new Set([
  'selectFrom',
  'updateTable',
  'insertInto',
  'deleteFrom',
  'mergeInto',
  'innerJoin',
  'leftJoin',
]);

interface MethodCall {
  callee: { type: string; property?: { name?: string } };
  arguments: { type: string; value?: unknown }[];
}

const stayInStore = {
  create: (context: RuleContext) => ({
    TemplateElement(node: TemplateText) {
      if (UNMISTAKABLE.test(node.value.raw) || IN_SQL.test(node.value.raw)) context.report({ node, message: MESSAGE });
    },
    Literal(node: Text) {
      if (typeof node.value === 'string' && UNMISTAKABLE.test(node.value)) context.report({ node, message: MESSAGE });
    },
    CallExpression(node: MethodCall) {
      const [table] = node.arguments;
      if (!TAKES_TABLE.has(node.callee.property?.name ?? '') || typeof table?.value !== 'string') return;
      if (IN_BUILDER.test(table.value)) context.report({ node, message: MESSAGE });
    },
  }),
};

export default { meta: { name: 'call-tables' }, rules: { 'stay-in-store': stayInStore } };
