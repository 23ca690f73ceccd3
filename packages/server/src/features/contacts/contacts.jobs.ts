import { refreshCallsJob } from './refresh-calls.ts';

export const contactJobs = [refreshCallsJob];
