import { sendRecovery } from './request-recovery.ts';

export const authJobs = [sendRecovery];
