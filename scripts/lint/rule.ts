/** What a lint rule gets of the linter. */
export interface RuleContext {
  filename: string;
  report(finding: { node: object; message: string }): void;
}
