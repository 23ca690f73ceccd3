import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait: for processes to start and end, for the queue to notice. Elsewhere a core has work all the time. */
const WAITERS = [
  'server/test/faults/process.test.ts',
  'server/src/features/loads/own-process.test.ts',
  'server/src/db/embedded/supervisor.test.ts',
  'server/src/backup/backup.test.ts',
  'server/src/integrations/mailer/send-mail.test.ts',
  'server/src/jobs/runner.test.ts',
  'server/src/jobs/own-process.test.ts',
];
/** So many others come between two of them that about one is running at any time, the first from the beginning. */
const BETWEEN = 9;

/**
 * The order of files. By itself Vitest takes the largest first, which brings those that wait together, with idle cores, and
 * leaves a long one for the end. The server's come first, so that the web's, which are many and never wait, fill the rest.
 */
export class SpreadWaiters extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ofServer = sorted.filter(({ project }) => project.name === 'server');
    const others = sorted.filter(({ project }) => project.name !== 'server');
    const waits = ({ moduleId }: TestSpecification) => WAITERS.findIndex((name) => moduleId.endsWith(`/${name}`));
    const waiters = ofServer.filter((file) => waits(file) >= 0).toSorted((a, b) => waits(a) - waits(b));
    const busy = ofServer.filter((file) => waits(file) < 0);
    return [...waiters.flatMap((file) => [file, ...busy.splice(0, BETWEEN)]), ...busy, ...others];
  }
}
