import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { publicPage } from '../../http/public-page.ts';
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

/** The form is sent to the page's own address, token included. */
export const confirmPage = (city: string) =>
  publicPage(
    city,
    '¿Dejar de recibir este informe?',
    `<p>No le llegarán más correos con estas cifras. Puede volver a pedirlos en la página, con <em>Recibir por correo</em>.</p>
<form method="post"><button type="submit">Dejar de recibirlo</button></form>`,
  );
export const stoppedPage = (city: string, home: string) =>
  publicPage(city, 'Listo: no recibirá más este informe', `<p><a href="${escapeHtml(home)}">Abrir Campanero</a></p>`);
