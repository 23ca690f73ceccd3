-- Which records of the audit are not for everybody who sees the audit (docs/rules/security.md, restricted-records):
-- 2: about a citizen's personal data: requests, searches, reports, erasures, and what was changed with a reason on their behalf;
-- 1: names the mail of a user or an address somebody signed in from;
-- 0: all others.
-- Decided by labels and kinds, which stay when the words of a record are removed.
create function audit_restriction(action text, subaction text, object_type text, info jsonb) returns int
  language sql immutable parallel safe
  return case
    when action = 'CONTACTO' and (
      subaction = 'EXPORTAR'
      or object_type in ('data_request', 'erasure', 'audit')
      or object_type = 'person' and (subaction <> 'ACTUALIZAR' or audit_labels(info) ? 'Motivo')
      or object_type = 'user' and audit_labels(info) ? 'Buscó por') then 2
    when action in ('USUARIO', 'ETIQUETA') and audit_labels(info) ?| array['Correo', 'Dirección', 'Invitación'] then 1
    else 0
  end;
-- Lists and counts of coordinators.
create index audit_unrestricted on audit (id desc) where audit_restriction(action, subaction, object_type, info) = 0;
create index audit_unrestricted_action on audit (action, subaction, id desc)
  where audit_restriction(action, subaction, object_type, info) = 0;
