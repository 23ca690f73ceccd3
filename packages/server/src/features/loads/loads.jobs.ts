import { loadAudienceJobs } from './load-audience.ts';
import { sweepLoadsJob } from './sweep-loads.ts';

export const loadJobs = [...Object.values(loadAudienceJobs), sweepLoadsJob];
