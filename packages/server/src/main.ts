import { runServer } from './process/run.ts';

await runServer();
