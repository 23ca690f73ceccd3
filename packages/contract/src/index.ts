export * as api from './api.ts';
