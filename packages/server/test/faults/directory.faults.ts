import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { api } from '@campanero/contract';
import { DIRECTORY_RETURN } from '@campanero/contract/auth/directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount, check, PASSWORD, signInAs } from '../accounts.ts';
import { as } from '../actors.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { CLIENT_ID, CLIENT_SECRET, visitDirectory } from '../directory.ts';
import { runJob } from '../jobs.ts';
import { freePorts } from './free-ports.ts';

const ISSUER = fileURLToPath(new URL('./issuer.ts', import.meta.url));
const EMAIL = 'ines@ciudad.example';

let city: TestApp;
let port: number;
let issuer: ChildProcess | undefined;

async function startIssuer(): Promise<void> {
  issuer = fork(ISSUER, [String(port), city.deps.config.publicUrl, EMAIL], { stdio: 'ignore' });
  await once(issuer, 'message');
}
async function killIssuer(): Promise<void> {
  const running = issuer;
  issuer = undefined;
  if (!running) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

beforeAll(async () => {
  [port] = (await freePorts(1)) as [number];
  city = await createTestApp({
    config: { oidcIssuer: `http://127.0.0.1:${port}`, oidcClientId: CLIENT_ID, oidcClientSecret: CLIENT_SECRET },
  });
  await anAccount(city, { email: EMAIL });
});
afterAll(async () => {
  await killIssuer();
  await city.close();
});

const begin = () => as(city, null).call(api.directory.begin, {});
async function visit() {
  const begun = await begin();
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  return {
    cookie,
    answer: await visitDirectory(begun.body.address, `${city.deps.config.publicUrl}${DIRECTORY_RETURN}`),
  };
}
const finish = ({ cookie, answer }: { cookie: string; answer: string }) =>
  as(city, null).call(api.directory.signIn, { body: { answer } }, { cookie });

test('an issuer that dies, freezes and comes back with other keys costs nobody their session', async () => {
  expect(await begin()).toMatchObject({ status: 503, body: { error: 'DIRECTORY_DOWN' } });
  await startIssuer();
  const entered = await finish(await visit());
  expect(entered.status).toBe(200);
  const { token } = entered.body;

  // Killed while somebody is there.
  const lost = await visit();
  await killIssuer();
  expect(await finish(lost)).toMatchObject({ status: 503, body: { error: 'DIRECTORY_DOWN' } });
  await runJob(city.deps, 'directory.check-sessions');
  expect(await check(city, token)).toBe(200);
  expect((await signInAs(city, EMAIL, PASSWORD)).status).toBe(200);

  // Its memory and its keys are new: whoever begins again enters.
  await startIssuer();
  expect((await finish(await visit())).status).toBe(200);

  // It takes connections and says nothing.
  const slow = await visit();
  issuer!.kill('SIGSTOP');
  const asked = Date.now();
  expect(await finish(slow)).toMatchObject({ status: 503, body: { error: 'DIRECTORY_SLOW' } });
  expect(Date.now() - asked).toBeLessThan(20_000);
  expect((await signInAs(city, EMAIL, PASSWORD)).status).toBe(200);
  expect(await check(city, token)).toBe(200);
  issuer!.kill('SIGCONT');
  expect((await finish(await visit())).status).toBe(200);
});
