import { api } from '@campanero/contract';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import type { InformationValues } from '../features/campaigns/information-form.ts';
import { WIZARD_STEPS } from '../features/campaigns/wizard/wizard-draft.ts';
import { NO_PLACE } from '../features/locations/place-fields.tsx';
import { keepDraft } from '../lib/draft.ts';
import { aCampaignRow } from './campaigns.ts';
import { aState } from './catalogue.ts';
import { reply } from './server.ts';

/** One campaign with everything; what a test does not say is something plausible. */
export function aCampaign(parts: Partial<CampaignDetail> = {}): CampaignDetail {
  return {
    ...aCampaignRow({ id: 31, name: 'Veredas de Flores', status: 'PENDIENTE' }),
    operators: [{ id: 21, name: 'Lucas Ferreyra', disable: false }],
    validOperators: [{ id: 21, name: 'Lucas Ferreyra' }],
    districtId: null,
    sectionId: null,
    subsectionId: null,
    districtName: null,
    sectionName: null,
    subsectionName: null,
    formId: null,
    formName: null,
    formUrl: null,
    survey: null,
    retryOtherHours: true,
    obeysLists: false,
    exemptReason: null,
    kept: { months: 24, until: null, anonymisedAt: null },
    callingRules: null,
    calling: { rules: NO_RULES, holidays: [] },
    scripts: [],
    states: [aState({ id: 2, name: 'Contactado', color: '#2F80C2' })],
    usedStates: [],
    audienceName: null,
    audienceType: null,
    audienceId: null,
    formRegistrationId: null,
    version: 4,
    ...parts,
  };
}

/** The lists behind the campaign forms: both sides have a coordinator and operators of their own. */
export const campaignLookups = () => [
  reply(api.surveys.list, []),
  reply(api.callingRules.view, {
    rules: NO_RULES,
    acrossCampaigns: false,
    version: 0,
    updatedAt: null,
    updatedBy: null,
    holidays: [],
  }),
  reply(api.configuration.objectives, [
    { id: 1, name: 'Relevamiento', disable: false, version: 1, states: [] },
    { id: 2, name: 'Encuesta', disable: false, version: 1, states: [] },
    { id: 3, name: 'Objetivo en desuso', disable: true, version: 1, states: [] },
  ]),
  reply(api.lookups.supervisors, {
    internals: [{ id: 2, name: 'Carolina Ibáñez' }],
    externals: [{ id: 3, name: 'Ezequiel Prado' }],
  }),
  reply(api.lookups.operators, {
    internals: [
      { id: 21, name: 'Lucas Ferreyra' },
      { id: 22, name: 'Daniela Sosa' },
    ],
    externals: [{ id: 31, name: 'Romina Acosta' }],
  }),
  reply(api.spellings.list, []),
  reply(api.lookups.locations, [
    {
      id: '02',
      name: 'Ciudad Autónoma de Buenos Aires',
      sections: [
        { id: '02007', name: 'Comuna 7', subsections: [{ id: '0200701', name: 'Flores' }] },
        { id: '02008', name: 'Comuna 8', subsections: [{ id: '0200801', name: 'Villa Lugano' }] },
      ],
    },
    { id: '06', name: 'Buenos Aires', sections: [{ id: '06028', name: 'Almirante Brown', subsections: [] }] },
  ]),
];

/** The wizard as somebody left it: the first step filled in, at the step named. */
export function leaveWizardDraft(userId: number, step: (typeof WIZARD_STEPS)[number]) {
  const information: InformationValues = {
    name: 'Veredas de Flores',
    externalId: '',
    description: 'Estado de las veredas',
    objectiveId: 1,
    external: false,
    coordinatedBy: 2,
    operators: [21],
    startDate: '2026-11-23T12:00:00.000Z',
    endDate: '2026-12-20T21:00:00.000Z',
    retryOtherHours: true,
    obeysLists: true,
    exemptReason: '',
    callingRules: null,
  };
  const draft = { step: WIZARD_STEPS.indexOf(step), information, place: NO_PLACE, form: null, fileNames: [] };
  keepDraft(userId, 'campaign-create', draft);
}
