/** Another system failed. Contains nothing of the answer, which may hold personal data. */
export class RemoteFailure extends Error {}
/** Invalid answer: not retryable. */
export class InvalidRemoteAnswer extends RemoteFailure {}

export type RemoteLimits = { timeoutMs: number; maxBytes: number };
export const REMOTE_LIMITS: RemoteLimits = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };

/** A JSON document, or null for 404. No redirects; size (decompressed) and time are limited. */
export async function getJson(address: URL, limits: RemoteLimits = REMOTE_LIMITS): Promise<unknown> {
  const { url, headers } = withoutCredentials(address);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new RemoteFailure(`status ${response.status}`);
    }
    return JSON.parse(await readCapped(response, limits.maxBytes));
  } catch (error) {
    if (error instanceof RemoteFailure) throw error;
    if (error instanceof SyntaxError) throw new InvalidRemoteAnswer('no JSON');
    const { name, cause } = error as { name?: string; cause?: { code?: string; message?: string } };
    throw new RemoteFailure(
      name === 'TimeoutError' ? 'timeout' : (cause?.code ?? cause?.message ?? name ?? 'unreachable'),
    );
  }
}

/** fetch refuses credentials in a URL, so they become a header. */
export function withoutCredentials(address: URL): { url: URL; headers: Record<string, string> } {
  if (!address.username && !address.password) return { url: address, headers: {} };
  const url = new URL(address);
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

export async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Throwing cancels the body.
    if (bytes > maxBytes) throw new InvalidRemoteAnswer('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
