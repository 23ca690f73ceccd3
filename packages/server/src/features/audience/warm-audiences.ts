import type { IntervalTask } from '../../jobs/interval.ts';
import { hasLoadSince, listLarge } from './audience.queries.ts';
import { keepWarm } from './columns/memory.ts';
import { REACH } from './seek.ts';

/** One load is often followed by the next: until then it is left to whoever opens the list. */
const AFTER_LOAD_MS = 60_000;

/**
 * Has the large campaigns that are under way in memory before anybody opens their list: after a start, after a load, and with
 * whatever a split or people at work have changed since the last round. For processes that serve lists. A load needs the
 * whole machine: nothing that nobody has asked for is done beside it.
 */
export const warmAudiences: IntervalTask = {
  name: 'warm-audiences',
  everyMs: 5_000,
  async run(deps, signal) {
    if (await hasLoadSince(deps.db, new Date(deps.clock().getTime() - AFTER_LOAD_MS))) return;
    for (const audience of await listLarge(deps.db, REACH.whole, deps.clock()))
      if (!signal.aborted) await keepWarm(deps, audience);
  },
};
