import { sendRecovery } from './recovery.ts';

export const authJobs = [sendRecovery];
