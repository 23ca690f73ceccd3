import pg from 'pg';
import { makeBigCampaign } from './lib/big-campaign.ts';
import { tell, waitFor } from './lib/latency.ts';
import { answerAll } from './lib/past-interviews.ts';
import { startPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { signIn } from './lib/sign-in.ts';

/** Answered questionnaires of thirty questions. */
const INTERVIEWS = Number(process.env['BENCH_INTERVIEWS'] ?? 200_000);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** The tab Resultados of a survey over HTTP, beside the bare statement that reads one column of the same interviews. */
export async function run(): Promise<void> {
  const postgres = await startPostgres();
  try {
    const product = await startProduct(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const big = await makeBigCampaign(postgres.url, {
        calls: INTERVIEWS,
        operators: 40,
        assigned: INTERVIEWS,
        called: INTERVIEWS,
      });
      await answerAll(client, big);
      const bare = await waitFor('bare SQL', () =>
        client.query('select answers[1], count(*) from interview where campaign_id = $1 group by 1', [big.id]),
      );
      const token = await signIn(product.url);
      const ask = (path: string) => async () => {
        const url = `${product.url}/api/campaign/${big.id}/results${path}`;
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`);
        await answer.arrayBuffer();
      };
      console.log(`  ${INTERVIEWS.toLocaleString('en')} interviews of 30 questions; bare SQL counts one of them`);
      const asked = [
        ['all questions', ''],
        ['all questions, a week', `?fromdate=${daysAgo(14)}&todate=${daysAgo(7)}`],
        ['all questions, by channel', '?channel=phone'],
        ['all questions, by operator', `?operatorId=${big.operators[0]}`],
        ['all questions, by gender', '?gender=F'],
        ['all questions, by age and place', '?birthYearFrom=1960&birthYearTo=1980&districtId=1'],
        ['all questions, by another answer', '?questionId=3&options=1,2'],
        ['texts, first page', '/29/texts'],
        ['texts, a page far back', '/29/texts?pageNumber=5000'],
        ['words', '/29/words'],
        ['rates', '/rates'],
      ] as const;
      for (const [name, path] of asked) tell(await waitFor(name, ask(path)), bare);
    } finally {
      await client.end();
      await product.stop();
    }
  } finally {
    await postgres.stop();
  }
}
