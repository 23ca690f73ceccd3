import { sendRecovery } from './password/recovery.ts';

export const authJobs = [sendRecovery];
