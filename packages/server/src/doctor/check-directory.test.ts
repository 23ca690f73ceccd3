import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkDirectory } from './check-directory.ts';

const issuer = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (date) response.setHeader('date', date);
  answer(request.url ?? '', response);
});
const config = readConfig({});
let address: string;
let date: string | undefined;
let facts: Record<string, unknown>;
let keys: unknown;

function answer(url: string, response: ServerResponse): void {
  if (url === '/keys') response.end(JSON.stringify(keys));
  else response.end(JSON.stringify(facts));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => void issuer.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
});
afterAll(() => {
  issuer.closeAllConnections();
  issuer.close();
});
beforeEach(() => {
  date = undefined;
  keys = { keys: [{ kty: 'RSA', kid: 'uno' }] };
  facts = { issuer: address, jwks_uri: `${address}/keys`, scopes_supported: ['openid', 'offline_access'] };
});

const look = async (publicUrl = 'https://llamados.ciudad.example', oidcIssuer = address) =>
  [await checkDirectory({ ...config, oidcIssuer, publicUrl })].flat();
const states = async (publicUrl?: string) => (await look(publicUrl)).map(({ state }) => state);
const words = async () => (await look()).map(({ says }) => says).join(' ');

test('says nothing without a directory, and that all is well with one', async () => {
  expect(await checkDirectory({ ...config, oidcIssuer: undefined })).toEqual([]);
  expect(await states()).toEqual(['well']);
});

test('an issuer of another name, without keys, with unreadable keys', async () => {
  facts['issuer'] = `${address}/`;
  expect(await states()).toEqual(['bad']);
  facts['issuer'] = address;
  keys = { keys: [] };
  expect(await words()).toContain('no publica ninguna clave');
  keys = 'nada';
  expect(await states()).toEqual(['bad']);
  facts['jwks_uri'] = 'http://127.0.0.1:9/keys';
  expect(await words()).toContain('no se pueden leer');
});

test('a clock that is forgiven, and one that is not', async () => {
  date = new Date(Date.now() + 45_000).toUTCString();
  expect(await states()).toEqual(['well']);
  date = new Date(Date.now() - 90_000).toUTCString();
  expect(await words()).toMatch(/difieren en (89|9\d) s/);
});

test('what works less well is noted', async () => {
  expect(await states('http://llamados.ciudad.example')).toEqual(['note']);
  facts['scopes_supported'] = ['openid'];
  expect(await states()).toEqual(['note']);
});

test('an issuer that does not answer', async () => {
  expect((await look(undefined, 'http://127.0.0.1:9')).map(({ state }) => state)).toEqual(['bad']);
});
