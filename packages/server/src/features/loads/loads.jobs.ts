import { loadAudienceJob } from './load-audience.ts';
import { sweepLoadsJob } from './sweep-loads.ts';

export const loadJobs = [loadAudienceJob, sweepLoadsJob];
