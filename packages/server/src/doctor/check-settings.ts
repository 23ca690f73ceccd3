import type pg from 'pg';
import { type Finding, note } from './finding.ts';

type RequiredSetting = { isMet: (value: string) => boolean; advice: string };
const isOn = (value: string) => value !== 'off';
const DURABLE = 'Póngalo en on: sin él, un corte de luz puede perder llamados que ya se dieron por registrados.';
const SILENT = 'Cámbielo en postgresql.conf: así el registro de PostgreSQL guarda datos de personas.';
const MAX_WAL_MB = 4_096;

/** Settings that no session can set (db/session.ts): the administrator of an external server must. */
export const REQUIRED_SETTINGS: Record<string, RequiredSetting> = {
  fsync: { isMet: isOn, advice: DURABLE },
  full_page_writes: { isMet: isOn, advice: DURABLE },
  synchronous_commit: { isMet: isOn, advice: DURABLE },
  max_wal_size: {
    isMet: (megabytes) => Number(megabytes) >= MAX_WAL_MB,
    advice: `Póngalo en ${MAX_WAL_MB / 1024}GB: con menos, cada carga grande demora a todos.`,
  },
  log_statement: { isMet: (value) => value === 'none' || value === 'ddl', advice: SILENT },
  log_min_duration_statement: {
    isMet: (milliseconds) => milliseconds === '-1',
    advice: `${SILENT} O ponga log_parameter_max_length = 0.`,
  },
  log_error_verbosity: { isMet: (value) => value === 'terse', advice: `${SILENT} Póngalo en terse.` },
};

export async function checkSettings(client: pg.Client, about: string): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string; shown: string }>(
    `select name, setting, current_setting(name) as shown from pg_settings
    where name = any($1) or name = 'log_parameter_max_length' order by name`,
    [Object.keys(REQUIRED_SETTINGS)],
  );
  const hidesValues = rows.some(({ name, setting }) => name === 'log_parameter_max_length' && setting === '0');
  return rows.flatMap(({ name, setting, shown }) => {
    const required = REQUIRED_SETTINGS[name];
    if (!required || required.isMet(setting)) return [];
    if (hidesValues && (name === 'log_statement' || name === 'log_min_duration_statement')) return [];
    return [note(about, `${name} = ${shown}`, required.advice)];
  });
}
