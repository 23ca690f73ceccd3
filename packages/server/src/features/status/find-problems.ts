import { formatDateTime } from '@campanero/contract/shared/dates';
import type { StatusFinding } from '@campanero/contract/status/endpoints';
import { bad, type Finding, note, well } from '../../doctor/finding.ts';
import type { StatusReply } from './status.queries.ts';

const MINUTE = 60;
const DAY_MS = 86_400_000;
/** Jobs start within seconds unless there is no worker or too much work. */
const QUEUE_SECONDS = 15 * MINUTE;
const MAIL_SECONDS = 15 * MINUTE;
/** One missed night is tolerated. */
const BACKUP_DAYS = 2;
const AUDIT_DAYS = 2;
const LAG_SECONDS = MINUTE;
const FULL = 0.9;

const formatSeconds = (seconds: number) => {
  const minutes = Math.round(seconds / MINUTE);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} días`;
};

type Facts = Omit<StatusReply, 'findings'>;

/** What the database says; with what is well of mail, backup and audit, which have no other place on the page. */
export function findProblems(facts: Facts, now: Date): StatusFinding[] {
  const findings: Finding[] = [
    ...checkNodes(facts),
    ...checkDatabase(facts),
    ...checkQueues(facts),
    ...checkMail(facts),
    ...checkBackupAndAudit(facts, now),
  ];
  return findings.map((finding) => ({ ...finding, since: null, checkedAt: null, nodes: [] }));
}

function* checkNodes({ nodes }: Facts): Generator<Finding> {
  const alive = nodes.filter(({ isAlive }) => isAlive);
  for (const { name, seenAt } of nodes.filter(({ isAlive }) => !isAlive))
    yield bad(
      `Nodo ${name}`,
      `no da señales desde ${formatDateTime(seenAt)}`,
      'Vea si su proceso y su máquina están en marcha. Si lo retiró, desaparece de esta página en un día.',
    );
  if (alive.length > 0 && alive.every(({ role }) => role === 'web'))
    yield bad(
      'Nodos',
      'ninguno hace los trabajos',
      'Inicie uno con ROLE=worker: cargas, exportaciones y correos esperan.',
    );
  const versions = Map.groupBy(alive, ({ version }) => version);
  const namesOf = ([version, nodes]: [string, typeof alive]) =>
    `${version} en ${nodes.map(({ name }) => name).join(', ')}`;
  if (versions.size > 1)
    yield note(
      'Versión',
      `los nodos tienen versiones distintas: ${[...versions].map(namesOf).toSorted().join('; ')}`,
      'Termine la actualización: reinicie los que faltan.',
    );
}

function* checkDatabase({ database }: Facts): Generator<Finding> {
  const { connections, maxConnections, replicas, seesLag } = database;
  if (connections > FULL * maxConnections)
    yield note(
      'Base de datos',
      `${connections} de ${maxConnections} conexiones en uso`,
      'Suba max_connections o quite lo que las ocupa.',
    );
  if (replicas.length > 0 && !seesLag)
    yield note(
      'Réplicas',
      'el rol de Campanero no puede ver su atraso',
      'Déselo con GRANT pg_monitor TO el rol de DATABASE_URL.',
    );
  for (const { name, lagSeconds } of replicas)
    if (lagSeconds !== null && lagSeconds > LAG_SECONDS)
      yield note(
        `Réplica ${name}`,
        `va ${formatSeconds(lagSeconds)} atrás`,
        'Vea su carga y la red hacia ella; si el servidor principal cae, ese tiempo falta.',
      );
}

function* checkQueues({ queues }: Facts): Generator<Finding> {
  for (const { title, oldestSeconds, failed } of queues) {
    if (oldestSeconds !== null && oldestSeconds > QUEUE_SECONDS)
      yield bad(
        `Cola «${title}»`,
        `el trabajo más antiguo espera hace ${formatSeconds(oldestSeconds)}`,
        'Vea si hay un nodo que haga los trabajos y qué dice su registro.',
      );
    if (failed > 0)
      yield note(
        `Cola «${title}»`,
        failed === 1 ? 'un trabajo falló' : `${failed} trabajos fallaron`,
        'Abajo dice por qué. Quite la causa y use Reintentar, o descártelos.',
      );
  }
}

function* checkMail({ mail }: Facts): Generator<Finding> {
  const { waiting, oldestSeconds, refused, lastError } = mail;
  const reason = lastError ? ` (${lastError})` : '';
  const says = `${waiting === 1 ? 'un correo espera' : `${waiting} correos esperan`} hace hasta ${formatSeconds(oldestSeconds ?? 0)}${reason}`;
  if (oldestSeconds === null) yield well('Correo en espera', 'no hay ninguno');
  else if (oldestSeconds <= MAIL_SECONDS) yield well('Correo en espera', says);
  else
    yield bad(
      'Correo en espera',
      says,
      'Salen solos cuando el servidor de correo responda: vea SMTP_URL y el estado del Correo.',
    );
  if (refused > 0)
    yield note(
      'Correos rechazados',
      `el servidor de correo rechazó ${refused} para siempre${reason}`,
      'Revise las direcciones de esos usuarios; su copia está en la bandeja de cada uno.',
    );
}

function* checkBackupAndAudit({ backup, audit }: Facts, now: Date): Generator<Finding> {
  const daysSince = (at: Date | string) => (now.getTime() - new Date(at).getTime()) / DAY_MS;
  if (!backup)
    yield note(
      'Respaldo',
      'no hay ninguno registrado',
      'Hágalo cada noche con npm run backup; con otras herramientas, anótelo con npm run backup:done.',
    );
  else if (daysSince(backup.at) > BACKUP_DAYS)
    yield note(
      'Respaldo',
      `el último es de ${formatDateTime(backup.at)}`,
      'Vea por qué no corrió desde entonces: lo posterior se perdería con el disco.',
    );
  else yield well('Respaldo', `el último es de ${formatDateTime(backup.at)}, ${backup.place}`);
  if (audit && audit.findingCount > 0)
    yield bad(
      'Auditoría',
      `la última verificación encontró ${audit.findingCount} ${audit.findingCount === 1 ? 'falla' : 'fallas'}`,
      'La página Auditoría las muestra; npm run audit:verify las dice todas.',
    );
  else if (audit && daysSince(audit.at) > AUDIT_DAYS)
    yield note(
      'Auditoría',
      `no se verifica desde ${formatDateTime(audit.at)}`,
      'Se verifica sola cada día: vea si hay un nodo que haga los trabajos.',
    );
  else
    yield well(
      'Auditoría',
      audit ? `verificada el ${formatDateTime(audit.at)}, sin fallas` : 'se verifica sola cada día; todavía no se hizo',
    );
}
