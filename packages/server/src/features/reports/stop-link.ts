import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { escapeHtml } from '../../work/escape-html.ts';

/** Does nothing but stop one report, so it may stay valid as long as the report exists. */
const signWith = (jwtSecret: string, id: number) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', jwtSecret, '', 'campanero report stop', 32)))
    .update(String(id))
    .digest('base64url');

type LinkConfig = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious' | 'publicUrl'>;

export function stopLink({ jwtSecret, publicUrl }: LinkConfig, id: number): string {
  if (!jwtSecret) throw new Error('there is no JWT secret');
  return `${publicUrl}/api/report/${id}/stop?token=${signWith(jwtSecret, id)}`;
}

export function isStopToken({ jwtSecret, jwtSecretPrevious }: LinkConfig, id: number, token: string): boolean {
  const given = Buffer.from(token);
  return [jwtSecret, jwtSecretPrevious].some((secret) => {
    if (!secret) return false;
    const right = Buffer.from(signWith(secret, id));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** In the colours of the mails. */
const STYLE = `:root { color-scheme: light dark; --page: #f2f5f6; --card: #fff; --line: #e0e5e8; --text: #12181e; --main: #0b6373; --on-main: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1418; --card: #182026; --line: #2e3941; --text: #e8edf0; --main: #5cc0d1; --on-main: #0f1418 }
}
body { margin: 0; padding: 24px 12px; background: var(--page); color: var(--text); font: 16px/1.5 Arial, Helvetica, sans-serif }
main { max-width: 560px; margin: 0 auto; padding: 28px 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
main > :first-child { margin: 0; font-weight: bold }
h1 { margin: 20px 0 12px; font-size: 22px; line-height: 1.3 }
button { padding: 12px 22px; border: 0; border-radius: 8px; background: var(--main); color: var(--on-main); font: inherit; font-weight: bold; cursor: pointer }
a { color: var(--main) }`;
/** For the CSP. */
export const STOP_PAGE_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const pageOf = (city: string, title: string, body: string) => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><p>${escapeHtml(city || 'Campanero')}</p><h1>${title}</h1>${body}</main></body></html>`;

/** The form is sent to the page's own address, token included. */
export const confirmPage = (city: string) =>
  pageOf(
    city,
    '¿Dejar de recibir este informe?',
    `<p>No le llegarán más correos con estas cifras. Puede volver a pedirlos en la página, con <em>Recibir por correo</em>.</p>
<form method="post"><button type="submit">Dejar de recibirlo</button></form>`,
  );
export const stoppedPage = (city: string, home: string) =>
  pageOf(city, 'Listo: no recibirá más este informe', `<p><a href="${escapeHtml(home)}">Abrir Campanero</a></p>`);
