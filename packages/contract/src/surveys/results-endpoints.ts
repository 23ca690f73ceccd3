import { endpoint } from '../endpoint.ts';
import * as schemas from './results-schemas.ts';

/** What was answered in a campaign, counted from the answers as they are now. */
export const surveyResults = {
  results: endpoint('GET', '/campaign/:id/results', 'campaign.statistics', {
    summary: 'Lo que se respondió en una campaña, por pregunta',
    query: schemas.resultsQuery,
    response: schemas.resultsView,
    errors: ['LOOK_TOO_LONG', 'VALIDATION'],
  }),
  texts: endpoint('GET', '/campaign/:id/results/:questionId/texts', 'campaign.statistics', {
    summary: 'Lo que se respondió con palabras propias, lo más nuevo primero',
    params: schemas.questionKey,
    query: schemas.textsQuery,
    response: schemas.textsPage,
    errors: ['LOOK_TOO_LONG', 'VALIDATION'],
  }),
  words: endpoint('GET', '/campaign/:id/results/:questionId/words', 'campaign.statistics', {
    summary: 'Las palabras más usadas en las respuestas a una pregunta',
    params: schemas.questionKey,
    query: schemas.resultsQuery,
    response: schemas.topWords,
    errors: ['LOOK_TOO_LONG', 'VALIDATION'],
  }),
  rates: endpoint('GET', '/campaign/:id/results/rates', 'campaign.statistics', {
    summary: 'Los números de una campaña con relevamiento, en las clases de AAPOR',
    response: schemas.surveyRates,
    errors: ['LOOK_TOO_LONG'],
  }),
};
