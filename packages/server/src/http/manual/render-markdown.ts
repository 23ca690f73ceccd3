import { BRIEF_HEADING } from '@campanero/contract/shared/manual-page';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../work/escape-html.ts';
import type { Picture } from './read-manual.ts';

/** A stretch from one heading of the second level to the next; the first has none. `text` is for the search. */
export type ManualSection = { id: string; heading: string; html: string; text: string };

/** Where links lead and how headings are numbered: a page by itself, or one among all. */
export interface Placement {
  linkTo: (slug: string, anchor: string) => string;
  idOf: (anchor: string) => string;
  /** Added to the level of each heading. */
  deeper: number;
  pictures: ReadonlyMap<string, Picture>;
}

/** As code hosts make it, so that a link works there too. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

const PAGE_LINK = /^([\w-]+)\.md(?:#(.*))?$/;

const createRenderer = ({ linkTo, idOf, deeper, pictures }: Placement): RendererObject => ({
  heading({ tokens, depth, text }) {
    const level = depth + deeper;
    const inner = this.parser.parseInline(tokens);
    if (depth === 1) return `<h${level}>${inner}</h${level}>\n`;
    const id = idOf(anchorOf(text));
    const link = `<a class="anchor" href="#${id}" aria-label="Enlace a «${escapeHtml(text)}»">#</a>`;
    return `<h${level} id="${id}">${inner} ${link}</h${level}>\n`;
  },
  link({ href, tokens }) {
    const [, slug, anchor = ''] = PAGE_LINK.exec(href) ?? [];
    const inner = this.parser.parseInline(tokens);
    return `<a href="${escapeHtml(slug ? linkTo(slug, anchor) : href)}">${inner}</a>`;
  },
  image({ href, text }) {
    const picture = pictures.get(href);
    const address = `/manual/${escapeHtml(href)}`;
    const size = picture ? ` width="${picture.width}" height="${picture.height}"` : '';
    return `<a class="picture" href="${address}"><img src="${address}" alt="${escapeHtml(text)}"${size} loading="lazy"></a>`;
  },
  table({ header, rows }) {
    const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
    const head = header.map((cell) => `<th scope="col">${inner(cell)}</th>`).join('');
    // The column's name beside each cell, for small screens, where a row is a list.
    const labels = header.map(({ text }) => escapeHtml(text));
    const line = (row: Tokens.TableCell[]) =>
      row.map((cell, at) => `<td data-label="${labels[at]}">${inner(cell)}</td>`);
    const body = rows.map((row) => `<tr>${line(row).join('')}</tr>`).join('\n');
    return `<div class="table columns-${header.length}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody>\n</table></div>\n`;
  },
  // Comments only: the pages hold no HTML.
  html: () => '',
});

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'html' || token.type === 'image') return '';
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ');
      if (token.type === 'br' || token.type === 'space') return ' ';
      const { tokens: inner, text = '' } = token as { tokens?: Token[]; text?: string };
      const isBlock = ['paragraph', 'heading'].includes(token.type);
      return (inner ? plainText(inner) : text) + (isBlock ? ' ' : '');
    })
    .join('');
}

const isSectionStart = (token: Token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2;

function groupBySection(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [[]];
  for (const token of tokens) {
    if (isSectionStart(token)) groups.push([]);
    groups.at(-1)!.push(token);
  }
  return groups;
}

export function renderSections(markdown: string, placement: Placement): ManualSection[] {
  // A question and its answer stand on two lines of one paragraph.
  const marked = new Marked({ breaks: true, renderer: createRenderer(placement) });
  return groupBySection(marked.lexer(markdown)).map((tokens) => {
    const [first] = tokens;
    const heading = first && isSectionStart(first) ? first.text : '';
    const html = marked.parser(tokens);
    return {
      id: heading && anchorOf(heading),
      heading,
      html: heading === BRIEF_HEADING ? `<section class="brief">${html}</section>\n` : html,
      text: plainText(heading ? tokens.slice(1) : tokens.filter(({ type }) => type !== 'heading'))
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .trim(),
    };
  });
}
