import type { Trx } from '../../client.ts';
import type { LocationTree } from '../locations.ts';
import { createCalendar, type Calendar } from './calendar.ts';
import { correctSome, workThrough, type DemoCorrection } from './calling.ts';
import { makeCampaigns } from './campaigns.ts';
import { markFlags } from './flags.ts';
import { makePeople } from './people.ts';
import { planSegmentations, type DemoSegmentation } from './segmentations.ts';
import { seedStaff, type Passwords, type Staff } from './staff.ts';
import type { DemoCampaign, DemoPhone } from './world.ts';

export interface DemoData {
  calendar: Calendar;
  places: LocationTree;
  staff: Staff;
  phones: DemoPhone[];
  campaigns: DemoCampaign[];
  corrections: DemoCorrection[];
  segmentations: DemoSegmentation[];
}

/**
 * Makes up eight months of a call centre in memory, beside the people who work there. From a fixed seed: the same day of
 * the first start gives the same data everywhere.
 */
export async function buildDemoData(
  trx: Trx,
  given: { now: Date; places: LocationTree; passwords: Passwords },
): Promise<DemoData> {
  const { now, places, passwords } = given;
  const calendar = createCalendar(now);
  const staff = await seedStaff(trx, calendar, passwords);
  const phones = await makePeople(trx, calendar, places);
  const campaigns = await makeCampaigns(trx, calendar, staff, phones);
  workThrough(calendar, campaigns);
  const corrections = correctSome(calendar, campaigns);
  markFlags(phones);
  const segmentations = await planSegmentations(trx, campaigns);
  return { calendar, places, staff, phones, campaigns, corrections, segmentations };
}
