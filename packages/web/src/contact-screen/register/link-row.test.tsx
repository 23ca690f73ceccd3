import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPiece } from '../../test/render.tsx';
import { LinkRow } from './link-row.tsx';

const callKey = { campaignId: 31, callId: 7 };

test.each([
  [14, 'Enviar enlace por mail'],
  [15, 'Preparar el mensaje de WhatsApp'],
])('state %i of a campaign with a survey offers: %s', async (stateId, button) => {
  renderPiece(<LinkRow work={{ callKey, hasSurvey: true }} stateId={stateId} />);
  expect(await screen.findByRole('button', { name: button })).toBeTruthy();
});

test.each([
  ['another state', true, 10],
  ['no state', true, undefined],
  ['a campaign without a survey', false, 14],
])('%s offers nothing', (_what, hasSurvey, stateId) => {
  renderPiece(<LinkRow work={{ callKey, hasSurvey }} stateId={stateId} />);
  expect(screen.queryByRole('button')).toBeNull();
});
