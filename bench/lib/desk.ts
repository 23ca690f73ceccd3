import pg from 'pg';
import { makeBigCampaign, type BigCampaign } from './big-campaign.ts';
import { signInAll } from './sessions.ts';
import { send, type Call } from './steady.ts';

/** A campaign in which operators work. */
export interface Desk extends BigCampaign {
  tokens: string[];
  stateId: number;
}

/** All calls handed out, a tenth of them done, every operator signed in. */
export async function makeDesk(url: string, calls: number, operators: number): Promise<Desk> {
  const campaign = await makeBigCampaign(url, { calls, operators, assigned: calls, called: Math.floor(calls / 10) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into campaign_state (campaign_id, state_id) select $1, id from state where id not in (1, 17) and not disable`,
    [campaign.id],
  );
  const { rows } = await client.query<{ id: number }>(
    `select id from state where callback and not disable order by id limit 1`,
  );
  await client.end();
  return { ...campaign, tokens: await signInAll(url, campaign.operators), stateId: rows.at(0)?.id ?? 0 };
}

export type Maker = () => Call;

let turn = 0;
export const someone = (desk: Desk) => (turn += 1) % desk.operators.length;

/** Hardly ever the same `current` twice, so that each request takes another call. */
export function nextOf(desk: Desk): Maker {
  return () => {
    const who = someone(desk);
    const on = desk.idLo + ((current += 1) % desk.calls);
    return {
      method: 'GET',
      path: `/api/campaign/${desk.id}/call/${on}/next`,
      headers: { authorization: `Bearer ${desk.tokens[who]}` },
    };
  };
}
let current = 1;

/** Each operator's own calls from the last one backwards: position n belongs to operator n modulo their number. */
export function registerOf(desk: Desk): Maker {
  const left = desk.operators.map((_, who) => lastOf(desk, who));
  return () => {
    const who = someone(desk);
    const position = left.at(who) ?? 0;
    left[who] = position - desk.operators.length < 0 ? lastOf(desk, who) : position - desk.operators.length;
    return {
      method: 'POST',
      path: `/api/campaign/${desk.id}/call/${desk.idLo + position}`,
      headers: {
        authorization: `Bearer ${desk.tokens[who]}`,
        'content-type': 'application/json',
        'idempotency-key': `bench-${(current += 1)}`,
      },
      body: JSON.stringify({ stateId: desk.stateId, affinity: 'Neutro', observations: 'No atendió nadie' }),
    };
  };
}
const lastOf = ({ calls, operators }: Desk, who: number) => calls - 1 - ((calls - 1 - who) % operators.length);

const PROBES_PER_SECOND = 50;

/** Latency for others during heavy work: operators of another campaign register and ask for the next contact, in turn. */
export function probe(url: string, desk: Desk, makers: readonly Maker[] = [nextOf(desk), registerOf(desk)]) {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let turn = 0;
  const ask = async (make: Maker) => {
    const began = performance.now();
    const status = await send(url, make()).catch(() => 0);
    times.push(status >= 200 && status < 300 ? performance.now() - began : Infinity);
  };
  const timer = setInterval(() => {
    const one = ask(makers[(turn += 1) % makers.length] ?? nextOf(desk)).finally(() => open.delete(one));
    open.add(one);
  }, 1000 / PROBES_PER_SECOND);
  return {
    forget: () => void times.splice(0),
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
      return { p50: at(0.5), p99: at(0.99), asked: sorted.length };
    },
  };
}
