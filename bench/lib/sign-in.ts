/** The demo administrator's token. */
export async function signIn(url: string): Promise<string> {
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.gob.ar', password: 'campanero-demo' }),
  });
  return ((await login.json()) as { token: string }).token;
}
