import type { CampaignDetail, Script } from '@campanero/contract/campaigns/detail-schemas';
import type { Viewer } from '../../call-store/reach.ts';
import { fieldError } from '../../work/index.ts';
import type { AuditDetail, AuditValue } from '../../work/audit.ts';
import { maySeeExternalId } from './campaigns.policy.ts';
import type { CampaignRecord } from './campaigns.queries.ts';
import type { CampaignView, ListedCampaign } from './view/view-campaign.ts';
import type { EventRecord, ScriptRecord } from './view/campaign-detail.queries.ts';

export const presentListed = (campaign: ListedCampaign, viewer: Viewer) => ({
  ...campaign,
  ...presentCampaign(campaign, viewer),
});

/** What differs from the stored campaign. The API has objective and coordinator twice, nested and flat. */
const presentCampaign = (campaign: Omit<CampaignRecord, 'openForCalls' | 'rules'>, viewer: Viewer) => ({
  externalId: maySeeExternalId(viewer) ? campaign.externalId : null,
  objective: { id: campaign.objectiveId, name: campaign.objectiveName },
  coordinator: { id: campaign.coordinatedBy, name: campaign.coordinatorName },
  external: campaign.external ? (1 as const) : (0 as const),
});

export const presentDetail = (
  { campaign, operators, scripts, states, usedStates, load, holidays }: CampaignView,
  viewer: Viewer,
) => ({
  ...campaign,
  ...presentCampaign(campaign, viewer),
  operators,
  validOperators: operators.filter(({ isValid }) => isValid),
  calling: { rules: campaign.rules, holidays: holidays.map(([day, name]) => ({ day, name })) },
  kept: { months: campaign.keptMonths, until: campaign.keptUntil, anonymisedAt: campaign.anonymisedAt },
  scripts: scripts.map(presentScript),
  states,
  usedStates,
  audienceName: load?.name ?? null,
  audienceType: (load?.source as CampaignDetail['audienceType'] | undefined) ?? null,
  audienceId: load?.source === 'dashboard' ? load.sourceId : null,
  formRegistrationId: load?.source === 'form' ? load.sourceId : null,
});

export const presentScript = (script: ScriptRecord) => ({
  ...script,
  link: scriptLink(script.campaignId, script.id),
  // A check constraint allows only these values.
  contentType: script.contentType as Script['contentType'],
});

export const presentEvent = (event: EventRecord) => ({
  ...event,
  summary: summariseEvent(event.subaction, event.info),
  userName: event.userName ?? 'Sistema',
  createdAt: event.at,
});

const scriptLink = (campaignId: number, scriptId: number) => `/api/campaign/${campaignId}/script/${scriptId}`;

/** The script ids of comma-separated links; refuses links of other campaigns. */
export function scriptIdsOf(campaignId: number, links: string): Set<number> {
  const given = links
    .split(',')
    .map((link) => link.trim())
    .filter(Boolean);
  const ids = given.map((link) => {
    const id = Number(/\/script\/(\d{1,10})$/.exec(link)?.[1]);
    if (link !== scriptLink(campaignId, id)) throw fieldError('VALIDATION', 'links', 'No es un guion de esta campaña.');
    return id;
  });
  return new Set(ids);
}

const STATUS_TEXTS: Record<string, string> = {
  PAUSADA: 'Pausó la campaña',
  FINALIZANDO: 'Finalizó la campaña',
  REVISANDO: 'La campaña llegó a su fecha de fin',
  'EN CURSO': 'La campaña comenzó',
};

const UNCHANGED = 'Guardó la campaña sin cambios';

const list = (labels: readonly string[]) =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} y ${labels.at(-1)}`;
const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/** One line of the campaign's history for an audit record. */
function summariseEvent(subaction: string, { entries, modifications }: AuditDetail): string {
  const valueOf = (label: string) => modifications.find((entry) => entry.label === label)?.value;
  switch (subaction) {
    case 'CREAR':
      return 'Creó la campaña';
    case 'ASIGNAR':
      return summariseLoad(valueOf('Audiencia'), valueOf('Carga') === 'Cancelada');
    case 'SEGMENTAR':
      return 'Segmentó la audiencia';
    case 'EXPORTAR':
      return 'Pidió una exportación';
    case 'ACCIÓN':
      return summariseMove(entries, valueOf('Estado'));
    default:
      return summariseEdit(entries, modifications);
  }
}

/** Its record is written when a load begins, and once more if it is cancelled: whether it failed is not known here. */
const summariseLoad = (name: AuditValue | undefined, isCancelled: boolean) =>
  `${isCancelled ? 'Canceló la carga' : 'Comenzó la carga'} de ${name ? `«${String(name)}»` : 'la audiencia'}`;

function summariseMove(entries: AuditDetail['entries'], to: AuditValue | undefined): string {
  if (typeof to !== 'string') return UNCHANGED;
  const from = entries.find(({ label }) => label === 'Estado')?.prevValue;
  if (from === 'PAUSADA' && (to === 'EN CURSO' || to === 'AUDIENCIA PROCESADA')) return 'Reanudó la campaña';
  return STATUS_TEXTS[to] ?? 'Cambió el estado de la campaña';
}

function summariseEdit(entries: AuditDetail['entries'], modifications: AuditDetail['modifications']): string {
  const labels = [...new Set([...entries, ...modifications].map(({ label }) => lower(label)))];
  return labels.length === 0 ? UNCHANGED : `Cambió ${list(labels)}`;
}
