import { listsInWords } from '@campanero/contract/block-lists/words';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { fullName, type RowOf, selectRow, type Trx } from '../../../db/index.ts';
import type { AuditValues } from '../../../work/audit.ts';

type DescribedCampaign = Omit<RowOf<'campaign'>, 'callingRules'> & { callingRules: CallingRules | null } & Record<
    'objective' | 'coordinator',
    string
  > &
  Record<'operators' | 'states' | 'scripts' | 'survey' | 'district' | 'section' | 'subsection', string | null>;

export async function describeCampaign(trx: Trx, campaignId: number): Promise<AuditValues> {
  const c = await selectRow<DescribedCampaign>(trx)`
    select c.*, o.name as objective, ${fullName('u')} as coordinator,
      (select string_agg(${fullName('p')}, ', ' order by p.first_name, p.last_name, p.id)
        from campaign_operator m join app_user p on p.id = m.user_id where m.campaign_id = c.id) as operators,
      (select string_agg(s.name, ', ' order by s.id)
        from campaign_state m join state s on s.id = m.state_id where m.campaign_id = c.id) as states,
      (select string_agg(s.original_name, ', ' order by s.id) from script s where s.campaign_id = c.id) as scripts,
      (select v.name from survey v where v.id = c.survey_id) as survey, d.display as district, e.display as section, b.display as subsection
    from campaign c
    join objective o on o.id = c.objective_id
    join app_user u on u.id = c.coordinated_by
    left join location_district d on d.id = c.district_id
    left join location_section e on e.id = c.section_id
    left join location_subsection b on b.id = c.subsection_id
    where c.id = ${campaignId}`;
  return {
    Nombre: c.name,
    Descripción: c.description,
    'Id externo': c.externalId,
    Tipo: c.external ? 'Externa' : 'Interna',
    Objetivo: c.objective,
    Coordinador: c.coordinator,
    Operadores: c.operators,
    'Fecha de inicio': formatDateTime(c.startDate),
    'Fecha de fin': formatDateTime(c.endDate),
    Distrito: c.district,
    Sección: c.section,
    Subsección: c.subsection,
    Formulario: c.formName,
    Relevamiento: c.survey,
    'Reintento en otro horario': c.retryOtherHours ? 'Sí' : 'No',
    'Listas de bloqueo': listsInWords(c),
    'Reglas de llamado': c.callingRules ? rulesInWords(c.callingRules) : 'Las del sistema',
    Estados: c.states,
    Guiones: c.scripts,
  };
}

/** For the record of a creation. */
export const withoutBlanks = (values: AuditValues): AuditValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
