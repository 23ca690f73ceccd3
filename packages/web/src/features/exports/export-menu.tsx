import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { exports } from '@campanero/contract/exports/endpoints';
import { isExportable } from '@campanero/contract/exports/schemas';
import type { CallInput } from '@campanero/contract/endpoint';
import { Box, Button, Typography } from '@mui/material';
import { ActionButton } from '../../components/action-button.tsx';
import {
  IconChartBar,
  IconChevronDown,
  IconDownload,
  IconListCheck,
  IconPhoneCall,
  IconUsersGroup,
} from '../../components/icons.ts';
import { Menu, MenuDivider, MenuItem, useMenu } from '../../components/menu.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { call } from '../../lib/api.ts';
import { useChange } from '../../lib/changes.ts';
import { notify } from '../../lib/snackbar.ts';
import { EXPORT_DELIVERY, NOT_OFFERED, REQUEST_FAILED, STARTED } from './texts.ts';

type LinkTo = (exportId: string) => string;

type Ask = () => Promise<{ id: string }>;
type ExportChoice = [label: string, format: 'CSV' | 'XLSX', icon: typeof IconDownload, ask: Ask];

/** Repeated requests return the same export. */
const useRequestExport = (linkTo: LinkTo) =>
  useChange((ask: Ask) => ask(), {
    onSuccess: ({ id }) => notify.info(STARTED, { links: [{ label: 'Ver avance', to: linkTo(id) }] }),
    failed: REQUEST_FAILED,
  });

function ExportMenu(props: { choices: readonly ExportChoice[]; waitsFor?: string; linkTo: LinkTo }) {
  const { choices, waitsFor, linkTo } = props;
  const { menu, opener } = useMenu();
  const request = useRequestExport(linkTo);
  const endIcon = <IconChevronDown size={16} stroke={1.75} aria-hidden />;
  return (
    <>
      <ActionButton
        variant="outlined"
        icon={IconDownload}
        reason={waitsFor}
        {...(waitsFor === undefined && { ...opener, endIcon })}
        aria-busy={request.isPending}
      >
        Exportar
      </ActionButton>
      <Menu {...menu} isAtEnd slotProps={{ list: { 'aria-label': 'Exportar', sx: { width: 236 } } }}>
        {choices.map(([label, format, ChoiceIcon, ask]) => (
          <MenuItem
            key={`${label} ${format}`}
            onClick={() => {
              menu.onClose();
              request.mutate(ask);
            }}
          >
            <ChoiceIcon size={18} stroke={1.75} aria-hidden />
            {label}{' '}
            <Typography component="span" variant="caption" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
              {format}
            </Typography>
          </MenuItem>
        ))}
        <MenuDivider aria-hidden component="li" />
        <Box component="li" role="presentation" sx={{ px: 3, pt: 1, pb: 1.5, whiteSpace: 'normal' }}>
          <Typography variant="caption" color="textSecondary">
            {EXPORT_DELIVERY}
          </Typography>
        </Box>
      </Menu>
    </>
  );
}

interface CampaignExportProps {
  campaign: { id: number; status: CampaignStatus };
  linkTo: LinkTo;
}
const reasonFor = ({ status }: CampaignExportProps['campaign']) => (isExportable(status) ? undefined : NOT_OFFERED);

export function StatisticsExport(props: CampaignExportProps & { span: { fromdate?: string; todate?: string } }) {
  const { campaign, span, linkTo } = props;
  const params = { campaignId: campaign.id };
  const statistics = statisticsChoices((format) => call(exports.statistics, { params, query: { ...span, format } }));
  const choices = [...audienceChoices(campaign.id, {}), ...statistics];
  return <ExportMenu choices={choices} waitsFor={reasonFor(campaign)} linkTo={linkTo} />;
}

type AudienceQuery = CallInput<typeof exports.audience>['query'];
const audienceChoices = (id: number, query: AudienceQuery): ExportChoice[] => [
  ['Audiencia', 'CSV', IconUsersGroup, () => call(exports.audience, { params: { id }, query })],
  ['Llamados', 'CSV', IconPhoneCall, () => call(exports.calls, { params: { id } })],
];
const statisticsChoices = (ask: (format: 'csv' | 'xlsx') => ReturnType<Ask>): ExportChoice[] => [
  ['Estadísticas', 'XLSX', IconChartBar, () => ask('xlsx')],
  ['Estadísticas', 'CSV', IconChartBar, () => ask('csv')],
];

export function AudienceExport({ campaign, query, linkTo }: CampaignExportProps & { query: AudienceQuery }) {
  const choices = audienceChoices(campaign.id, onAllPages(query));
  return <ExportMenu choices={choices} waitsFor={reasonFor(campaign)} linkTo={linkTo} />;
}

type AnswersQuery = Omit<CallInput<typeof exports.answers>['query'], 'format' | 'by'>;

/** What people answered, with the filters of the page. */
export function AnswersExport({ campaign, query, linkTo }: CampaignExportProps & { query: AnswersQuery }) {
  const params = { id: campaign.id };
  const ask = (by: 'person' | 'answer', format: 'csv' | 'xlsx') => () =>
    call(exports.answers, { params, query: { ...query, by, format } });
  const choices: ExportChoice[] = [
    ['Por persona', 'XLSX', IconUsersGroup, ask('person', 'xlsx')],
    ['Por persona', 'CSV', IconUsersGroup, ask('person', 'csv')],
    ['Una por fila', 'XLSX', IconListCheck, ask('answer', 'xlsx')],
    ['Una por fila', 'CSV', IconListCheck, ask('answer', 'csv')],
  ];
  return <ExportMenu choices={choices} waitsFor={reasonFor(campaign)} linkTo={linkTo} />;
}

interface OperatorExportProps {
  operatorId: number;
  query: Omit<CallInput<typeof exports.operatorStatistics>['query'], 'format'>;
  linkTo: LinkTo;
}

export function OperatorExport({ operatorId, query, linkTo }: OperatorExportProps) {
  const choices = statisticsChoices((format) =>
    call(exports.operatorStatistics, { params: { id: operatorId }, query: { ...query, format } }),
  );
  return <ExportMenu choices={choices} linkTo={linkTo} />;
}

function ExportButton({ help, ask, linkTo }: { help: string; ask: Ask; linkTo: LinkTo }) {
  const request = useRequestExport(linkTo);
  return (
    <Tooltip title={`${help} ${EXPORT_DELIVERY}`} describeChild>
      <Button
        variant="outlined"
        startIcon={<IconDownload size={18} stroke={1.75} aria-hidden />}
        aria-busy={request.isPending}
        onClick={() => request.mutate(ask)}
      >
        Exportar
      </Button>
    </Tooltip>
  );
}

/** A query without the page that the list shows. */
const onAllPages = <Q extends object>(query: Q): Q => ({ ...query, pageNumber: undefined, pageSize: undefined });

export function AuditExport({ query, linkTo }: { query: CallInput<typeof exports.audit>['query']; linkTo: LinkTo }) {
  const ask = () => call(exports.audit, { query: onAllPages(query) });
  return <ExportButton help="Los registros que muestra la lista, en CSV." ask={ask} linkTo={linkTo} />;
}

export function RequestsExport(props: { query: CallInput<typeof exports.dataRequests>['query']; linkTo: LinkTo }) {
  const { query, linkTo } = props;
  const ask = () => call(exports.dataRequests, { query: onAllPages(query) });
  return <ExportButton help="Los pedidos que muestra la lista, en CSV." ask={ask} linkTo={linkTo} />;
}

/** Asks for the report of a person. */
export function useReport(personId: number, linkTo: LinkTo) {
  const { mutate, isPending } = useRequestExport(linkTo);
  return () => isPending || mutate(() => call(exports.personalData, { params: { id: personId }, query: {} }));
}
