import { randomBytes } from 'node:crypto';
import type { FileStore } from '../../../integrations/files/port.ts';
import type { Trx } from '../../client.ts';
import type { LocationTree } from '../locations.ts';
import { writeAuditTrail } from './audit-trail.ts';
import { seedBlockLists } from './block-lists.ts';
import { writeCampaigns } from './campaigns.ts';
import { seedConnectors } from './connectors.ts';
import { countEverything, freezeFinished } from './counters.ts';
import { seedLoads, type DemoLoad } from './loads.ts';
import { writeMails, writeNotifications } from './messages.ts';
import { writeRequests } from './requests.ts';
import { seedScripts } from './scripts.ts';
import { writeSegmentations } from './segmentations.ts';
import { DEMO_PASSWORD } from './staff.ts';
import { buildDemoData, type DemoData } from './demo-data.ts';
import { writeCalls, writePeople } from './write-calls.ts';

/** Jobs of the campaigns that are loading or closing wait until then: alive for the sweep, never run. */
const FAR_MS = 50 * 365 * 86_400_000;

/** Queues a job for a far future, in the seed's own transaction. */
export type EnqueueFar = (trx: Trx, name: string, payload: Record<string, unknown>, startAfter: Date) => Promise<void>;

interface DemoInput {
  places: LocationTree;
  now: Date;
  hash: (password: string) => Promise<string>;
  files: FileStore | undefined;
  enqueueFar: EnqueueFar | undefined;
  /** The base of the links in the demo's messages. */
  publicUrl: string;
}

/** The demo data: the story is told first, then written, then counted. */
export async function seedDemo(trx: Trx, input: DemoInput): Promise<void> {
  const { places, now, hash, files, enqueueFar, publicUrl } = input;
  const [demo, unknown] = await Promise.all([hash(DEMO_PASSWORD), hash(randomBytes(24).toString('base64url'))]);
  const demoData = await buildDemoData(trx, { now, places, passwords: { demo, unknown } });
  await writePeople(trx, demoData);
  await writeCampaigns(trx, demoData);
  await writeSegmentations(trx, demoData);
  const loads = await seedLoads(trx, demoData, await seedConnectors(trx, demoData));
  await writeCalls(trx, demoData);
  await countEverything(trx);
  await freezeFinished(trx);
  await writeAuditTrail(trx, demoData, loads, [
    ...(await seedBlockLists(trx, demoData)),
    ...(await writeRequests(trx, demoData)),
  ]);
  await writeNotifications(trx, demoData, loads);
  await writeMails(trx, demoData, publicUrl);
  await enqueueFarAhead(trx, demoData, loads, now, enqueueFar);
  // Last: files know no rollback.
  if (files) await seedScripts(trx, demoData, files);
}

async function enqueueFarAhead(
  trx: Trx,
  demoData: DemoData,
  loads: readonly DemoLoad[],
  now: Date,
  enqueueFar: EnqueueFar | undefined,
): Promise<void> {
  if (!enqueueFar) return;
  const far = new Date(now.getTime() + FAR_MS);
  for (const load of loads)
    if (load.isRunning) await enqueueFar(trx, 'audience.load', { loadId: load.id, campaignId: load.campaign.id }, far);
  for (const { id, plan } of demoData.campaigns)
    if (plan.status === 'FINALIZANDO') await enqueueFar(trx, 'campaign.close', { campaignId: id }, far);
}
