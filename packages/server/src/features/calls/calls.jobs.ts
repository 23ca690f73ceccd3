import { ringCallbacksJob } from './ring-callbacks.ts';

export const callJobs = [ringCallbacksJob];
