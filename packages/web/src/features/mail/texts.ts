import { formatDate, formatTime, productDay } from '@campanero/contract/shared/dates';
import { safeLink } from '../../components/safe-link.ts';

/** "11:04" today, "12-11" this year, else the full date. */
export function mailTime(at: string, now: number): string {
  const [day, today] = [productDay(at), productDay(now)];
  if (day === today) return formatTime(at);
  const date = formatDate(at);
  return day.slice(0, 4) === today.slice(0, 4) ? date.slice(0, 'DD-MM'.length) : date;
}

/** "La audiencia está cargada: Censo" in the two lines of a row: a long name is cut, not what happened. */
export function subjectParts(subject: string): { event: string; about: string } {
  const [, event = subject, about = ''] = /^(.+?): (.+)$/s.exec(subject) ?? [];
  return { event, about };
}

type Target = { to: string } | { href: string } | object;
/** Text from position `at`, or a link inside (`to`) or outside the app (`href`). */
type TextPart = { at: number; text: string } & Target;

const ADDRESS = /https?:\/\/[^\s<>"«»]+/g;
/** Punctuation after an address. */
const SENTENCE_END = /[.,;:!?)]+$/;

/** Turns http(s) addresses into links; those of this site become links inside the app if they have a page. */
export function textParts(text: string, rules: LinkRules): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(SENTENCE_END, '');
    if (found.index > end) parts.push({ at: end, text: text.slice(end, found.index) });
    parts.push({ at: found.index, text: address, ...targetOf(address, rules) });
    end = found.index + address.length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts;
}

/** True for an address on a line of its own. */
export const standsAlone = (text: string, { at, text: address }: TextPart) =>
  `\n${text}\n`.slice(at, at + address.length + 2) === `\n${address}\n`;

export type LinkRules = { sites: readonly string[]; pageExists: (pathname: string) => boolean };

function targetOf(address: string, { sites, pageExists }: LinkRules): Target {
  const href = safeLink(address);
  if (href === undefined) return {};
  const { origin, pathname, search, hash } = new URL(href);
  if (!sites.some((site) => URL.canParse(site) && new URL(site).origin === origin)) return { href };
  return pageExists(pathname) ? { to: `${pathname}${search}${hash}` } : {};
}
