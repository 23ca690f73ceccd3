/**
 * Who may call what, endpoint by endpoint, written out by hand and reviewed: the contract says it a second time through
 * permissions, and permissions.test.ts fails wherever the two, or the running server, differ. Every new endpoint needs its
 * row here; a "no" is as deliberate as a "yes".
 */
export const CALLERS = [
  'anonymous',
  'guest',
  'operadorExterno',
  'operador',
  'coordinadorExterno',
  'coordinador',
  'administrador',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The role ids each kind of caller holds; anonymous has no session at all. */
export const ROLES_OF: Record<Exclude<Caller, 'anonymous'>, number[]> = {
  guest: [],
  operadorExterno: [1],
  operador: [2],
  coordinadorExterno: [3],
  coordinador: [4],
  administrador: [5],
};

const no = false;
const yes = true;
type Row = readonly [boolean, boolean, boolean, boolean, boolean, boolean, boolean];

// prettier-ignore
export const MATRIX: Record<string, Row> = {
  //                       anonymous guest op.ext operador co.ext coordin. admin
  'auth.login':            [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'auth.check':            [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.refresh':          [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.logout':           [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.recover':          [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'auth.reset':            [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'auth.changePassword':   [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.sessions':         [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.endSession':       [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'auth.userSessions':     [no,      no,   no,    no,      no,    no,      yes],
  'auth.endUserSessions':  [no,      no,   no,    no,      no,    no,      yes],

  'secondFactor.state':        [no,  yes,  yes,   yes,     yes,   yes,     yes],
  'secondFactor.begin':        [no,  yes,  yes,   yes,     yes,   yes,     yes],
  'secondFactor.confirm':      [no,  yes,  yes,   yes,     yes,   yes,     yes],
  'secondFactor.renewCodes':   [no,  yes,  yes,   yes,     yes,   yes,     yes],
  'secondFactor.disable':      [no,  yes,  yes,   yes,     yes,   yes,     yes],
  'secondFactor.reset':        [no,  no,   no,    no,      no,    no,      yes],
  'secondFactor.roles':        [no,  no,   no,    no,      no,    no,      yes],
  'secondFactor.requireRoles': [no,  no,   no,    no,      no,    no,      yes],

  'shell.register':        [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'shell.signIn':          [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'shell.accessToken':     [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'shell.update':          [no,      no,   yes,   yes,     yes,   yes,     yes],
  'shell.identity':        [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'shell.patchIdentity':   [no,      no,   yes,   yes,     yes,   yes,     yes],

  'contacts.rectify':         [no,  no,   no,    no,      no,    no,      yes],
  'contacts.rectifyNumber':   [no,  no,   no,    no,      no,    no,      yes],
  'contacts.review':          [no,  no,   no,    no,      no,    no,      yes],
  'personalData.requests':      [no,  no,   no,    no,      no,    no,      yes],
  'personalData.request':       [no,  no,   no,    no,      no,    no,      yes],
  'personalData.createRequest': [no,  no,   no,    no,      no,    no,      yes],
  'personalData.changeRequest': [no,  no,   no,    no,      no,    no,      yes],
  'personalData.answerRequest': [no,  no,   no,    no,      no,    no,      yes],
  'exports.personalData':     [no,  no,   no,    no,      no,    no,      yes],
  'exports.dataRequests':     [no,  no,   no,    no,      no,    no,      yes],
  'personalData.search':      [no,  no,   no,    no,      no,    no,      yes],
  'personalData.person':      [no,  no,   no,    no,      no,    no,      yes],
  'personalData.calls':       [no,  no,   no,    no,      no,    no,      yes],
  'personalData.copies':      [no,  no,   no,    no,      no,    no,      yes],
  'erasure.view':             [no,  no,   no,    no,      no,    no,      yes],
  'erasure.ask':              [no,  no,   no,    no,      no,    no,      yes],
  'personalData.records':     [no,  no,   no,    no,      no,    no,      yes],

  'profile.picture':       [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'profile.setPicture':    [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'profile.removePicture': [no,      yes,  yes,   yes,     yes,   yes,     yes],

  'campaigns.list':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'campaigns.create':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.detail':      [no,      no,   yes,   yes,     yes,   yes,     yes],
  'campaigns.update':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.ongoing':     [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.scripts':     [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.script':      [no,      no,   yes,   yes,     yes,   yes,     yes],
  'campaigns.unassociated':[no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.finish':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.running':     [no,      no,   yes,   yes,     yes,   yes,     yes],
  'campaigns.progress':    [no,      no,   yes,   yes,     yes,   yes,     yes],
  'campaigns.events':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaigns.operatorLoad':[no,      no,   no,    no,      yes,   yes,     yes],

  'calls.next':            [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.hold':            [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.release':         [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.history':         [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.register':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.reassign':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.correct':         [no,      no,   no,    no,      yes,   yes,     yes],
  'calls.callbacks':       [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.search':          [no,      no,   yes,   yes,     yes,   yes,     yes],
  'calls.today':           [no,      no,   yes,   yes,     yes,   yes,     yes],

  'contacts.detail':       [no,      no,   yes,   yes,     yes,   yes,     yes],
  'contacts.saveDetail':   [no,      no,   yes,   yes,     yes,   yes,     yes],
  'contacts.inCampaign':   [no,      no,   yes,   yes,     yes,   yes,     yes],
  'contacts.savePerson':   [no,      no,   yes,   yes,     yes,   yes,     yes],
  'contacts.markWrong':    [no,      no,   yes,   yes,     yes,   yes,     yes],

  'audience.list':         [no,      no,   no,    no,      yes,   yes,     yes],
  'audience.operatorList': [no,      no,   yes,   yes,     yes,   yes,     yes],
  'audience.count':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'audience.assigned':     [no,      no,   no,    no,      yes,   yes,     yes],
  'audience.segmentable':  [no,      no,   no,    no,      yes,   yes,     yes],
  'audience.segment':      [no,      no,   no,    no,      yes,   yes,     yes],
  'audience.lastSegmentation': [no,  no,   no,    no,      yes,   yes,     yes],
  'audience.undoSegmentation': [no,  no,   no,    no,      yes,   yes,     yes],
  'audience.rebalanceable': [no,     no,   no,    no,      yes,   yes,     yes],
  'audience.rebalance':    [no,      no,   no,    no,      yes,   yes,     yes],

  'callingRules.view':          [no, no,   no,    no,      yes,   yes,     yes],
  'callingRules.update':        [no, no,   no,    no,      no,    no,      yes],
  'callingRules.createHoliday': [no, no,   no,    no,      no,    no,      yes],
  'callingRules.updateHoliday': [no, no,   no,    no,      no,    no,      yes],
  'callingRules.deleteHoliday': [no, no,   no,    no,      no,    no,      yes],

  'configuration.objectives':      [no, no, yes, yes, yes, yes, yes],
  'configuration.objective':       [no, no, yes, yes, yes, yes, yes],
  'configuration.createObjective': [no, no, no,  no,  no,  yes, yes],
  'configuration.updateObjective': [no, no, no,  no,  no,  yes, yes],
  'configuration.states':          [no, no, yes, yes, yes, yes, yes],
  'configuration.state':           [no, no, yes, yes, yes, yes, yes],
  'configuration.createState':     [no, no, no,  no,  no,  yes, yes],
  'configuration.updateState':     [no, no, no,  no,  no,  yes, yes],
  'configuration.substates':       [no, no, yes, yes, yes, yes, yes],
  'configuration.substate':        [no, no, yes, yes, yes, yes, yes],
  'configuration.createSubstate':  [no, no, no,  no,  no,  yes, yes],
  'configuration.updateSubstate':  [no, no, no,  no,  no,  yes, yes],
  'configuration.actions':         [no, no, no,  no,  no,  yes, yes],
  'configuration.saveActions':     [no, no, no,  no,  no,  yes, yes],

  'dashboard.search':      [no,      no,   no,    no,      no,    yes,     yes],
  'dashboard.detail':      [no,      no,   no,    no,      no,    yes,     yes],

  'exports.audience':      [no,      no,   no,    no,      yes,   yes,     yes],
  'exports.calls':         [no,      no,   no,    no,      yes,   yes,     yes],
  'exports.statistics':    [no,      no,   no,    no,      yes,   yes,     yes],
  'exports.operatorStatistics': [no, no,   no,    no,      no,    yes,     yes],
  'exports.audit':         [no,      no,   no,    no,      no,    yes,     yes],
  'exports.download':      [no,      no,   yes,   yes,     yes,   yes,     yes],
  'exports.detail':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'exports.cancel':        [no,      no,   yes,   yes,     yes,   yes,     yes],

  'forms.search':          [no,      no,   no,    no,      yes,   yes,     yes],
  'forms.detail':          [no,      no,   no,    no,      yes,   yes,     yes],
  'forms.capacity':        [no,      no,   yes,   yes,     yes,   yes,     yes],
  'forms.campaignCapacity': [no,     no,   yes,   yes,     yes,   yes,     yes],

  'live.view':             [no,      no,   no,    no,      no,    yes,     yes],
  'loads.upload':          [no,      no,   no,    no,      no,    yes,     yes],
  'loads.importDashboard': [no,      no,   no,    no,      no,    yes,     yes],
  'loads.importForm':      [no,      no,   no,    no,      no,    yes,     yes],
  'loads.last':            [no,      no,   no,    no,      yes,   yes,     yes],
  'loads.cancel':          [no,      no,   no,    no,      no,    yes,     yes],
  'loads.rejected':        [no,      no,   no,    no,      no,    yes,     yes],
  'spellings.list':        [no,      no,   no,    no,      no,    yes,     yes],
  'spellings.remember':    [no,      no,   no,    no,      no,    yes,     yes],
  'spellings.forget':      [no,      no,   no,    no,      no,    yes,     yes],

  'lookups.supervisors':   [no,      no,   yes,   yes,     yes,   yes,     yes],
  'lookups.operators':     [no,      no,   yes,   yes,     yes,   yes,     yes],
  'lookups.roles':         [no,      no,   yes,   yes,     yes,   yes,     yes],
  'lookups.locations':     [no,      no,   yes,   yes,     yes,   yes,     yes],
  'lookups.userCampaigns': [no,      no,   no,    no,      no,    yes,     yes],

  'blockLists.list':       [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.loads':      [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.upload':     [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.cancel':     [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.rejected':   [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.lookUp':     [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.removeNumber': [no,      no,   no,    no,      no,    no,      yes],
  'blockLists.remove':     [no,      no,   no,    no,      no,    no,      yes],

  'users.list':            [no,      no,   yes,   yes,     yes,   yes,     yes],
  'users.get':             [no,      no,   no,    no,      no,    no,      yes],
  'users.campaigns':       [no,      no,   no,    no,      no,    no,      yes],
  'users.held':            [no,      no,   no,    no,      no,    no,      yes],
  'users.create':          [no,      no,   no,    no,      no,    no,      yes],
  'users.update':          [no,      no,   no,    no,      no,    no,      yes],
  'users.enable':          [no,      no,   no,    no,      no,    no,      yes],
  'users.disable':         [no,      no,   no,    no,      no,    no,      yes],
  'users.changeMany':      [no,      no,   no,    no,      no,    no,      yes],
  'users.sendLink':        [no,      no,   no,    no,      no,    no,      yes],

  'auditLog.list':         [no,      no,   yes,   yes,     yes,   yes,     yes],
  'auditLog.lastCheck':    [no,      no,   no,    no,      no,    no,      yes],
  'auditLog.check':        [no,      no,   no,    no,      no,    no,      yes],

  'monitor.day':           [no,      no,   no,    no,      no,    yes,     yes],
  'monitor.detail':        [no,      no,   no,    no,      no,    yes,     yes],

  'notifications.list':    [no,      no,   yes,   yes,     yes,   yes,     yes],
  'notifications.read':    [no,      no,   yes,   yes,     yes,   yes,     yes],
  'notifications.clear':   [no,      no,   yes,   yes,     yes,   yes,     yes],

  'mail.list':             [no,      no,   yes,   yes,     yes,   yes,     yes],
  'mail.unread':           [no,      no,   yes,   yes,     yes,   yes,     yes],
  'mail.get':              [no,      no,   yes,   yes,     yes,   yes,     yes],
  'mail.read':             [no,      no,   yes,   yes,     yes,   yes,     yes],

  'quickPanel.data':       [no,      yes,  yes,   yes,     yes,   yes,     yes],
  'quickPanel.addNote':    [no,      no,   yes,   yes,     yes,   yes,     yes],
  'quickPanel.editNote':   [no,      no,   yes,   yes,     yes,   yes,     yes],
  'quickPanel.deleteNote': [no,      no,   yes,   yes,     yes,   yes,     yes],

  'campaignStatistics.campaign': [no, no,   no,    no,      yes,   yes,     yes],
  'campaignStatistics.days':     [no, no,   no,    no,      yes,   yes,     yes],
  'campaignStatistics.own':      [no, no,   yes,   yes,     yes,   yes,     yes],
  'campaignStatistics.ownDays':  [no, no,   yes,   yes,     yes,   yes,     yes],
  'campaignStatistics.ownToday': [no, no,   yes,   yes,     yes,   yes,     yes],
  'globalStatistics.view':       [no, no,   no,    no,      no,    yes,     yes],
  'globalStatistics.refresh':    [no, no,   no,    no,      no,    yes,     yes],
  'globalStatistics.grouped':    [no, no,   no,    no,      no,    yes,     yes],
  'globalStatistics.metrics':    [no, no,   no,    no,      no,    yes,     yes],

  'system.health':         [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'system.ready':          [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'system.metrics':        [no,      no,   no,    no,      no,    no,      yes],
  'system.docs':           [yes,     yes,  yes,   yes,     yes,   yes,     yes],
  'system.docsJson':       [yes,     yes,  yes,   yes,     yes,   yes,     yes],
};

// prettier-ignore
/** Which roles hold each permission, written out by hand a second time. */
export const PERMISSION_MATRIX: Record<string, Row> = {
  //                      anonymous guest op.ext operador co.ext coordin. admin
  'campaign.create':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaign.detail':      [no,      no,   no,    no,      yes,   yes,     yes],
  'campaign.type':        [no,      no,   no,    yes,     no,    yes,     yes],
  'campaign.manage':      [no,      no,   no,    no,      yes,   yes,     yes],
  'audience.load':        [no,      no,   no,    no,      no,    yes,     yes],
  'campaign.statistics':  [no,      no,   no,    no,      yes,   yes,     yes],
  'export':               [no,      no,   no,    no,      yes,   yes,     yes],
  'statistics':           [no,      no,   no,    no,      no,    yes,     yes],
  'monitor':              [no,      no,   no,    no,      no,    yes,     yes],
  'config':               [no,      no,   no,    no,      no,    yes,     yes],
  'audit.all':            [no,      no,   no,    no,      no,    yes,     yes],
  'users':                [no,      no,   no,    no,      no,    no,      yes],
  'calling-rules':        [no,      no,   no,    no,      no,    no,      yes],
  'personal-data':        [no,      no,   no,    no,      no,    no,      yes],
  'block-lists':          [no,      no,   no,    no,      no,    no,      yes],
};
