import type { Config } from '../config.ts';
import { getJson } from '../integrations/remote/get-json.ts';
import { bad, errorReason, type Findings, note, well } from './finding.ts';

const ABOUT = 'Ingreso de la ciudad (OIDC_ISSUER)';
const SKEW_MAX_SECONDS = 60;
const WELL_KNOWN = '/.well-known/openid-configuration';

/** What the issuer publishes, its keys and its clock. */
export async function checkDirectory({ oidcIssuer, publicUrl }: Config): Promise<Findings> {
  if (!oidcIssuer) return [];
  const address = new URL(`${oidcIssuer.replace(/\/$/, '')}${WELL_KNOWN}`);
  let facts: Record<string, unknown>;
  try {
    facts = recordOf(await getJson(address));
  } catch (error) {
    return bad(
      ABOUT,
      `${address.host}: ${errorReason(error)}`,
      'Quien tiene contraseña sigue entrando. Revise la dirección, el certificado y el cortafuegos.',
    );
  }
  if (facts['issuer'] !== oidcIssuer)
    return bad(ABOUT, `dice llamarse ${String(facts['issuer'])}`, 'OIDC_ISSUER tiene que ser igual, letra por letra.');
  const findings = [await checkKeys(facts), await checkClock(address), checkOffer(facts, publicUrl)].flat();
  return findings.some(({ state }) => state !== 'well')
    ? findings
    : well(ABOUT, `${address.host} responde; sus claves y su hora están bien`);
}

const recordOf = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

async function checkKeys({ jwks_uri: address }: Record<string, unknown>): Promise<Findings> {
  const advice = 'Sin ellas no se comprueba ninguna firma y nadie entra por ahí: avise a quien administra ese ingreso.';
  try {
    const { keys } = recordOf(await getJson(new URL(String(address))));
    return Array.isArray(keys) && keys.length > 0 ? [] : bad(ABOUT, 'no publica ninguna clave', advice);
  } catch (error) {
    return bad(ABOUT, `sus claves no se pueden leer: ${errorReason(error)}`, advice);
  }
}

async function checkClock(address: URL): Promise<Findings> {
  const { headers } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8_000) });
  const date = Date.parse(headers.get('date') ?? '');
  const skew = Math.round((Date.now() - date) / 1000);
  if (Number.isNaN(skew) || Math.abs(skew) <= SKEW_MAX_SECONDS) return [];
  return bad(
    ABOUT,
    `su hora y la de este servidor difieren en ${Math.abs(skew)} s`,
    'Ponga en hora este servidor (NTP); se perdona un minuto.',
  );
}

/** What is missing works, but less well. */
function checkOffer({ scopes_supported: scopes }: Record<string, unknown>, publicUrl: string): Findings {
  const offered = Array.isArray(scopes) ? scopes : [];
  if (offered.length > 0 && !offered.includes('offline_access'))
    return note(
      ABOUT,
      'no ofrece offline_access',
      'Si no entrega tokens de renovación, cada sesión dura una hora: Usuarios → Seguridad → Probar lo dice.',
    );
  if (publicUrl.startsWith('http:') && !publicUrl.includes('localhost'))
    return note(
      ABOUT,
      `PUBLIC_URL no usa https (${publicUrl})`,
      'Muchos emisores no aceptan volver a una dirección sin https.',
    );
  return [];
}
