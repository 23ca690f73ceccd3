import type { AudienceLoad } from '@campanero/contract/loads/schemas';

/** A load that ended well; what a test does not say is something plausible, and adds up. */
export const aLoad = (parts: Partial<AudienceLoad> = {}): AudienceLoad => ({
  id: 9,
  status: 'COMPLETED',
  source: 'csv',
  name: 'vecinos_c4.csv',
  origin: null,
  progress: 1,
  ahead: null,
  read: 18_462,
  loaded: 17_905,
  duplicates: 311,
  rejected: 198,
  skipped: 48,
  skippedBreakdown: { blocked: 40, called: 8, active: 0 },
  ignoredColumns: [],
  places: 'reject',
  unknownPlacesCount: 0,
  unknownPlaces: [],
  rowsWithoutPlace: 0,
  failure: null,
  userName: 'Ana Ledesma',
  createdAt: '2026-11-03T12:01:00.000Z',
  finishedAt: '2026-11-03T12:02:00.000Z',
  rejectedUntil: '2026-12-03T12:02:00.000Z',
  ...parts,
});

/** One on its way. */
export const aRunningLoad = (parts: Partial<AudienceLoad> = {}): AudienceLoad =>
  aLoad({
    status: 'RUNNING',
    progress: 0.64,
    read: 11_816,
    loaded: 0,
    duplicates: 214,
    rejected: 142,
    skipped: 30,
    skippedBreakdown: { blocked: 30, called: 0, active: 0 },
    finishedAt: null,
    rejectedUntil: null,
    ...parts,
  });

export const aCsv = (text: string, name = 'vecinos_c4.csv') => new File([text], name, { type: 'text/csv' });
