/** Queue titles of the status page; a test requires one for each job. */
const TITLES: Record<string, string> = {
  // Internal queue of pg-boss for scheduled jobs.
  '__pgboss__send-it': 'Trabajos con horario',
  'platform.purge-expired': 'Quitar lo vencido',
  'platform.prepare-history': 'Preparar los próximos meses',
  'audit.publish-head': 'Enviar el final de la auditoría',
  'audit.publish-first-head': 'Enviar el primer final de la auditoría',
  'audit.check-chain': 'Verificar la auditoría',
  'auth.send-recovery': 'Recuperar contraseñas',
  'campaign.sweep': 'Vigilar campañas',
  'campaign.close': 'Finalizar campañas',
  'campaign.remove-files': 'Quitar guiones reemplazados',
  'calls.ring-callbacks': 'Avisar rellamados',
  'contacts.refresh-calls': 'Actualizar llamados de contactos',
  'block-lists.refresh-calls': 'Aplicar listas de bloqueo',
  'block-lists.clear': 'Quitar listas de bloqueo',
  'block-lists.load': 'Cargar listas de bloqueo',
  'block-lists.sweep': 'Vigilar cargas de listas',
  'audience.load': 'Cargar audiencias grandes',
  'audience.load-small': 'Cargar audiencias',
  'audience.sweep': 'Vigilar cargas de audiencia',
  'export.make': 'Hacer exportaciones grandes',
  'export.make-small': 'Hacer exportaciones',
  'export.sweep': 'Vigilar exportaciones',
  'erasure.run': 'Borrar datos de personas',
  'erasure.sweep': 'Vigilar borrados',
  'erasure.apply-journal': 'Repetir borrados después de restaurar',
  'erasure.purge': 'Reescribir tablas después de borrados',
  'retention.anonymise': 'Anonimizar personas',
  'statistics.refresh': 'Contar estadísticas generales',
  'personal-data.ring-requests': 'Avisar pedidos de datos',
  'directory.check-sessions': 'Revisar sesiones del directorio',
  'service-accounts.tell-use': 'Anotar el uso de cuentas de servicio',
  'events.sweep': 'Vigilar eventos por entregar',
  'report.send': 'Enviar informes por correo',
};

export const queueTitle = (name: string): string => TITLES[name] ?? name;
export const isKnownQueue = (name: string): boolean => Object.hasOwn(TITLES, name);
export const QUEUE_COUNT = Object.keys(TITLES).length;
