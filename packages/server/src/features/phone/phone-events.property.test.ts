import { api } from '@campanero/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import type { TestUser } from '../../../test/factories.ts';
import { type RecordedEvent, RECORDED_STREAMS } from '../../../test/phone-streams.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';

const world = useWorld({ config: { rateLimit: 1_000_000 } });
const RUNS = 12;

async function aLine() {
  const exchange = await aServiceAccount(world, { scopes: ['phone.events'] });
  const here = await aCallingCampaign(world, { each: 2 * RUNS + 2 });
  const [ana] = here.operators as [TestUser];
  const begin = world.clock.now().getTime() - 2 * 86_400_000;
  let used = 0;
  /** What the page shows after these events of a call that no event was about before. */
  return async (events: readonly RecordedEvent[], isAtOnce = false) => {
    const call = here.calls[used++]!;
    const tell = ({ at, ...event }: RecordedEvent, n: number) =>
      as(world, exchange).send(api.phone.event, {
        body: {
          ...event,
          at: new Date(begin + at * 1000).toISOString(),
          operator: ana.email,
          // By number or by call, as it comes.
          ...(n % 2 === 0 ? { callId: call.id } : { number: call.number }),
        },
      });
    if (isAtOnce) await Promise.all(events.map(tell));
    else for (const [n, event] of events.entries()) await tell(event, n);
    const params = { id: here.campaign.id, callId: call.id };
    return (await as(world, ana).call(api.phone.calls, { params })).body;
  };
}

test.each(Object.entries(RECORDED_STREAMS))(
  '%s, shuffled and doubled, gives the same facts',
  async (_name, stream) => {
    const factsOf = await aLine();
    const inOrder = await factsOf(stream);
    const shuffled = fc
      .shuffledSubarray([...stream, ...stream], { minLength: 2 * stream.length })
      .chain((events) => fc.tuple(fc.constant(events), fc.boolean()));
    await fc.assert(
      fc.asyncProperty(shuffled, async ([events, isAtOnce]) => {
        expect(await factsOf(events, isAtOnce)).toEqual(inOrder);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  120_000,
);

test.each(Object.entries(RECORDED_STREAMS))(
  '%s, cut anywhere, gives the same facts in any order',
  async (_name, stream) => {
    const factsOf = await aLine();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...stream], { minLength: 1 }), async (cut) => {
        const sorted = [...cut].toSorted((a, b) => a.at - b.at);
        const facts = await factsOf(sorted);
        expect(await factsOf(cut)).toEqual(facts);
        // Nothing is made up: no telephone call without an event, no duration longer than the stream.
        expect(facts.length).toBeLessThanOrEqual(cut.length);
        for (const { ringSeconds, talkSeconds } of facts)
          expect(Math.max(ringSeconds ?? 0, talkSeconds ?? 0)).toBeLessThanOrEqual(200);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  120_000,
);

test('what the streams tell', async () => {
  const factsOf = await aLine();
  const shown = await Promise.all(Object.values(RECORDED_STREAMS).map((stream) => factsOf(stream)));
  const words = shown.map((facts) => facts.toReversed().map((fact) => [fact.end, fact.ringSeconds, fact.talkSeconds]));
  expect(words).toEqual([
    [
      ['noAnswer', 25, 0],
      ['answered', 14, 120],
    ],
    [['answered', 9, 61]],
    [
      ['busy', 2, 0],
      ['busy', 2, 0],
      ['busy', 2, 0],
    ],
    [
      ['noAnswer', 30, 0],
      ['answered', null, 45],
      ['busy', null, 0],
    ],
    [['answered', 10, 30]],
    [
      ['answered', 12, null],
      ['cancelled', 20, 0],
    ],
  ]);
});
