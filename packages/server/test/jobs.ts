import type { JobCtx } from '../src/jobs/define-job.ts';
import { jobDefinitions } from '../src/process/parts.ts';
import type { Ctx, Deps } from '../src/work/context.ts';

/** Context of a job run without the queue. */
export function jobCtx({ deps }: { deps: Deps }, signal: AbortSignal = new AbortController().signal): JobCtx {
  const job = { name: 'test', id: '00000000-0000-4000-8000-000000000001', attempt: 0, signal };
  return { ...deps, job, actor: null, requestId: 'job-test', address: '', userAgent: '' };
}

/** Runs a job without payload once. */
export async function runJob(deps: Deps & Pick<Ctx, 'fence'>, name: string, signal?: AbortSignal): Promise<void> {
  const found = jobDefinitions.find((job) => job.name === name);
  if (!found) throw new Error(`There is no job ${name}.`);
  await found.handler(jobCtx({ deps }, signal), found.payload.parse({}) as never);
}
