export interface ManualSource {
  title: string;
  /** In the web's app/pages.ts; undefined if it is about no single screen. */
  screen: string | undefined;
  /** Lower case, lowest first. */
  roles: readonly string[];
  summary: string;
  markdown: string;
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

export function readManualPage(source: string): ManualSource {
  const head = FRONT_MATTER.exec(source);
  const fields = new Map(
    (head?.[1] ?? '').split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ').replace(/^"(.*)"$/, '$1')];
    }),
  );
  const field = (name: string) => {
    const value = fields.get(name);
    if (!value) throw new Error(`a page of the manual has no ${name}: ${source.slice(0, 80)}`);
    return value;
  };
  return {
    title: field('title'),
    screen: fields.get('page'),
    roles: field('roles')
      .replace(/^\[|\]$/g, '')
      .split(', '),
    summary: field('summary'),
    markdown: source.slice(head?.[0].length ?? 0),
  };
}

/** Also shown by the help inside the product. */
export const BRIEF_HEADING = 'En pocas palabras';
const TASKS = 'Qué se hace aquí';
const RULES = 'Para tener en cuenta';

/** `*…*` is the name of a control. `roles`: for whom, in lower case; undefined for everybody. */
export type HelpItem = { text: string; roles?: readonly string[] };
export type HelpText = { purpose: string; tasks: readonly HelpItem[]; rules: readonly HelpItem[] };

const sectionOf = (markdown: string, heading: string) =>
  markdown.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';

/** The items of the list under a line `**title**`. A comment at the end of an item names its roles. */
function listUnder(title: string, section: string): HelpItem[] {
  const after = section.split(`\n**${title}**\n`)[1] ?? '';
  const list = after.split('\n**')[0]!;
  return [...list.matchAll(/^- (.+?)(?: <!-- (.+) -->)?$/gm)].map(([, text = '', roles]) => ({
    text,
    roles: roles?.split(', '),
  }));
}

export function readHelpText({ summary, markdown }: ManualSource): HelpText {
  const brief = sectionOf(markdown, BRIEF_HEADING);
  return { purpose: summary, tasks: listUnder(TASKS, brief), rules: listUnder(RULES, brief) };
}
