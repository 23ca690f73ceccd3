import { closeCampaignJob } from './close-campaign.ts';
import { removeFilesJob } from './remove-files.ts';
import { sweepCampaignsJob } from './sweep-campaigns.ts';

export const campaignJobs = [closeCampaignJob, sweepCampaignsJob, removeFilesJob];
