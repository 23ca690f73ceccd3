import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { formatDate } from '@campanero/contract/shared/dates';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Config } from '../config.ts';
import { addressesOf } from '../db/connection.ts';
import { bad, type Finding, note, errorReason, well } from './finding.ts';

const TIMEOUT_MS = 8_000;
const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

interface TlsEndpoint {
  setting: string;
  host: string;
  port: number;
  /** Upgrades a plain connection to TLS; false if not offered. */
  askForTls?: (socket: Socket) => Promise<boolean>;
  ca?: ConnectionOptions['ca'];
}

/** TLS endpoints of the settings, including PUBLIC_URL, whose certificate is not monitored elsewhere. */
function tlsEndpointsOf(config: Config): TlsEndpoint[] {
  const { publicUrl, smtpUrl, storageUrl, orionUrl, formsUrl, databaseUrl, databaseReadUrl } = config;
  const settings = {
    PUBLIC_URL: publicUrl,
    STORAGE_URL: storageUrl,
    SMTP_URL: smtpUrl,
    ORION_URL: orionUrl,
    FORMS_URL: formsUrl,
  };
  const ends = Object.entries(settings).flatMap(([setting, url]): TlsEndpoint[] => {
    if (!url) return [];
    const { protocol, hostname, port, searchParams } = new URL(url);
    const end = { setting, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
    if (protocol === 'smtps:') return [{ ...end, port: Number(port || 465) }];
    if (protocol === 'smtp:') return [{ ...end, port: Number(port || 587), askForTls: askMailServer }];
    const isS3 = protocol === 's3:' && searchParams.get('insecure') !== 'true';
    return protocol === 'https:' || isS3 ? [end] : [];
  });
  return [
    ...ends,
    ...databaseEndpointsOf('DATABASE_URL', databaseUrl),
    ...databaseEndpointsOf('DATABASE_READ_URL', databaseReadUrl),
  ];
}

const databaseEndpointsOf = (setting: string, url: string | undefined): TlsEndpoint[] =>
  (url ? addressesOf(url) : []).flatMap((address) => {
    const { ssl, host, port } = parseIntoClientConfig(address);
    if (!ssl || !host) return [];
    const ca = ssl !== true && ssl.ca && { ca: ssl.ca };
    return [{ setting, host, port: port ?? 5432, askForTls: askPostgres, ...ca }];
  });

export const checkCertificates = async (config: Config): Promise<Finding[]> =>
  (await Promise.all(tlsEndpointsOf(config).map(checkEndpoint))).flat();

async function checkEndpoint(end: TlsEndpoint): Promise<Finding[]> {
  const about = `Certificado de ${end.host}:${end.port} (${end.setting})`;
  let socket: TLSSocket | undefined;
  try {
    socket = await openTls(end);
    return socket ? [describeCertificate(about, socket)] : [];
  } catch (error) {
    // Other checks report unreachable systems; PUBLIC_URL may be unreachable from the server itself.
    if (end.setting !== 'PUBLIC_URL') return [];
    return [note(about, `desde aquí no se puede ver: ${errorReason(error)}`, 'Compruébelo con un navegador.')];
  } finally {
    socket?.destroy();
  }
}

function describeCertificate(about: string, socket: TLSSocket): Finding {
  const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
  const nameOf = (who: typeof subject | undefined) => who?.CN ?? who?.O ?? 'sin nombre';
  const says = `de ${nameOf(subject)}, firmado por ${nameOf(issuer)}, ${days < 0 ? 'venció' : 'vale hasta'} el ${formatDate(until)}`;
  if (days < 0) return bad(about, says, 'Renuévelo en el otro sistema: nadie confía en uno vencido.');
  if (!socket.authorized)
    return bad(
      about,
      `${says}; no es de confianza (${String(socket.authorizationError)})`,
      'Si la autoridad es propia de la ciudad, indíquela con NODE_EXTRA_CA_CERTS=/ruta/al/certificado.pem; si el nombre es otro, corrija el ajuste.',
    );
  if (days < SOON_DAYS) return note(about, `${says}: quedan ${days} días`, 'Renuévelo antes de ese día.');
  return well(about, says);
}

/** Undefined if the server offers no TLS. */
async function openTls({ host, port, askForTls, ca }: TlsEndpoint): Promise<TLSSocket | undefined> {
  const plain = connect({ host, port });
  // Covers all steps.
  const timer = setTimeout(() => plain.destroy(new Error('no responde')), TIMEOUT_MS);
  try {
    await once(plain, 'connect');
    if (askForTls && !(await askForTls(plain))) {
      plain.destroy();
      return undefined;
    }
    const name = isIP(host) === 0 && { servername: host };
    const socket = connectTls({ socket: plain, host, rejectUnauthorized: false, ...name, ...(ca && { ca }) });
    // Ignore errors after we close the socket.
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    return socket;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

async function askPostgres(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1') === 'S';
}

async function askMailServer(socket: Socket): Promise<boolean> {
  const answers = readAnswers(socket);
  await answers();
  socket.write('EHLO campanero\r\n');
  if (!/^250[ -]STARTTLS\b/im.test(await answers())) return false;
  socket.write('STARTTLS\r\n');
  return (await answers()).startsWith('220');
}

/** Reads one SMTP reply; continued lines have a dash after the code. */
function readAnswers(socket: Socket): () => Promise<string> {
  let text = '';
  return async () => {
    while (!/^\d{3}(?: .*)?\r?\n$/m.test(text)) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      text += chunk.toString('latin1');
      if (text.length > 10_000) throw new Error('no es un servidor de correo');
    }
    const answer = text;
    text = '';
    return answer;
  };
}
