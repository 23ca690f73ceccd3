import type { AudienceLoad } from '@campanero/contract/loads/schemas';

type Counted = Pick<AudienceLoad, 'read' | 'duplicates' | 'rejected' | 'skipped'>;

/** Rows that become calls as far as is known yet: at the end exactly `loaded` (decisions 7). */
export const validRows = ({ read, duplicates, rejected, skipped }: Counted) =>
  Math.max(0, read - duplicates - rejected - skipped);
