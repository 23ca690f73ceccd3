interface OtherColumns {
  why: string;
  /** By table the names of its columns. */
  columns: Record<string, string>;
  /** Of the tables; ours without. */
  schema?: 'pgboss';
}

/**
 * Every column of texts or JSON that COPY_PLACES does not search, with the reason (text-columns.test.ts compares both with the
 * schema). Who adds a column decides: searched, or here.
 */
export const OTHER_TEXT_COLUMNS: readonly OtherColumns[] = [
  {
    why: 'emptied with the person and their calls (call-store/write/erase.ts)',
    columns: {
      person:
        'kind orion_id first_name last_name business_name document gender nationality channel email district_id section_id subsection_id',
      call: 'gender district_id section_id subsection_id',
    },
  },
  {
    why: 'searched apart, in pieces: there are millions (erase-copies.ts, erase-audit-words.ts)',
    columns: { call: 'observations', call_history: 'observations reason', audit: 'info' },
  },
  {
    why: 'emptied with its row, which is found by its other columns',
    columns: {
      form_registration: 'birthday gender',
      dashboard_audience_contact: 'birthday gender nationality channel district section subsection',
    },
  },
  { why: 'goes when the erasure ends', columns: { erasure: 'terms' } },
  {
    why: 'one of a few words of the product: kinds, states, steps, formats',
    columns: {
      audience_load: 'source status lane phase',
      audience_load_file: 'kind delimiter',
      audit: 'action subaction object_type',
      block_list: 'kind',
      block_list_load: 'kind status',
      blocked_number: 'reason',
      call_figure: 'figure',
      campaign: 'status status_before_pause status_before_load',
      data_request: 'kind channel state other_kinds kinds identified_by',
      data_request_done: 'kind',
      erasure: 'step',
      erasure_candidate: 'place named_by decision',
      export_job: 'kind format status lane',
      form: 'status',
      holiday: 'kind',
      location_section: 'kind',
      notification: 'action status',
      reset_token: 'kind',
      retention_run: 'outcome',
      role: 'name',
      script: 'content_type',
      state: 'color',
    },
  },
  {
    why: 'ids, addresses, keys and hashes that the product or another system made',
    columns: {
      audience_load: 'source_id',
      audience_load_file: 'file_key',
      audit: 'object_id request_id',
      block_list_load: 'file_key',
      campaign: 'form_id form_url district_id section_id subsection_id',
      erased_partition: 'relation',
      erasure_candidate: 'row_key',
      export_job: 'file_key',
      form: 'url',
      mail: 'message_id',
      rate_limit: 'key',
      script: 'file_key',
      orphan_file: 'file_key',
    },
  },
  {
    why: 'names of fields, figures and settings, none of them typed',
    columns: {
      audit_label_set: 'labels',
      calling_default: 'rules',
      campaign: 'calling_rules',
      erasure: 'found',
      frozen_statistics: 'figures operators states',
    },
  },
  { why: 'computed anew every night from names of the catalogue', columns: { global_statistics: 'content' } },
  {
    why: 'places and days of the calendar, which often bear names of public figures',
    columns: {
      city_profile: 'city district_id area_code',
      location_district: 'id name display',
      location_section: 'id district_id name display',
      location_subsection: 'id section_id name display',
      place_spelling: 'name key district_id section_id subsection_id',
      holiday: 'name',
    },
  },
  {
    why: 'of a user of the product, not of a citizen',
    columns: {
      app_user: 'first_name last_name email password_hash settings shortcuts',
      mail: 'recipient',
      session: 'address user_agent',
      user_picture: 'version',
    },
  },
  {
    why: 'about the installation',
    columns: {
      city_profile: 'logo_version',
      installation: 'key value',
      schema_migration: 'name checksum',
      server_node: 'name role version findings key_mark file_mark unread_marks',
    },
  },
  {
    why: 'of the queue itself; the payload of a job are ids',
    schema: 'pgboss',
    columns: {
      bam: 'name status queue table_name command error',
      job: 'name singleton_key group_id group_tier dead_letter policy source_name source_output',
      job_dependency: 'child_name parent_name',
      queue: 'name policy dead_letter table_name singletons_active',
      queue_stats: 'name',
      schedule: 'name key kind cron timezone data options',
      subscription: 'event name',
      warning: 'type message data',
    },
  },
];
