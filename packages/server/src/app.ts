import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { DegradedPart } from '@campanero/contract/system/endpoints';
import { BODY_LIMIT } from '@campanero/contract/limits';
import { audienceRoutes, sampleRoutes } from './features/audience/audience.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { identityRoutes } from './features/auth/session/identity.routes.ts';
import { admitActor } from './features/auth/session/sessions.ts';
import { secondFactorRoutes } from './features/auth/second-factor/second-factor.routes.ts';
import { shellRoutes } from './features/auth/shell.routes.ts';
import { callingRuleRoutes } from './features/calling-rules/calling-rules.routes.ts';
import { callRoutes } from './features/calls/calls.routes.ts';
import { campaignStatisticsRoutes } from './features/campaign-statistics/campaign-statistics.routes.ts';
import { campaignRoutes } from './features/campaigns/campaigns.routes.ts';
import { configurationRoutes } from './features/configuration/configuration.routes.ts';
import { contactRoutes } from './features/contacts/contacts.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { directoryRoutes } from './features/auth/directory/directory.routes.ts';
import { erasureRoutes } from './features/erasure/erasure.routes.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { formRoutes } from './features/forms/forms.routes.ts';
import { readInstallation } from './features/installation/installation.queries.ts';
import { installationRoutes } from './features/installation/installation.routes.ts';
import { liveRoutes } from './features/live/live.routes.ts';
import { globalStatisticsRoutes } from './features/global-statistics/global-statistics.routes.ts';
import { blockListRoutes } from './features/block-lists/block-lists.routes.ts';
import { loadRoutes } from './features/loads/loads.routes.ts';
import { admitService } from './features/service-accounts/admit-service.ts';
import { serviceAccountRoutes } from './features/service-accounts/service-accounts.routes.ts';
import { spellingRoutes } from './features/loads/spellings/spellings.routes.ts';
import { lookupRoutes } from './features/lookups/lookups.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { monitorRoutes } from './features/monitor/monitor.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { reportRoutes } from './features/reports/reports.routes.ts';
import { outgoingEventRoutes } from './features/outgoing-events/outgoing-events.routes.ts';
import { personalDataRoutes } from './features/personal-data/personal-data.routes.ts';
import { phoneRoutes } from './features/phone/phone.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { addSurveyLinks } from './features/surveys/survey-links.routes.ts';
import { surveyResultsRoutes } from './features/surveys/results.routes.ts';
import { surveyRoutes } from './features/surveys/surveys.routes.ts';
import { questionRoutes } from './features/questions/questions.routes.ts';
import { quickPanelRoutes } from './features/quick-panel/quick-panel.routes.ts';
import { retentionRoutes } from './features/retention/retention.routes.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { addAccessControl, addRequestContext } from './http/authenticate.ts';
import { guardConnections, refuseEarly, refuseSlowBodies } from './http/connections.ts';
import { addCors, addSecurityHeaders } from './http/headers.ts';
import { answerMalformedUrl, answerMalformedRequest, createErrorHandler } from './http/error-handler.ts';
import {
  acceptJson,
  refuseUnsafeInput,
  serializerCompiler,
  setSpanishMessages,
  validatorCompiler,
} from './http/validation.ts';
import { addManual } from './http/manual/manual.routes.ts';
import { logRequests } from './http/logging.ts';
import { addMetrics, type PoolCounts } from './http/metrics.ts';
import { addNotFound } from './http/not-found.ts';
import { addOpenApi } from './http/openapi.ts';
import { limitPublicRoutes, limitUnknownKeys } from './http/public-limit.ts';
import { isMetricsCall, systemRoutes } from './http/system.routes.ts';
import { acceptForms } from './http/uploads.ts';
import { addWebApp } from './http/web-app.ts';
import { VERSION } from './version.ts';
import type { Deps } from './work/context.ts';

export interface AppOptions {
  /** Folder of the built web app; without it only the API is served. */
  webRoot?: string;
  /** Folder of the manual (docs/manual), served at /manual. */
  manualRoot?: string;
  /** A worker serves only health and metrics. */
  serves?: 'everything' | 'system';
  /** Rejects when the database or the queue does not answer, or the process is stopping. */
  checkReady?: () => Promise<void>;
  /** Parts that are unavailable while calling still works. */
  findDegraded?: () => Promise<DegradedPart[]>;
  poolCounts?: () => PoolCounts;
  /** Lowered by tests. */
  maxConnections?: number;
  publicLimit?: number;
  bodyMs?: number;
  countSockets?: () => number;
  version?: string;
  /** Renders the API documentation before listening instead of at its first request. */
  preparesDocs?: boolean;
}

/** Enough for 500 MB at 70 kB/s; other bodies have less (http/connections.ts). */
const REQUEST_TIMEOUT_MS = 2 * 3600_000;
/** How often Node checks for timed-out connections. */
const CHECK_MS = 5_000;

function mountFeatures(app: FastifyInstance, { db }: Deps): void {
  authRoutes(app);
  identityRoutes(app);
  secondFactorRoutes(app);
  shellRoutes(app);
  campaignRoutes(app);
  audienceRoutes(app);
  sampleRoutes(app);
  callRoutes(app);
  callingRuleRoutes(app);
  contactRoutes(app);
  configurationRoutes(app);
  auditLogRoutes(app);
  dashboardRoutes(app);
  erasureRoutes(app);
  directoryRoutes(app);
  retentionRoutes(app);
  exportRoutes(app);
  formRoutes(app);
  installationRoutes(app);
  liveRoutes(app);
  loadRoutes(app);
  blockListRoutes(app);
  spellingRoutes(app);
  lookupRoutes(app, db);
  userRoutes(app);
  serviceAccountRoutes(app);
  statusRoutes(app);
  personalDataRoutes(app);
  phoneRoutes(app);
  profileRoutes(app);
  monitorRoutes(app);
  notificationRoutes(app);
  outgoingEventRoutes(app);
  reportRoutes(app);
  mailRoutes(app);
  questionRoutes(app);
  surveyRoutes(app);
  surveyResultsRoutes(app);
  quickPanelRoutes(app);
  campaignStatisticsRoutes(app);
  globalStatisticsRoutes(app);
}

/** No port and no globals, so that tests can build many. */
export function buildApp(deps: Deps, options: AppOptions = {}): FastifyInstance {
  setSpanishMessages();
  const handleError = createErrorHandler(deps.log);
  const app: FastifyInstance = Fastify({
    // http/logging.ts logs requests; Fastify's lines would hold URLs.
    logger: false,
    trustProxy: deps.config.trustedProxy.length > 0 ? deps.config.trustedProxy : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // http/connections.ts refuses a missing Host: Node's own answer has no headers.
    http: { connectionsCheckingInterval: CHECK_MS, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still answered, then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: answerMalformedUrl(handleError),
    clientErrorHandler: answerMalformedRequest,
  });
  app.setErrorHandler(handleError);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJson(app);

  addRequestContext(app, deps);
  addSecurityHeaders(app);
  guardConnections(app, options.maxConnections);
  refuseSlowBodies(app, options.bodyMs);
  refuseEarly(app);
  logRequests(app);
  addCors(app, deps.config.corsOrigins);
  const version = options.version ?? VERSION;
  const { checkReady = async () => {}, findDegraded = async () => [] } = options;
  const metrics = addMetrics(app, {
    deps,
    version,
    pool: options.poolCounts,
    sockets: options.countSockets,
    findDegraded,
  });

  addNotFound(app, options.webRoot === undefined ? undefined : addWebApp(app, options.webRoot));
  addOpenApi(app, version);

  if (options.manualRoot !== undefined)
    addManual(app, {
      root: options.manualRoot,
      clock: deps.clock,
      readCity: async () => (await readInstallation(deps.db)).city,
      publicLimit: options.publicLimit,
    });
  if (options.serves !== 'system') addSurveyLinks(app, deps, options.publicLimit);
  app.register(
    async (api) => {
      limitPublicRoutes(api, deps.clock, options.publicLimit);
      addAccessControl(api, {
        admitActor,
        admitService: limitUnknownKeys(admitService, deps.clock, options.publicLimit),
        isServiceCall: isMetricsCall(deps.config.metricsToken),
      });
      refuseUnsafeInput(api);
      await acceptForms(api);
      systemRoutes(api, { metrics, checkReady, findDegraded, preparesDocs: options.preparesDocs === true });
      if (options.serves !== 'system') mountFeatures(api, deps);
    },
    { prefix: '/api' },
  );
  return app;
}
