import { linkName } from '@campanero/contract/mail/links';
import { escapeHtml } from '../../work/escape-html.ts';
import { SIGNATURE } from './queue-mail.ts';

export interface Letterhead {
  city: string;
  logo: Buffer | null;
}

/** The logo is embedded: most readers block remote images, and loading one would reveal the reader. */
export const LOGO_ID = 'logo@campanero';

/** Inline styles, since many readers drop the sheet below, which only changes the colours in the dark. */
const STYLES = {
  page: 'margin: 0; background: #f2f5f6; color: #12181e; font: 16px/1.5 Arial, Helvetica, sans-serif',
  card: 'max-width: 560px; margin: 0 auto; padding: 28px 24px; background: #ffffff; border: 1px solid #e0e5e8; border-radius: 12px; text-align: start; overflow-wrap: anywhere',
  logo: 'display: inline-block; max-width: 200px; max-height: 56px; padding: 4px; background: #ffffff; border-radius: 6px',
  city: 'margin: 0; font-weight: bold',
  title: 'margin: 20px 0 12px; font-size: 22px; line-height: 1.3',
  button:
    'display: inline-block; padding: 12px 22px; border-radius: 8px; background: #0b6373; color: #ffffff; font-weight: bold; text-decoration: none',
  small: 'font-size: 13px; color: #5d6974',
  link: 'color: #0b6373',
  foot: 'margin: 24px 0 0; padding-top: 14px; border-top: 1px solid #e0e5e8; font-size: 13px; color: #5d6974',
};
const IN_THE_DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #0f1418 !important; color: #e8edf0 !important }
  .card, .foot { border-color: #2e3941 !important }
  .card { background: #182026 !important }
  .button { background: #5cc0d1 !important; color: #0f1418 !important }
  .small, .foot { color: #a3b0ba !important }
  .link { color: #7ed0de !important }
}`;
const look = (name: keyof typeof STYLES) => `class="${name}" style="${STYLES[name]}"`;

const ADDRESS = /https?:\/\/[^\s<]*[^\s<.,;:)]/g;
const ADDRESS_ALONE = new RegExp(`^${ADDRESS.source}$`);
const linked = (escaped: string) =>
  escaped.replace(ADDRESS, (address) => `<a href="${address}" ${look('link')}>${address}</a>`);

/** The text's paragraphs; the first address that stands alone is the button, with the address below for copying. */
export function mailHtml({ subject, text, city, logo }: Letterhead & { subject: string; text: string }): string {
  let buttons = 0;
  const paragraphOf = (paragraph: string): string => {
    const escaped = escapeHtml(paragraph);
    if (paragraph.startsWith(SIGNATURE)) return `<p ${look('foot')}>${escaped}</p>`;
    if (!ADDRESS_ALONE.test(escaped)) return `<p>${linked(escaped).replaceAll('\n', '<br>')}</p>`;
    buttons += 1;
    if (buttons > 1) return `<p><a href="${escaped}" ${look('link')}>${linkName(paragraph)}</a></p>`;
    return `<p><a href="${escaped}" ${look('button')}>${linkName(paragraph)}</a></p>
<p ${look('small')}>${escaped}</p>`;
  };
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${IN_THE_DARK}</style></head>
<body ${look('page')}><div style="padding: 24px 12px"><div ${look('card')}>
${logo ? `<p style="margin: 0 0 8px"><img src="cid:${LOGO_ID}" alt="" ${look('logo')}></p>` : ''}
<p ${look('city')}>${escapeHtml(city || SIGNATURE)}</p>
<h1 ${look('title')}>${escapeHtml(subject)}</h1>
${text.split('\n\n').map(paragraphOf).join('\n')}
</div></div></body></html>`;
}
