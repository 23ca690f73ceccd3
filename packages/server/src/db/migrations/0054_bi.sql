-- Figures for the city's own reports (docs/decisions/032-bi.md, docs/operations/bi.md). A contract with a version: a view or column is
-- added, or kept for one more release beside its successor. Only counters, catalogue, names of campaigns and of users: no view may read
-- a table of persons, calls or history, nor texts that people type about persons (file names, observations, reasons).
create schema bi;

create view bi.contrato as
select '1.0'::text as version, date '2026-11-19' as desde;

create view bi.operadores as
select u.id as operador_id, trim(u.first_name || ' ' || u.last_name) as operador,
  case when r.main in (1, 3) then 'Externo' else 'Interno' end as lado,
  case r.main when 1 then 'Operador externo' when 2 then 'Operador' when 3 then 'Coordinador externo' when 4 then 'Coordinador'
    when 5 then 'Administrador' end as rol,
  not u.disabled as habilitado
from app_user u
cross join lateral (select max(role_id) as main from user_role where user_role.user_id = u.id) r
where u.kind = 'person' and r.main is not null;

create view bi.estados as
select s.id::int as estado_id, s.name as estado,
  case
    when s.effectiveness then 'Efectivos'
    when s.contactability and s.callback then 'Volver a llamar'
    when s.contactability then 'Contactados'
    when s.callback then 'Sin contacto'
    else 'Inválidos'
  end as grupo,
  s.contactability as contactabilidad, s.effectiveness as efectividad, s.callback as rellamado, not s.disable as habilitado
from state s;

-- A closed campaign keeps the figures of the day it closed, like its page.
create view bi.campanias as
select c.id as campania_id, c.name as campania, o.name as objetivo, case when c.external then 'Externa' else 'Interna' end as lado,
  c.status as estado,
  c.start_date at time zone interval '-03:00' as inicio, c.end_date at time zone interval '-03:00' as fin,
  c.finished_at at time zone interval '-03:00' as finalizada_el,
  coalesce((f.figures ->> 'totalCalls')::int, t.base, 0) as base_total,
  coalesce((f.figures ->> 'totalCalled')::int, g.called, 0) as realizados,
  coalesce((f.figures ->> 'pending')::int, t.base - g.called, 0) as pendientes,
  coalesce((f.figures ->> 'totalReCalled')::int, g.recalled, 0) as rellamados,
  coalesce((f.figures ->> 'contacted')::int, t.contacted, 0) as contactados,
  coalesce((f.figures ->> 'effective')::int, t.effective, 0) as efectivos,
  coalesce((f.figures ->> 'participate')::int, g.interested, 0) as participa,
  coalesce((f.figures ->> 'takeoverByMail')::int, t.by_mail, 0) as relevamiento_mail,
  coalesce((f.figures ->> 'takeoverByWhatsapp')::int, t.by_whatsapp, 0) as relevamiento_whatsapp,
  coalesce((f.figures -> 'affinity' ->> 'positive')::int, g.positive, 0) as afinidad_positiva,
  coalesce((f.figures -> 'affinity' ->> 'neutral')::int, g.neutral, 0) as afinidad_neutral,
  coalesce((f.figures -> 'affinity' ->> 'negative')::int, g.negative, 0) as afinidad_negativa
from campaign c
join objective o on o.id = c.objective_id
left join frozen_statistics f on f.campaign_id = c.id
left join lateral (
  select coalesce(sum(n), 0)::int as base,
    coalesce(sum(n) filter (where s.contactability), 0)::int as contacted,
    coalesce(sum(n) filter (where s.effectiveness), 0)::int as effective,
    coalesce(sum(n) filter (where s.id = 14), 0)::int as by_mail, coalesce(sum(n) filter (where s.id = 15), 0)::int as by_whatsapp
  from call_total join state s on s.id = call_total.state_id where call_total.campaign_id = c.id
) t on f.campaign_id is null
left join lateral (
  select coalesce(sum(n) filter (where figure = 'called'), 0)::int as called,
    coalesce(sum(n) filter (where figure = 'recalled'), 0)::int as recalled,
    coalesce(sum(n) filter (where figure = 'interested'), 0)::int as interested,
    coalesce(sum(n) filter (where figure = 'affinity_2'), 0)::int as positive,
    coalesce(sum(n) filter (where figure = 'affinity_1'), 0)::int as neutral,
    coalesce(sum(n) filter (where figure = 'affinity_3'), 0)::int as negative
  from call_figure where call_figure.campaign_id = c.id
) g on f.campaign_id is null;

-- Grouped before the joins, by columns that a condition on the view reaches, so that a day or a campaign is an index range.
create view bi.llamados as
select n.day as dia, n.campaign_id as campania_id, c.name as campania, n.operator_id as operador_id,
  trim(u.first_name || ' ' || u.last_name) as operador, n.state_id::int as estado_id, s.name as estado,
  n.n as llamados, n.again as rellamados, n.interested as participa,
  case when case when f.states is null then s.contactability else f.states -> 'contactability' @> to_jsonb(n.state_id::int) end
    then n.n else 0 end as contactados,
  case when case when f.states is null then s.effectiveness else f.states -> 'effectiveness' @> to_jsonb(n.state_id::int) end
    then n.n else 0 end as efectivos
from (
  select day, campaign_id, operator_id, state_id, sum(n)::int as n, sum(again)::int as again, sum(interested)::int as interested
  from outcome_count group by day, campaign_id, operator_id, state_id having sum(n) > 0
) n
join campaign c on c.id = n.campaign_id
join state s on s.id = n.state_id
left join app_user u on u.id = n.operator_id
left join frozen_statistics f on f.campaign_id = n.campaign_id;

create view bi.afinidad as
select n.day as dia, n.campaign_id as campania_id, c.name as campania, n.operator_id as operador_id,
  trim(u.first_name || ' ' || u.last_name) as operador,
  case n.affinity when 1 then 'Neutral' when 2 then 'Positivo' when 3 then 'Negativo' else 'Sin dato' end as afinidad,
  n.n as llamados
from (
  select day, campaign_id, operator_id, affinity, sum(n)::int as n
  from outcome_count group by day, campaign_id, operator_id, affinity having sum(n) > 0
) n
join campaign c on c.id = n.campaign_id
left join app_user u on u.id = n.operator_id;

create view bi.tiempos as
select n.day as dia, n.campaign_id as campania_id, c.name as campania, n.operator_id as operador_id,
  trim(u.first_name || ' ' || u.last_name) as operador,
  (n.first_at at time zone interval '-03:00') as primer_llamado, (n.last_at at time zone interval '-03:00') as ultimo_llamado,
  floor(extract(epoch from n.last_at - n.first_at) / 60)::int as minutos, n.n as llamados
from (
  select day, campaign_id, operator_id, min(first_at) as first_at, max(last_at) as last_at, sum(n)::int as n
  from outcome_count group by day, campaign_id, operator_id
) n
join campaign c on c.id = n.campaign_id
left join app_user u on u.id = n.operator_id;

create view bi.contactos as
select t.campaign_id as campania_id, c.name as campania, nullif(t.operator_id, 0) as operador_id,
  coalesce(trim(u.first_name || ' ' || u.last_name), 'Sin asignar') as operador, t.state_id::int as estado_id, s.name as estado,
  t.n as contactos
from call_total t
join campaign c on c.id = t.campaign_id
join state s on s.id = t.state_id
left join app_user u on u.id = t.operator_id
where t.n > 0;

create view bi.cargas as
select l.id as carga_id, l.campaign_id as campania_id, c.name as campania,
  case l.source when 'csv' then 'Archivo' when 'dashboard' then 'Dashboard telefónico' when 'form' then 'Formulario'
    when 'campaign' then 'Campaña' else 'Otro' end as origen,
  case l.status when 'RUNNING' then 'En curso' when 'COMPLETED' then 'Completa' when 'ERROR' then 'Con error' else 'Cancelada' end
    as estado,
  l.created_at at time zone interval '-03:00' as inicio, l.finished_at at time zone interval '-03:00' as fin,
  l.read as leidas, l.loaded as cargadas, l.duplicates as duplicadas, l.rejected as rechazadas, l.skipped as omitidas,
  l.skipped_blocked as omitidas_bloqueadas, l.skipped_called as omitidas_llamadas, l.skipped_active as omitidas_activas
from audience_load l
join campaign c on c.id = l.campaign_id;

-- As the page of all campaigns counts: by the actions that states have today.
create view bi.meses as
select mes, case when external then 'Externa' else 'Interna' end as lado, sum(started)::int as campanias_iniciadas,
  sum(loaded)::bigint as contactos_cargados, sum(calls)::bigint as llamados, sum(contacted)::bigint as contactados,
  sum(effective)::bigint as efectivos
from (
  select date_trunc('month', start_date at time zone interval '-03:00')::date as mes, external,
    1 as started, 0 as loaded, 0 as calls, 0 as contacted, 0 as effective
  from campaign
  union all
  select date_trunc('month', l.finished_at at time zone interval '-03:00')::date, c.external, 0, l.loaded, 0, 0, 0
  from audience_load l join campaign c on c.id = l.campaign_id where l.status = 'COMPLETED'
  union all
  select date_trunc('month', n.day)::date, c.external, 0, 0, n.n, case when s.contactability then n.n else 0 end,
    case when s.effectiveness then n.n else 0 end
  from (select day, campaign_id, state_id, sum(n) as n from outcome_count group by 1, 2, 3) n
  join campaign c on c.id = n.campaign_id join state s on s.id = n.state_id
) counted
group by mes, external;

comment on schema bi is 'Cifras para los tableros de la ciudad, de solo lectura y sin datos de personas. La versión está en bi.contrato.';

comment on view bi.contrato is 'La versión de estas vistas. El primer número cambia si algo se quita; el segundo, si algo se agrega.';
comment on column bi.contrato.version is 'Versión de las vistas, por ejemplo 1.0.';
comment on column bi.contrato.desde is 'Fecha de esta versión.';

comment on view bi.operadores is 'Los usuarios con algún rol, con el nombre que llevan las exportaciones. Sin correos.';
comment on column bi.operadores.operador_id is 'Número del usuario.';
comment on column bi.operadores.operador is 'Nombre y apellido.';
comment on column bi.operadores.lado is 'Interno o Externo, según su rol principal.';
comment on column bi.operadores.rol is 'Rol principal.';
comment on column bi.operadores.habilitado is 'Si puede ingresar.';

comment on view bi.estados is 'Los estados de un llamado, con lo que cuentan hoy.';
comment on column bi.estados.estado_id is 'Número del estado.';
comment on column bi.estados.estado is 'Nombre del estado.';
comment on column bi.estados.grupo is 'Grupo del monitor: Efectivos, Contactados, Volver a llamar, Sin contacto o Inválidos.';
comment on column bi.estados.contactabilidad is 'Si cuenta como contactado.';
comment on column bi.estados.efectividad is 'Si cuenta como efectivo.';
comment on column bi.estados.rellamado is 'Si se vuelve a llamar.';
comment on column bi.estados.habilitado is 'Si se puede elegir.';

comment on view bi.campanias is
  'Una fila por campaña, con las cifras de su página de estadísticas sin fechas. Una campaña cerrada conserva las del cierre.';
comment on column bi.campanias.campania_id is 'Número de la campaña.';
comment on column bi.campanias.campania is 'Nombre.';
comment on column bi.campanias.objetivo is 'Objetivo.';
comment on column bi.campanias.lado is 'Interna o Externa.';
comment on column bi.campanias.estado is 'Estado, por ejemplo EN CURSO.';
comment on column bi.campanias.inicio is 'Comienzo, en la hora de la ciudad (UTC-3).';
comment on column bi.campanias.fin is 'Fin previsto, en la hora de la ciudad.';
comment on column bi.campanias.finalizada_el is 'Cuándo se finalizó, en la hora de la ciudad; vacío si sigue abierta.';
comment on column bi.campanias.base_total is 'Base total: contactos de la campaña.';
comment on column bi.campanias.realizados is 'Contactos con al menos un llamado registrado.';
comment on column bi.campanias.pendientes is 'Contactos sin ningún llamado registrado.';
comment on column bi.campanias.rellamados is 'Contactos con dos llamados o más.';
comment on column bi.campanias.contactados is 'Contactos cuyo estado actual cuenta como contactado.';
comment on column bi.campanias.efectivos is 'Contactos cuyo estado actual cuenta como efectivo.';
comment on column bi.campanias.participa is 'Contactos de personas interesadas.';
comment on column bi.campanias.relevamiento_mail is 'Contactos en Relevamiento por mail.';
comment on column bi.campanias.relevamiento_whatsapp is 'Contactos en Relevamiento por WhatsApp.';
comment on column bi.campanias.afinidad_positiva is 'Contactos cuyo último llamado tuvo comunicación positiva.';
comment on column bi.campanias.afinidad_neutral is 'Contactos cuyo último llamado tuvo comunicación neutral.';
comment on column bi.campanias.afinidad_negativa is 'Contactos cuyo último llamado tuvo comunicación negativa.';

comment on view bi.llamados is
  'Llamados registrados por día, campaña, operador y estado. Un llamado corregido cuenta con su última corrección, en el día y para el operador del original.';
comment on column bi.llamados.dia is 'Día de la ciudad (UTC-3).';
comment on column bi.llamados.campania_id is 'Número de la campaña.';
comment on column bi.llamados.campania is 'Nombre de la campaña.';
comment on column bi.llamados.operador_id is 'Número del usuario que llamó.';
comment on column bi.llamados.operador is 'Nombre y apellido de quien llamó.';
comment on column bi.llamados.estado_id is 'Número del estado registrado.';
comment on column bi.llamados.estado is 'Estado registrado.';
comment on column bi.llamados.llamados is 'Llamados registrados.';
comment on column bi.llamados.rellamados is 'De ellos, los que no fueron el primero de su contacto.';
comment on column bi.llamados.participa is 'De ellos, los de personas interesadas.';
comment on column bi.llamados.contactados is
  'De ellos, los que cuentan como contactados; en una campaña cerrada, según los estados del día del cierre.';
comment on column bi.llamados.efectivos is
  'De ellos, los que cuentan como efectivos; en una campaña cerrada, según los estados del día del cierre.';

comment on view bi.afinidad is 'Llamados registrados por día, campaña, operador y afinidad de la comunicación.';
comment on column bi.afinidad.dia is 'Día de la ciudad (UTC-3).';
comment on column bi.afinidad.campania_id is 'Número de la campaña.';
comment on column bi.afinidad.campania is 'Nombre de la campaña.';
comment on column bi.afinidad.operador_id is 'Número del usuario que llamó.';
comment on column bi.afinidad.operador is 'Nombre y apellido de quien llamó.';
comment on column bi.afinidad.afinidad is 'Positivo, Neutral, Negativo o Sin dato.';
comment on column bi.afinidad.llamados is 'Llamados registrados.';

comment on view bi.tiempos is 'Primer y último llamado de cada operador por día y campaña.';
comment on column bi.tiempos.dia is 'Día de la ciudad (UTC-3).';
comment on column bi.tiempos.campania_id is 'Número de la campaña.';
comment on column bi.tiempos.campania is 'Nombre de la campaña.';
comment on column bi.tiempos.operador_id is 'Número del usuario que llamó.';
comment on column bi.tiempos.operador is 'Nombre y apellido de quien llamó.';
comment on column bi.tiempos.primer_llamado is 'Cuándo registró el primero, en la hora de la ciudad.';
comment on column bi.tiempos.ultimo_llamado is 'Cuándo registró el último, en la hora de la ciudad.';
comment on column bi.tiempos.minutos is 'Minutos enteros entre el primero y el último.';
comment on column bi.tiempos.llamados is 'Llamados registrados.';

comment on view bi.contactos is 'Los contactos de cada campaña por operador asignado y estado, ahora.';
comment on column bi.contactos.campania_id is 'Número de la campaña.';
comment on column bi.contactos.campania is 'Nombre de la campaña.';
comment on column bi.contactos.operador_id is 'Número del operador asignado; vacío si no hay.';
comment on column bi.contactos.operador is 'Nombre y apellido del operador asignado, o Sin asignar.';
comment on column bi.contactos.estado_id is 'Número del estado actual.';
comment on column bi.contactos.estado is 'Estado actual.';
comment on column bi.contactos.contactos is 'Contactos.';

comment on view bi.cargas is 'Las cargas de audiencia y su informe. Sin nombres de archivos.';
comment on column bi.cargas.carga_id is 'Número de la carga.';
comment on column bi.cargas.campania_id is 'Número de la campaña.';
comment on column bi.cargas.campania is 'Nombre de la campaña.';
comment on column bi.cargas.origen is 'Archivo, Dashboard telefónico, Formulario u Otro.';
comment on column bi.cargas.estado is 'En curso, Completa, Con error o Cancelada.';
comment on column bi.cargas.inicio is 'Cuándo se pidió, en la hora de la ciudad.';
comment on column bi.cargas.fin is 'Cuándo terminó, en la hora de la ciudad; vacío mientras corre.';
comment on column bi.cargas.leidas is 'Filas leídas.';
comment on column bi.cargas.cargadas is 'Contactos nuevos.';
comment on column bi.cargas.duplicadas is 'Filas cuyo número ya estaba en la campaña.';
comment on column bi.cargas.rechazadas is 'Filas rechazadas.';
comment on column bi.cargas.omitidas is 'Filas omitidas: la suma de las tres columnas siguientes.';
comment on column bi.cargas.omitidas_bloqueadas is 'Números bloqueados.';
comment on column bi.cargas.omitidas_llamadas is 'Números llamados hace poco.';
comment on column bi.cargas.omitidas_activas is 'Números de otra campaña activa.';

comment on view bi.meses is
  'Una fila por mes y lado, con las cifras de Estadísticas globales. Contactados y efectivos, según lo que los estados cuentan hoy.';
comment on column bi.meses.mes is 'Primer día del mes de la ciudad (UTC-3).';
comment on column bi.meses.lado is 'Interna o Externa: el de la campaña.';
comment on column bi.meses.campanias_iniciadas is 'Campañas cuyo comienzo cae en el mes.';
comment on column bi.meses.contactos_cargados is 'Contactos de las cargas completadas en el mes.';
comment on column bi.meses.llamados is 'Llamados registrados.';
comment on column bi.meses.contactados is 'De ellos, los que cuentan como contactados.';
comment on column bi.meses.efectivos is 'De ellos, los que cuentan como efectivos.';
