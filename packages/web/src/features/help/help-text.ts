/** What the help tells of one page. */
export interface HelpText {
  /** What the page is for. */
  purpose: string;
  /** The two or three things one does there. */
  tasks: readonly string[];
  /** What one has to know: limits, and what happens by itself. */
  rules: readonly string[];
}
