import type { EndpointSpec } from '@campanero/contract/endpoint';
import { urlOf } from '@campanero/contract/client';
import { randomUUID } from 'node:crypto';
import type { RawInput } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

export interface FilePart {
  name: string;
  content: Buffer;
  /** Claimed by the client; the server ignores it. */
  type?: string;
  field?: string;
}

/** A multipart body, built by hand so that a test can also send malformed ones. */
export function formBody(fields: Record<string, string | number | boolean>, files: readonly FilePart[] = []) {
  const boundary = `----prueba${randomUUID()}`;
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ name, content, type = 'application/octet-stream', field = 'scripts[]' }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return { body: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}

export async function sendForm(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  spec: EndpointSpec,
  input: Omit<RawInput, 'body'> & { fields?: Record<string, string | number | boolean>; files?: readonly FilePart[] },
  headers: Record<string, string> = {},
) {
  const { body, contentType } = formBody(input.fields ?? {}, input.files);
  const reply = await world.app.inject({
    method: spec.method,
    url: `/api${urlOf(spec, input)}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': contentType, ...headers },
    payload: body,
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? undefined : reply.json() };
}
