import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.ts';

// Lighthouse's desktop figures of four pages of a running product with demo data: `npm run lighthouse -- <url>`. Exits 1
// when a figure is below its limit. Lighthouse is fetched for the run: a dependency of two hundred packages.
const LIGHTHOUSE = 'lighthouse@12.8.2';
const LIMITS = { performance: 90, accessibility: 100, 'best-practices': 95 } as const;
const FIGURES = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;
const PORT = 9400 + Math.floor(Math.random() * 500);
const base = process.argv[2] ?? 'http://localhost:3000';

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { score: number | null; displayValue?: string; title: string }>;
}

const folder = await mkdtemp(join(tmpdir(), 'campanero-lighthouse-'));
const browser = await chromium.launchPersistentContext(folder, {
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${PORT}`],
});
let isBelow = false;
try {
  await report('sign-in', '/signin');
  for (const [name, path] of await signIn()) await report(name, path);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isBelow ? 1 : 0);

async function report(name: string, path: string): Promise<void> {
  const { categories, audits } = await measureThrice(`${base}${path}`);
  const scores = Object.entries(LIMITS).map(([category, least]) => {
    const score = Math.round((categories[category]?.score ?? 0) * 100);
    if (score < least) isBelow = true;
    return `${category} ${score}${score < least ? ` (below ${least})` : ''}`;
  });
  const figures = FIGURES.map((id) => `${id} ${audits[id]?.displayValue}`);
  console.log(`${name}: ${[...scores, ...figures].join(', ')}`);
  for (const [id, { score, title }] of Object.entries(audits))
    if (score !== null && score < 0.9) console.log(`   ${id}: ${title}`);
}

/** Signs the browser in as a coordinator; the pages of a campaign of the demo data that is in progress. */
async function signIn(): Promise<[name: string, path: string][]> {
  const page = await browser.newPage();
  await page.goto(`${base}/api/ready`);
  const data = { email: 'coordinador@demo.gob.ar', password: 'campanero-demo' };
  const answer = await page.request.post(`${base}/api/login`, { data });
  const session = (await answer.json()) as { token: string; id: number; email: string };
  await page.evaluate(({ token, id, email, ...rest }) => {
    localStorage.setItem('userInfo', JSON.stringify({ ...rest, userId: id, mail: email }));
    localStorage.setItem('userDetails', token);
  }, session);
  const ask = async <T>(path: string) => {
    const headers = { Authorization: `Bearer ${session.token}` };
    return (await (await page.request.get(`${base}/api${path}`, { headers })).json()) as T;
  };
  const { campaigns } = await ask<{ campaigns: { id: number }[] }>('/campaign?status=EN+CURSO&pageSize=50');
  const id = campaigns.at(-1)!.id;
  const {
    calls: [call],
  } = await ask<{ calls: [{ id: number; number: string }] }>(`/campaign/${id}/audience?pageSize=10`);
  await page.close();
  return [
    ['campaigns', '/campaigns'],
    ['contact', `/campaign/detail/${id}/contact/${call.id}/${call.number}`],
    ['statistics', '/statistics'],
  ];
}

/** The run in the middle of three by its performance: one run alone swings by five points. */
async function measureThrice(url: string): Promise<Report> {
  const runs = [await measure(url), await measure(url), await measure(url)];
  const performanceOf = ({ categories }: Report) => categories['performance']?.score ?? 0;
  return runs.toSorted((one, other) => performanceOf(one) - performanceOf(other))[1]!;
}

async function measure(url: string): Promise<Report> {
  const args = ['--yes', LIGHTHOUSE, url, `--port=${PORT}`, '--disable-storage-reset', '--preset=desktop'];
  const only = `--only-categories=${Object.keys(LIMITS).join(',')}`;
  const options = { maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('npx', [...args, only, '--output=json', '--quiet'], options);
  return JSON.parse(stdout) as Report;
}
