import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { explainStorage } from '../integrations/files/explain-failure.ts';
import { createFileStore } from '../integrations/files/store.ts';
import { tryStorage } from '../integrations/files/try-writing.ts';
import { withoutCredentials } from '../integrations/remote/get-json.ts';
import { isInfected } from '../integrations/scanner/clamd.ts';
import { bad, type Findings, note, errorReason, well } from './finding.ts';

export async function checkStorage(config: Config): Promise<Findings> {
  const about = config.storageUrl ? 'Archivos (STORAGE_URL)' : 'Archivos';
  const place = config.storageUrl?.startsWith('s3:') ? new URL(config.storageUrl).host : 'en disco';
  try {
    await tryStorage(createFileStore(config));
    return well(about, `${place}: se guardó, leyó y quitó un archivo`);
  } catch (error) {
    const { says, advice } = explainStorage(config, error);
    return bad(about, says, advice);
  }
}

/** Connection, certificate and sign-in, without sending. */
export async function checkMail({ smtpUrl }: Config): Promise<Findings> {
  const about = 'Correo (SMTP_URL)';
  if (!smtpUrl)
    return note(
      'Correo',
      'no sale: queda en DATA_DIR/outbox',
      'Indique SMTP_URL para enviar invitaciones y exportaciones.',
    );
  const { hostname } = new URL(smtpUrl);
  const transporter = createTransport({ url: smtpUrl, connectionTimeout: 8_000, greetingTimeout: 8_000 });
  try {
    await transporter.verify();
    return well(about, `${hostname} acepta la conexión`);
  } catch (error) {
    return bad(about, `${hostname}: ${errorReason(error)}`, adviceFor(error as { code?: string; message: string }));
  } finally {
    transporter.close();
  }
}

function adviceFor({ code, message }: { code?: string; message: string }): string {
  if (code === 'EAUTH') return 'Corrija el usuario y la contraseña de SMTP_URL.';
  if (/certificate|altnames/i.test(message)) return 'La línea del certificado dice de quién es y hasta cuándo vale.';
  return 'Revise el nombre, el puerto (465 con smtps:, 587 con smtp:) y que el cortafuegos lo deje pasar.';
}

export async function checkScanner({ clamavUrl }: Config): Promise<Findings> {
  if (!clamavUrl) return note('Antivirus', 'no hay', 'Con CLAMAV_URL se revisa cada archivo que se sube.');
  const about = 'Antivirus (CLAMAV_URL)';
  try {
    await isInfected(clamavUrl, Readable.from([Buffer.from('Campanero comprueba el antivirus.')]));
    return well(about, 'revisó un archivo de prueba');
  } catch (error) {
    return bad(
      about,
      errorReason(error),
      'Mientras no responda no se acepta ningún archivo: inicie clamd o quite CLAMAV_URL.',
    );
  }
}

export async function checkRemotes({ orionUrl, formsUrl }: Config): Promise<Findings> {
  const remotes = [
    ['Dashboard telefónico (ORION_URL)', orionUrl],
    ['Formularios (FORMS_URL)', formsUrl],
  ] as const;
  const checks = remotes.map(async ([about, url]) => {
    if (!url) return [];
    try {
      const { url: address, headers } = withoutCredentials(new URL(url));
      const { status } = await fetch(address, { headers, signal: AbortSignal.timeout(8_000), redirect: 'manual' });
      return well(about, `${new URL(url).host} responde (${status})`);
    } catch (error) {
      return bad(
        about,
        `${new URL(url).host}: ${errorReason(error)}`,
        'Las cargas desde ahí fallarán hasta que responda.',
      );
    }
  });
  return (await Promise.all(checks)).flat();
}
