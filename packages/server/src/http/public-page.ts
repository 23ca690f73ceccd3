import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../work/escape-html.ts';
import { contentSecurityPolicy } from './headers.ts';

// Pages for people without an account: made here, without a script, in the colours of the mails.

const STYLE = `:root { color-scheme: light dark; --page: #f2f5f6; --card: #fff; --line: #e0e5e8; --text: #12181e; --main: #0b6373; --on-main: #fff; --quiet: #5d6974; --edge: #7b8791; --error: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1418; --card: #182026; --line: #2e3941; --text: #e8edf0; --main: #5cc0d1; --on-main: #0f1418; --quiet: #a3b0ba; --edge: #8794a0; --error: #ff8a80 }
}
body { margin: 0; padding: 24px 12px; background: var(--page); color: var(--text); font: 16px/1.5 Arial, Helvetica, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 28px 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
main > :first-child { margin: 0; font-weight: bold }
h1 { margin: 20px 0 12px; font-size: 22px; line-height: 1.3 }
button { padding: 12px 22px; border: 0; border-radius: 8px; background: var(--main); color: var(--on-main); font: inherit; font-weight: bold; cursor: pointer }
a { color: var(--main) }
h2 { margin: 28px 0 8px; font-size: 18px }
fieldset, .question { margin: 0 0 24px; padding: 0; border: 0 }
legend, .question > label:not(.option) { display: block; margin: 0 0 8px; padding: 0; font-size: 18px; font-weight: bold }
.note { margin: 0 0 24px; padding: 12px 16px; border-inline-start: 4px solid var(--main); background: var(--page) }
.help { margin: 0 0 8px; color: var(--quiet) }
.option { display: flex; gap: 10px; align-items: center; min-height: 44px }
.points { display: flex; flex-wrap: wrap; gap: 0 20px }
.points .option:last-child { flex-basis: 100% }
.option input { width: 20px; height: 20px; margin: 0; flex: none; accent-color: var(--main) }
input[type=text], input[type=date], textarea, select { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--text); font: inherit }
textarea { min-height: 110px }
.wrong { margin: 8px 0 0; color: var(--error); font-weight: bold }
.said { padding: 12px 16px; border: 2px solid var(--main); border-radius: 8px }
.said.bad { border-color: var(--error) }
details { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line) }
summary { min-height: 24px; cursor: pointer; color: var(--main) }
.quiet-button { border: 1px solid var(--main); background: none; color: var(--main) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** `title` and `body` are HTML. */
export const publicPage = (city: string, title: string, body: string) => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><p>${escapeHtml(city || 'Campanero')}</p><h1>${title}</h1>${body}</main></body></html>`;

export const asPublicPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('content-security-policy', contentSecurityPolicy(request.host, STYLE_SOURCE));
