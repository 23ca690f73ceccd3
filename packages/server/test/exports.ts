import { api } from '@campanero/contract';
import { CSV_MARK } from '@campanero/contract/loads/csv/write-csv';
import { RecordScanner } from '@campanero/contract/loads/csv/record-scanner';
import { attemptExport, exportWork } from '../src/features/exports/make-export.ts';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { as, type RawInput } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { jobCtx } from './jobs.ts';

/** In-process: fast, and with the test's clock. */
export const make = (world: TestApp, exportId: string) =>
  exportWork.run(jobCtx(world), exportId, (ctx, attempt) => attemptExport(ctx, attempt));

/** Requests an export; returns its id. */
export async function ask(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
  spec: EndpointSpec,
  input: RawInput,
): Promise<string> {
  const reply = await as(world, user).send(spec, input);
  if (reply.status !== 202) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return (reply.body as unknown as { id: string }).id;
}

export const download = (world: TestApp, user: Pick<TestUser, 'token'>, id: string) =>
  as(world, user).send(api.exports.download, { params: { id } });

export async function textOf(world: TestApp, user: Pick<TestUser, 'token'>, id: string): Promise<string> {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api/export/${id}`,
    headers: { authorization: `Bearer ${user.token}` },
  });
  if (reply.statusCode !== 200) throw new Error(`refused: ${reply.body}`);
  return reply.rawPayload.toString('utf8');
}

/** Requests, makes and downloads an export; returns its records. */
export async function exported(world: TestApp, user: Pick<TestUser, 'token'>, spec: EndpointSpec, input: RawInput) {
  const id = await ask(world, user, spec, input);
  await make(world, id);
  return recordsOf(await textOf(world, user, id));
}

export function recordsOf(text: string): Record<string, string>[] {
  const [header = [], ...lines] = linesOf(text);
  return lines.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

function linesOf(text: string): string[][] {
  if (!text.startsWith(CSV_MARK)) throw new Error('the file has no byte order mark');
  const scanner = new RecordScanner(';');
  const content = text.slice(CSV_MARK.length);
  scanner.load(content, true);
  const lines: string[][] = [];
  for (let at = 0; at < content.length;) {
    at = scanner.next(at);
    lines.push(Array.from({ length: scanner.count() }, (_, index) => scanner.cell(index)));
  }
  return lines;
}
