/** What nearly every use case needs. Queries import the single modules, for they open no transaction. */
export { AppError, fieldError, found } from './app-error.ts';
export { auditAbout, type AuditRecord, type AuditValues, campaignAudit, userAudit } from './audit.ts';
export { assertConfirmed } from './confirmation.ts';
export { trackContactReads } from './contact-readings.ts';
export { type Actor, type Ctx, type Deps, onReplica, type SignedCtx } from './context.ts';
export { type EventWork, listAdministrators, notify, notifyAdministrators } from './notify.ts';
export { NEWEST_FIRST, orderOfQuery, type Paging, pagingOfQuery } from './paging.ts';
export { hit, hitOrRefuse, type Limit, type Verdict, verdictOf } from './rate-limit.ts';
export { refuseDuplicate } from './refuse-duplicate.ts';
export { StaleRead, transact, type Work } from './transact.ts';
export { assertCurrent } from './version.ts';
