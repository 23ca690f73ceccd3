import type pg from 'pg';
import { createPool } from '../src/db/client.ts';

export interface SeenPlan {
  statement: string;
  /** Rows processed by all nodes and loops, plus pages. */
  work: number;
  plan: PlanNode;
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

const SETTINGS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
];

/** Records the executed plan of every statement over calls and numbers, including prepared ones. */
export function createWatchedPool(databaseUrl: string, seen: SeenPlan[], about = /\b(call|person_phone)\b/): pg.Pool {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', SETTINGS.map((setting) => `-c ${setting}`).join(' '));
  const pool = createPool(url.href, { max: 10 });
  pool.on('connect', (client) => client.on('notice', ({ message }) => recordPlan(message, seen, about)));
  return pool;
}

function recordPlan(message: string | undefined, seen: SeenPlan[], about: RegExp): void {
  const json = message?.match(/^duration: [^{]*plan:\s*(\{.*\})\s*$/s)?.[1];
  if (!json) return;
  const { 'Query Text': statement, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  if (!about.test(statement)) return;
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  seen.push({ statement, work: Math.round(rowsOf(plan) + pages), plan });
}

function rowsOf(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return each * (node['Actual Loops'] ?? 0) + (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}

/** Short plan for failure messages. */
export const outlineOf = (node: PlanNode, depth = 0): string =>
  [
    `${'  '.repeat(depth)}${node['Node Type']} ${node['Index Name'] ?? ''} rows=${node['Actual Rows']} loops=${node['Actual Loops']} filtered=${node['Rows Removed by Filter'] ?? 0}`,
    ...(node.Plans ?? []).map((part) => outlineOf(part, depth + 1)),
  ].join('\n');
