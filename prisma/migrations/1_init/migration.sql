-- Misspelt words are found by their trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE audition_state AS ENUM ('paying', 'delivered', 'undelivered', 'unpaid', 'unknown');
CREATE TYPE delivery_state AS ENUM ('waiting', 'delivered', 'failed');
CREATE TYPE listing_status AS ENUM ('not_listed', 'processing', 'success', 'rejected');
CREATE TYPE refund_status AS ENUM ('promised', 'confirmed');
CREATE TYPE route_kind AS ENUM ('article', 'file', 'api', 'metered_api', 'sign_in', 'pass');
CREATE TYPE route_state AS ENUM ('draft', 'live', 'paused', 'archived');
CREATE TYPE shop_role AS ENUM ('owner', 'editor', 'accountant');

-- prisma/schema/sign-in.prisma
CREATE TABLE account_wallets (
  address_identity text NOT NULL,
  scope text NOT NULL,
  address text NOT NULL,
  linked_at timestamp(3) with time zone NOT NULL,
  account_id uuid NOT NULL,
  CONSTRAINT account_wallets_pkey PRIMARY KEY (address_identity, scope)
);
CREATE INDEX account_wallets_account_id_idx ON account_wallets USING btree (account_id);

CREATE TABLE accounts (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (id)
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  previous_token_hash bytea,
  created_at timestamp(3) with time zone NOT NULL,
  rotated_at timestamp(3) with time zone NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  user_agent text,
  account_id uuid NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sessions_account_id_idx ON sessions USING btree (account_id);
CREATE INDEX sessions_expires_at_idx ON sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_previous_token_hash_key ON sessions USING btree (previous_token_hash);
CREATE UNIQUE INDEX sessions_token_hash_key ON sessions USING btree (token_hash);

CREATE TABLE spent_nonces (
  nonce text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT spent_nonces_pkey PRIMARY KEY (nonce)
);
CREATE INDEX spent_nonces_expires_at_idx ON spent_nonces USING btree (expires_at);

-- prisma/schema/resource-server.prisma
CREATE TABLE instances (
  id text NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT instances_pkey PRIMARY KEY (id)
);

-- prisma/schema/payments.prisma
CREATE TABLE entitlements (
  address_identity text NOT NULL,
  resource_uri text NOT NULL,
  network text NOT NULL,
  payment_id text,
  granted_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT entitlements_pkey PRIMARY KEY (address_identity, resource_uri, network)
);
CREATE INDEX entitlements_address_identity_granted_at_idx ON entitlements USING btree (address_identity, granted_at);

CREATE TABLE payment_channels (
  network text NOT NULL,
  id text NOT NULL,
  payer text NOT NULL,
  payer_authorizer text NOT NULL,
  receiver text NOT NULL,
  receiver_authorizer text NOT NULL,
  token text NOT NULL,
  withdraw_delay integer NOT NULL,
  salt text NOT NULL,
  charged_atomic numeric(78,0) NOT NULL,
  signed_atomic numeric(78,0),
  signature text,
  balance_atomic numeric(78,0) NOT NULL,
  claimed_atomic numeric(78,0) NOT NULL,
  refund_nonce numeric(78,0) NOT NULL,
  withdraw_requested_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone NOT NULL,
  pending_id uuid,
  pending_until timestamp(3) with time zone,
  unclaimed_since timestamp(3) with time zone,
  next_claim_at timestamp(3) with time zone,
  is_unsettled boolean DEFAULT false NOT NULL,
  claim_transaction text,
  claimed_at timestamp(3) with time zone,
  opened_at timestamp(3) with time zone NOT NULL,
  charged_at timestamp(3) with time zone,
  claim_asked_at timestamp(3) with time zone,
  claim_gas bigint,
  claimed_together integer,
  shops text[] DEFAULT ARRAY[]::text[],
  resource_uri text,
  next_payout_at timestamp(3) with time zone,
  claim_due_since timestamp(3) with time zone,
  -- The voucher that is kept covers what was delivered, and nothing is delivered beyond what lies in the channel.
  CONSTRAINT payment_channels_covered CHECK (((charged_atomic = (0)::numeric) OR (signed_atomic IS NULL) OR (signed_atomic >= charged_atomic))),
  CONSTRAINT payment_channels_pkey PRIMARY KEY (network, id)
) WITH (fillfactor='70');
CREATE INDEX payment_channels_payer_idx ON payment_channels USING btree (payer);
CREATE INDEX payment_channels_receiver_idx ON payment_channels USING btree (receiver);
CREATE INDEX payment_channels_shops_idx ON payment_channels USING gin (shops);
-- What waits to be claimed; few of all that there ever were.
CREATE INDEX payment_channels_unclaimed ON payment_channels USING btree (next_claim_at) WHERE (unclaimed_since IS NOT NULL);
CREATE INDEX payment_channels_unsettled ON payment_channels USING btree (network, token, receiver) WHERE is_unsettled;

CREATE TABLE payments (
  id uuid NOT NULL,
  authorization_key text NOT NULL,
  route_key text NOT NULL,
  resource_uri text NOT NULL,
  network text NOT NULL,
  scheme text NOT NULL,
  asset text NOT NULL,
  payer text NOT NULL,
  payer_identity text NOT NULL,
  pay_to text NOT NULL,
  authorized_atomic numeric(78,0) NOT NULL,
  settled_atomic numeric(78,0),
  status text NOT NULL,
  reason text,
  transaction text,
  is_preempted boolean DEFAULT false NOT NULL,
  was_unknown boolean DEFAULT false NOT NULL,
  handler_runs integer DEFAULT 0 NOT NULL,
  request_fingerprint text NOT NULL,
  payment_identifier text,
  payload jsonb NOT NULL,
  requirements jsonb NOT NULL,
  valid_before timestamp(3) with time zone,
  entitlement_uri text,
  entitled_until timestamp(3) with time zone,
  settle_response jsonb,
  extension_responses jsonb,
  response_status integer,
  response_headers jsonb,
  response_body bytea,
  challenged_at timestamp(3) with time zone,
  claimed_at timestamp(3) with time zone NOT NULL,
  verified_at timestamp(3) with time zone,
  produced_at timestamp(3) with time zone,
  settling_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  audience text,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  next_look_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  delivery_runs integer DEFAULT 0 NOT NULL,
  last_height bigint,
  route_id text,
  right_ended_at timestamp(3) with time zone,
  request_id text,
  upstream_status integer,
  pass_seconds integer,
  given_to text,
  pass_from timestamp(3) with time zone,
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['claimed'::text, 'abandoned'::text, 'spent_zero'::text, 'streaming'::text, 'settling'::text, 'settled'::text, 'received'::text, 'refused'::text, 'unknown'::text, 'undecidable'::text]))),
  CONSTRAINT payments_pkey PRIMARY KEY (id)
);
CREATE INDEX payments_answers_idx ON payments USING btree (COALESCE(delivered_at, settled_at)) WHERE (response_body IS NOT NULL);
CREATE UNIQUE INDEX payments_authorization_key_key ON payments USING btree (authorization_key);
CREATE INDEX payments_claimed_at_idx ON payments USING btree (claimed_at);
-- Delivered calls that still hold what was signed for them and answered.
CREATE INDEX payments_covered_idx ON payments USING btree (delivered_at)
  WHERE ((scheme = 'batch-settlement'::text) AND (settle_response IS NOT NULL) AND (delivered_at IS NOT NULL));
-- What a claim asks of a payer's history, each without reading the history.
CREATE INDEX payments_due_idx ON payments USING btree (payer_identity, resource_uri)
  WHERE ((status = ANY (ARRAY['unknown'::text, 'settled'::text])) AND (delivered_at IS NULL));
-- One payment per identifier of a payer and route, among those that took money or still may.
CREATE UNIQUE INDEX payments_identifier_key ON payments USING btree (route_key, payer_identity, payment_identifier)
  WHERE ((payment_identifier IS NOT NULL) AND (status <> ALL (ARRAY['abandoned'::text, 'refused'::text])));
CREATE INDEX payments_looks_idx ON payments USING btree (network, next_look_at) WHERE (status = 'unknown'::text);
-- Payments made while their route offered no sign-in, for the wallets that ask once it does; the newest first.
CREATE INDEX payments_not_kept_idx ON payments USING btree (payer_identity, resource_uri, settled_at DESC)
  WHERE ((status = 'settled'::text) AND (entitlement_uri IS NULL));
-- What the reconciler looks for: rows that somebody is at work on, or that are in doubt.
CREATE INDEX payments_open_idx ON payments USING btree (status)
  WHERE (status = ANY (ARRAY['claimed'::text, 'streaming'::text, 'settling'::text, 'unknown'::text]));
CREATE INDEX payments_payer_identity_resource_uri_idx ON payments USING btree (payer_identity, resource_uri);
-- Answers that were delivered and may be asked for again, for their pruning.
CREATE INDEX payments_repeatable_idx ON payments USING btree (delivered_at)
  WHERE ((response_body IS NOT NULL) AND (delivered_at IS NOT NULL));
CREATE INDEX payments_route_key_claimed_at_idx ON payments USING btree (route_key, claimed_at);
-- What a shop earned between two days, answered from the index only.
CREATE INDEX payments_shop_earned_idx ON payments USING btree (split_part(route_key, '/'::text, 3), settled_at)
  INCLUDE (route_key, network, asset, settled_atomic, status)
  WHERE ((split_part(route_key, '/'::text, 2) = 'x'::text) AND (status = ANY (ARRAY['settled'::text, 'received'::text])));
-- Payments that have ended, for the webhooks of their shop.
CREATE INDEX payments_shop_ended_idx ON payments USING btree (split_part(route_key, '/'::text, 3), (
CASE
    WHEN (status = 'settled'::text) THEN settled_at
    ELSE ended_at
END))
  WHERE ((split_part(route_key, '/'::text, 2) = 'x'::text) AND (status = ANY (ARRAY['settled'::text, 'received'::text, 'refused'::text, 'undecidable'::text])));
-- Money that came in and delivered nothing, for its shop's overview; there is little of it.
CREATE INDEX payments_shop_owed_idx ON payments USING btree (split_part(route_key, '/'::text, 3), settled_at)
  WHERE ((split_part(route_key, '/'::text, 2) = 'x'::text) AND (status = 'received'::text));
-- Pages and filters of a shop's payments, and what became of them by day, answered from the index only.
CREATE INDEX payments_shop_page_idx ON payments USING btree (split_part(route_key, '/'::text, 3), claimed_at DESC, id DESC)
  INCLUDE (route_key, status, network, audience)
  WHERE (split_part(route_key, '/'::text, 2) = 'x'::text);
-- Payments of a shop by how their payer or transaction begins.
CREATE INDEX payments_shop_payer_idx ON payments USING btree (split_part(route_key, '/'::text, 3), lower(payer_identity) text_pattern_ops)
  WHERE (split_part(route_key, '/'::text, 2) = 'x'::text);
CREATE INDEX payments_shop_transaction_idx ON payments USING btree (split_part(route_key, '/'::text, 3), lower(transaction) text_pattern_ops)
  WHERE ((split_part(route_key, '/'::text, 2) = 'x'::text) AND (transaction IS NOT NULL));
-- What was spent at zero, for its pruning.
CREATE INDEX payments_spent_zero_idx ON payments USING btree (ended_at) WHERE (status = 'spent_zero'::text);
CREATE INDEX payments_undecidable_idx ON payments USING btree (claimed_at) WHERE (status = 'undecidable'::text);
CREATE INDEX payments_unpaid_idx ON payments USING btree (ended_at)
  WHERE (status = ANY (ARRAY['abandoned'::text, 'refused'::text]));
CREATE INDEX payments_unpaid_work_idx ON payments USING btree (payer_identity, ended_at)
  WHERE ((status = 'refused'::text) AND (produced_at IS NOT NULL));
-- Claims that came to nothing before a handler ran, all that took no money, and answers that are still stored.
CREATE INDEX payments_unstarted_idx ON payments USING btree (ended_at) WHERE ((status = 'abandoned'::text) AND (handler_runs = 0));
-- Calls out of a channel that cost nothing are pruned at the gate.
CREATE INDEX payments_settled_zero_idx ON payments USING btree (settled_at)
  WHERE ((status = 'settled'::text) AND (settled_atomic = (0)::numeric));
-- Payments are searched by the request that brought them.
CREATE INDEX payments_request_id_idx ON payments USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX payments_passes_idx ON payments USING btree (payer_identity, route_id) WHERE (pass_seconds IS NOT NULL);
CREATE INDEX payments_gifts_idx ON payments USING btree (network, transaction) WHERE (given_to IS NOT NULL);

CREATE TABLE pass_uses (
  pass_id text NOT NULL,
  payer_identity text NOT NULL,
  day date NOT NULL,
  opens integer NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT pass_uses_pkey PRIMARY KEY (pass_id, payer_identity, day)
);
CREATE INDEX pass_uses_day_idx ON pass_uses USING btree (day);

CREATE TABLE refunds (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  network text NOT NULL,
  asset text NOT NULL,
  recipient text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  status refund_status NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  transaction text,
  sender text,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  keeps_right boolean DEFAULT false NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX refunds_network_transaction_key ON refunds USING btree (network, transaction);
CREATE INDEX refunds_payment_id_idx ON refunds USING btree (payment_id);
CREATE INDEX refunds_seller_id_idx ON refunds USING btree (seller_id);

-- prisma/schema/facilitator.prisma
CREATE TABLE facilitator_api_keys (
  id uuid NOT NULL,
  name text NOT NULL,
  secret_hash text NOT NULL,
  scopes text[],
  requests_per_second integer,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  revoked_at timestamp(3) with time zone,
  receivers text[] DEFAULT '{}'::text[] NOT NULL,
  expires_at timestamp(3) with time zone,
  CONSTRAINT facilitator_api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX facilitator_api_keys_secret_hash_key ON facilitator_api_keys USING btree (secret_hash);

CREATE TABLE gas_spending (
  network text NOT NULL,
  day date NOT NULL,
  wallet text NOT NULL,
  spent numeric(78,0) NOT NULL,
  CONSTRAINT gas_spending_pkey PRIMARY KEY (network, day, wallet)
);

CREATE TABLE gas_uses (
  network text NOT NULL,
  day date NOT NULL,
  wallet text NOT NULL,
  purpose text NOT NULL,
  payee text NOT NULL,
  caller text NOT NULL,
  is_new boolean NOT NULL,
  spent numeric(78,0) NOT NULL,
  settlements integer NOT NULL,
  CONSTRAINT gas_uses_pkey PRIMARY KEY (network, day, wallet, purpose, payee, caller)
);
CREATE INDEX gas_uses_day_idx ON gas_uses USING btree (day);
CREATE INDEX gas_uses_network_caller_day_idx ON gas_uses USING btree (network, caller, day);
CREATE INDEX gas_uses_network_payee_day_idx ON gas_uses USING btree (network, payee, day);

CREATE TABLE gas_wallets (
  network text NOT NULL,
  address text NOT NULL,
  next_nonce bigint NOT NULL,
  raised_by uuid,
  raised_until timestamp(3) with time zone,
  sent_by uuid,
  sent_until timestamp(3) with time zone,
  CONSTRAINT gas_wallets_pkey PRIMARY KEY (network, address)
);

-- What a crash of the database loses here is handed over again.
CREATE UNLOGGED TABLE settlement_handovers (
  id uuid NOT NULL,
  network text NOT NULL,
  wallet text NOT NULL,
  author uuid NOT NULL,
  sender uuid NOT NULL,
  work jsonb NOT NULL,
  answer jsonb,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT settlement_handovers_pkey PRIMARY KEY (id)
);
CREATE INDEX settlement_handovers_sender_idx ON settlement_handovers USING btree (sender);

CREATE TABLE settlement_transactions (
  id uuid NOT NULL,
  network text NOT NULL,
  wallet text NOT NULL,
  nonce bigint,
  hash text NOT NULL,
  older_hashes text[] DEFAULT ARRAY[]::text[],
  raw text NOT NULL,
  last_valid_height bigint,
  state text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT settlement_transactions_pkey PRIMARY KEY (id)
);
-- Ended transactions whose signed form is still kept.
CREATE INDEX settlement_transactions_kept_idx ON settlement_transactions USING btree (ended_at)
  WHERE ((state <> 'open'::text) AND (raw <> ''::text));
CREATE UNIQUE INDEX settlement_transactions_network_wallet_nonce_key ON settlement_transactions USING btree (network, wallet, nonce);
-- The open transactions of a wallet in their order.
CREATE INDEX settlement_transactions_open_order_idx ON settlement_transactions USING btree (network, wallet, nonce)
  WHERE (state = 'open'::text);
CREATE INDEX settlement_transactions_state_created_at_idx ON settlement_transactions USING btree (state, created_at);

CREATE TABLE settlements (
  key text NOT NULL,
  network text NOT NULL,
  scheme text NOT NULL,
  asset text NOT NULL,
  payer text NOT NULL,
  pay_to text NOT NULL,
  nonce text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  settle_amount_atomic numeric(78,0),
  state text NOT NULL,
  reason text,
  valid_after timestamp(3) with time zone,
  valid_before timestamp(3) with time zone,
  reserved_until timestamp(3) with time zone,
  claim_token uuid,
  claimed_at timestamp(3) with time zone,
  transaction_id uuid,
  transaction text,
  height bigint,
  pending_answered_at timestamp(3) with time zone,
  success_answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  decided_at timestamp(3) with time zone,
  holder uuid,
  payload_digest text,
  catalog_note jsonb,
  look_again_at timestamp(3) with time zone,
  missing_since timestamp(3) with time zone,
  reorged_at timestamp(3) with time zone,
  gas_for jsonb,
  CONSTRAINT settlements_pkey PRIMARY KEY (key)
);
CREATE INDEX settlements_claims_idx ON settlements USING btree (state, claimed_at)
  WHERE (state = ANY (ARRAY['claimed'::text, 'abandoned'::text]));
CREATE INDEX settlements_decided_at_idx ON settlements USING btree (decided_at);
-- What a payer has in flight, each part by an index of its own, so that neither what was settled long ago nor
-- reservations that lapsed are read. A row is in one of them at most.
CREATE INDEX settlements_in_flight_idx ON settlements USING btree (network, asset, payer)
  WHERE (state = ANY (ARRAY['claimed'::text, 'settling'::text, 'unknown'::text]));
CREATE INDEX settlements_landed_idx ON settlements USING btree (network, asset, payer, height) WHERE (state = 'settled'::text);
CREATE INDEX settlements_lapsed_idx ON settlements USING btree (reserved_until) WHERE (state = 'reserved'::text);
CREATE INDEX settlements_look_again_idx ON settlements USING btree (network, look_again_at) WHERE (look_again_at IS NOT NULL);
CREATE INDEX settlements_noted_idx ON settlements USING btree (decided_at)
  WHERE ((catalog_note IS NOT NULL) AND (state = 'settled'::text));
CREATE INDEX settlements_refused_idx ON settlements USING btree (decided_at) WHERE (state = 'refused'::text);
CREATE INDEX settlements_reorged_idx ON settlements USING btree (reorged_at) WHERE (reorged_at IS NOT NULL);
CREATE INDEX settlements_reserved_idx ON settlements USING btree (network, asset, payer, reserved_until)
  WHERE (state = 'reserved'::text);
-- What was spent at zero, for its pruning.
CREATE INDEX settlements_spent_zero_idx ON settlements USING btree (decided_at) WHERE (state = 'spent_zero'::text);
CREATE INDEX settlements_transaction_id_idx ON settlements USING btree (transaction_id);

-- prisma/schema/bazaar.prisma
-- Purchases by this site of what it lists: to see whether a payment is answered, and whether the answer fits.
CREATE TABLE catalog_auditions (
  id bigserial NOT NULL,
  entry_id bigint,
  host_group text NOT NULL,
  is_new_host boolean NOT NULL,
  offer_digest text,
  asked_by text NOT NULL,
  state audition_state NOT NULL,
  problem text,
  fit text,
  misfit text,
  scheme text NOT NULL,
  network text NOT NULL,
  asset text NOT NULL,
  pay_to text NOT NULL,
  payer text NOT NULL,
  "authorization" jsonb,
  amount_atomic numeric(78,0) NOT NULL,
  micro_dollars bigint NOT NULL,
  transaction text,
  receipt jsonb,
  status integer,
  media_type text,
  bytes integer,
  digest text,
  latency_ms integer,
  started_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT catalog_auditions_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_auditions_entry_id_started_at_idx ON catalog_auditions USING btree (entry_id, started_at);
CREATE INDEX catalog_auditions_payer_idx ON catalog_auditions USING btree (payer);
CREATE INDEX catalog_auditions_started_at_idx ON catalog_auditions USING btree (started_at);

CREATE TABLE catalog_documents (
  entry_id bigint NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  method text,
  host_group text NOT NULL,
  networks text[],
  schemes text[],
  pay_tos text[],
  tags text[],
  extension_keys text[],
  micro_dollars bigint[],
  price_networks text[],
  min_micro_dollars bigint,
  prose_hash bigint,
  is_suspect boolean NOT NULL,
  quality real NOT NULL,
  is_newcomer boolean NOT NULL,
  words tsvector NOT NULL,
  prose_length integer NOT NULL,
  last_updated_at timestamp(3) with time zone NOT NULL,
  path_length integer DEFAULT 0 NOT NULL,
  host text DEFAULT ''::text NOT NULL,
  organic_count integer DEFAULT 0 NOT NULL,
  organic_payers integer DEFAULT 0 NOT NULL,
  verification text DEFAULT 'unverified'::text NOT NULL,
  text_hash bigint DEFAULT 0 NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL,
  is_prominent boolean DEFAULT false NOT NULL,
  x402_version integer,
  trust real DEFAULT 1 NOT NULL,
  CONSTRAINT catalog_documents_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX catalog_documents_filters ON catalog_documents USING gin (networks, schemes, pay_tos, tags, extension_keys);
CREATE INDEX catalog_documents_first_seen_at_key_idx ON catalog_documents USING btree (first_seen_at DESC, key);
CREATE INDEX catalog_documents_host_last_updated_at_key_idx ON catalog_documents USING btree (host, last_updated_at DESC, key);
CREATE INDEX catalog_documents_last_updated_at_key_idx ON catalog_documents USING btree (last_updated_at DESC, key);
CREATE INDEX catalog_documents_min_micro_dollars_key_idx ON catalog_documents USING btree (min_micro_dollars, key);
CREATE INDEX catalog_documents_organic_payers_organic_count_key_idx ON catalog_documents USING btree (organic_payers DESC, organic_count DESC, key);
CREATE INDEX catalog_documents_prominent_quality_idx ON catalog_documents USING btree (quality, entry_id) WHERE is_prominent;
CREATE INDEX catalog_documents_prominent_words_idx ON catalog_documents USING gin (words) WHERE is_prominent;
CREATE INDEX catalog_documents_quality_entry_id_idx ON catalog_documents USING btree (quality DESC, entry_id);
CREATE INDEX catalog_documents_type_last_updated_at_key_idx ON catalog_documents USING btree (type, last_updated_at DESC, key);
CREATE INDEX catalog_documents_verification_last_updated_at_key_idx ON catalog_documents USING btree (verification, last_updated_at DESC, key);
CREATE INDEX catalog_documents_words_idx ON catalog_documents USING gin (words);

CREATE TABLE catalog_entries (
  id bigserial NOT NULL,
  key text NOT NULL,
  type text NOT NULL,
  resource text NOT NULL,
  method text,
  tool_name text,
  host text NOT NULL,
  host_group text NOT NULL,
  x402_version integer,
  name text,
  description text,
  mime_type text,
  service_name text,
  tags text[],
  icon_url text,
  input jsonb,
  output jsonb,
  extensions jsonb,
  metadata jsonb NOT NULL,
  problems text[],
  source text NOT NULL,
  source_label text NOT NULL,
  verification text DEFAULT 'unverified'::text NOT NULL,
  status text NOT NULL,
  rejected_reason text,
  suspicions text[],
  sketch integer[],
  prose_hash bigint,
  settled_count integer DEFAULT 0 NOT NULL,
  organic_count integer DEFAULT 0 NOT NULL,
  organic_payers integer DEFAULT 0 NOT NULL,
  uptime_24h double precision,
  uptime_30d double precision,
  latency_ms integer,
  failed_in_a_row integer DEFAULT 0 NOT NULL,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_updated_at timestamp(3) with time zone NOT NULL,
  last_probed_at timestamp(3) with time zone,
  next_probe_at timestamp(3) with time zone,
  probe_url text,
  recent_total integer DEFAULT 0 NOT NULL,
  recent_organic integer DEFAULT 0 NOT NULL,
  recent_payers integer DEFAULT 0 NOT NULL,
  counted_at timestamp(3) with time zone,
  recent_counted_at timestamp(3) with time zone,
  offer_digest text,
  next_audition_at timestamp(3) with time zone,
  audition_asked_at timestamp(3) with time zone,
  audition_problem text,
  look_outs jsonb DEFAULT '[]'::jsonb NOT NULL,
  checks jsonb DEFAULT '{}'::jsonb NOT NULL,
  looked_at timestamp(3) with time zone,
  CONSTRAINT catalog_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_entries_host_group_idx ON catalog_entries USING btree (host_group);
CREATE INDEX catalog_entries_icon_url_idx ON catalog_entries USING btree (icon_url);
CREATE UNIQUE INDEX catalog_entries_key_key ON catalog_entries USING btree (key);
CREATE INDEX catalog_entries_next_probe_at_idx ON catalog_entries USING btree (next_probe_at);
CREATE INDEX catalog_entries_prose_hash_idx ON catalog_entries USING btree (prose_hash);
CREATE INDEX catalog_entries_recount_idx ON catalog_entries USING btree (recent_counted_at) WHERE (recent_total > 0);
CREATE INDEX catalog_entries_resource_idx ON catalog_entries USING btree (resource);
CREATE INDEX catalog_entries_sketch_idx ON catalog_entries USING gin (sketch);
CREATE INDEX catalog_entries_next_audition_at_idx ON catalog_entries USING btree (next_audition_at);
CREATE INDEX catalog_entries_looked_at_idx ON catalog_entries USING btree (looked_at);

CREATE TABLE catalog_events (
  id bigserial NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  resource text NOT NULL,
  happened_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_events_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_events_happened_at_idx ON catalog_events USING btree (happened_at);

-- Whether a payee gave its payer the money before the first payment, asked of the chain once.
CREATE TABLE catalog_fundings (
  network text NOT NULL,
  pay_to text NOT NULL,
  payer text NOT NULL,
  due_at timestamp(3) with time zone,
  transaction text,
  CONSTRAINT catalog_fundings_pkey PRIMARY KEY (network, pay_to, payer)
);
CREATE INDEX catalog_fundings_due_at_idx ON catalog_fundings USING btree (due_at);

CREATE TABLE catalog_hosts (
  host text NOT NULL,
  next_allowed_at timestamp(3) with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  robots_read_at timestamp(3) with time zone,
  robots text DEFAULT ''::text NOT NULL,
  is_any_path_paid boolean DEFAULT false NOT NULL,
  any_path_at timestamp(3) with time zone,
  CONSTRAINT catalog_hosts_pkey PRIMARY KEY (host)
);

CREATE TABLE catalog_icons (
  url text NOT NULL,
  digest text,
  media_type text,
  bytes bytea,
  problem text,
  next_fetch_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_icons_pkey PRIMARY KEY (url)
);
CREATE INDEX catalog_icons_digest_idx ON catalog_icons USING btree (digest);
CREATE INDEX catalog_icons_next_fetch_at_idx ON catalog_icons USING btree (next_fetch_at);

CREATE TABLE catalog_imports (
  source_url text NOT NULL,
  next_offset integer DEFAULT 0 NOT NULL,
  listed integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  state text NOT NULL,
  problem text,
  started_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT catalog_imports_pkey PRIMARY KEY (source_url)
);

CREATE TABLE catalog_leases (
  name text NOT NULL,
  holder text NOT NULL,
  held_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_leases_pkey PRIMARY KEY (name)
);

CREATE TABLE catalog_owner_proofs (
  digest text NOT NULL,
  used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_owner_proofs_pkey PRIMARY KEY (digest)
);
CREATE INDEX catalog_owner_proofs_used_at_idx ON catalog_owner_proofs USING btree (used_at);

CREATE TABLE catalog_payers (
  entry_id bigint NOT NULL,
  payer text NOT NULL,
  organic_count integer NOT NULL,
  last_paid_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_payers_pkey PRIMARY KEY (entry_id, payer)
);
CREATE INDEX catalog_payers_recent_idx ON catalog_payers USING btree (entry_id, last_paid_at);

CREATE TABLE catalog_payment_options (
  id bigserial NOT NULL,
  entry_id bigint NOT NULL,
  "position" integer NOT NULL,
  scheme text NOT NULL,
  network text NOT NULL,
  asset text,
  amount_atomic numeric(78,0),
  micro_dollars bigint,
  pay_to text,
  max_timeout_seconds integer,
  extra jsonb,
  CONSTRAINT catalog_payment_options_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX catalog_payment_options_entry_id_position_key ON catalog_payment_options USING btree (entry_id, "position");
CREATE INDEX catalog_payment_options_network_idx ON catalog_payment_options USING btree (network);
CREATE INDEX catalog_payment_options_payee_idx ON catalog_payment_options USING btree (lower(pay_to));

CREATE TABLE catalog_pending_listings (
  key text NOT NULL,
  url text NOT NULL,
  method text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  queued_at timestamp(3) with time zone NOT NULL,
  state text NOT NULL,
  reason text,
  CONSTRAINT catalog_pending_listings_pkey PRIMARY KEY (key)
);
CREATE INDEX catalog_pending_listings_state_due_at_idx ON catalog_pending_listings USING btree (state, due_at);

CREATE TABLE catalog_price_changes (
  id bigserial NOT NULL,
  entry_id bigint NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  options jsonb NOT NULL,
  CONSTRAINT catalog_price_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_price_changes_entry_id_seen_at_idx ON catalog_price_changes USING btree (entry_id, seen_at);

CREATE TABLE catalog_probes (
  id bigserial NOT NULL,
  entry_id bigint NOT NULL,
  probed_at timestamp(3) with time zone NOT NULL,
  is_up boolean NOT NULL,
  status integer,
  latency_ms integer,
  problem text,
  CONSTRAINT catalog_probes_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_probes_entry_id_probed_at_idx ON catalog_probes USING btree (entry_id, probed_at);
CREATE INDEX catalog_probes_probed_at_idx ON catalog_probes USING btree (probed_at);

CREATE TABLE catalog_refusals (
  id bigserial NOT NULL,
  source_label text NOT NULL,
  resource text NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  refused_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_refusals_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX catalog_refusals_source_label_resource_reason_key ON catalog_refusals USING btree (source_label, resource, reason);

CREATE TABLE catalog_settlements (
  authorization_key text NOT NULL,
  entry_id bigint NOT NULL,
  network text NOT NULL,
  payer text NOT NULL,
  pay_to text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  is_organic boolean NOT NULL,
  settled_at timestamp(3) with time zone NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  CONSTRAINT catalog_settlements_pkey PRIMARY KEY (authorization_key)
);
CREATE INDEX catalog_settlements_entry_id_is_organic_payer_idx ON catalog_settlements USING btree (entry_id, is_organic, payer);
CREATE INDEX catalog_settlements_pay_to_idx ON catalog_settlements USING btree (pay_to);
CREATE INDEX catalog_settlements_payer_pay_to_idx ON catalog_settlements USING btree (payer, pay_to);

CREATE TABLE catalog_use_hours (
  entry_id bigint NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  total integer NOT NULL,
  organic integer NOT NULL,
  CONSTRAINT catalog_use_hours_pkey PRIMARY KEY (entry_id, hour)
);

CREATE TABLE catalog_waiting_sales (
  key text NOT NULL,
  listing_key text NOT NULL,
  network text NOT NULL,
  payer text NOT NULL,
  pay_to text NOT NULL,
  amount_atomic numeric(78,0) NOT NULL,
  settled_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT catalog_waiting_sales_pkey PRIMARY KEY (key)
);
CREATE INDEX catalog_waiting_sales_listing_key_idx ON catalog_waiting_sales USING btree (listing_key);

CREATE TABLE catalog_words (
  word text NOT NULL,
  stem text NOT NULL,
  frequency integer DEFAULT 1 NOT NULL,
  initial text NOT NULL,
  length integer NOT NULL,
  CONSTRAINT catalog_words_pkey PRIMARY KEY (word)
);
CREATE INDEX catalog_words_initial_length_idx ON catalog_words USING btree (initial, length);
CREATE INDEX catalog_words_stem_idx ON catalog_words USING btree (stem);
CREATE INDEX catalog_words_trigrams ON catalog_words USING gin (word gin_trgm_ops);

-- prisma/schema/sellers.prisma
CREATE TABLE audit_entries (
  id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  seller_id uuid,
  account_id uuid NOT NULL,
  session_id uuid,
  key_id uuid,
  wallet text,
  act text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_seller_id_id_idx ON audit_entries USING btree (seller_id, id);

CREATE TABLE challenge_counts (
  handle text NOT NULL,
  day date NOT NULL,
  route_key text NOT NULL,
  audience text NOT NULL,
  served bigint NOT NULL,
  CONSTRAINT challenge_counts_pkey PRIMARY KEY (handle, day, route_key, audience)
);

CREATE TABLE file_chunks (
  upload_id uuid NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT file_chunks_pkey PRIMARY KEY (upload_id, "position")
);
CREATE INDEX file_chunks_created_at_idx ON file_chunks USING btree (created_at);

CREATE TABLE gateways (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  title text NOT NULL,
  prefix text NOT NULL,
  upstream_url text NOT NULL,
  sealed_headers bytea,
  header_names text[] DEFAULT ARRAY[]::text[],
  timeout_ms integer NOT NULL,
  max_bytes integer NOT NULL,
  networks text[],
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT gateways_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX gateways_seller_id_prefix_key ON gateways USING btree (seller_id, prefix);

CREATE TABLE mail_messages (
  id uuid NOT NULL,
  seller_id uuid,
  address text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  content jsonb NOT NULL,
  state delivery_state NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  fault text,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_messages_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mail_messages_address_event_id_key ON mail_messages USING btree (address, event_id);
CREATE INDEX mail_messages_seller_id_created_at_idx ON mail_messages USING btree (seller_id, created_at);
CREATE INDEX mail_messages_state_next_attempt_at_idx ON mail_messages USING btree (state, next_attempt_at);

CREATE TABLE mailboxes (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  address text NOT NULL,
  events text[],
  confirm_nonce text,
  confirmed_at timestamp(3) with time zone,
  swept_until timestamp(3) with time zone NOT NULL,
  summed_until timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  language text DEFAULT 'en'::text NOT NULL,
  CONSTRAINT mailboxes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mailboxes_seller_id_key ON mailboxes USING btree (seller_id);

CREATE TABLE member_invitations (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  role shop_role NOT NULL,
  address text NOT NULL,
  address_identity text NOT NULL,
  scopes text[],
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT member_invitations_pkey PRIMARY KEY (id)
);
CREATE INDEX member_invitations_address_identity_idx ON member_invitations USING btree (address_identity);
CREATE UNIQUE INDEX member_invitations_seller_id_address_identity_key
  ON member_invitations USING btree (seller_id, address_identity);

CREATE TABLE owner_proposals (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  network text NOT NULL,
  before text,
  address text,
  account_id uuid NOT NULL,
  wallet text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT owner_proposals_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX owner_proposals_seller_id_network_key ON owner_proposals USING btree (seller_id, network);

CREATE TABLE pass_removals (
  pass_id uuid NOT NULL,
  route_id uuid NOT NULL,
  removed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pass_removals_pkey PRIMARY KEY (pass_id, route_id)
);

-- The texts of a route that saves have replaced, so that no writer loses another's.
CREATE TABLE replaced_texts (
  id uuid NOT NULL,
  route_id uuid NOT NULL,
  title text NOT NULL,
  teaser text NOT NULL,
  body text NOT NULL,
  replaced_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT replaced_texts_pkey PRIMARY KEY (id)
);
CREATE INDEX replaced_texts_route_id_id_idx ON replaced_texts USING btree (route_id, id);

CREATE TABLE route_articles (
  route_id uuid NOT NULL,
  teaser text NOT NULL,
  body text NOT NULL,
  CONSTRAINT route_articles_pkey PRIMARY KEY (route_id)
);

CREATE TABLE route_files (
  route_id uuid NOT NULL,
  upload_id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  completed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT route_files_pkey PRIMARY KEY (route_id)
);

CREATE TABLE route_images (
  route_id uuid NOT NULL,
  image_id uuid NOT NULL,
  in_teaser boolean NOT NULL,
  in_body boolean NOT NULL,
  CONSTRAINT route_images_pkey PRIMARY KEY (route_id, image_id)
);
CREATE INDEX route_images_image_id_idx ON route_images USING btree (image_id);

CREATE TABLE route_upstreams (
  route_id uuid NOT NULL,
  url text NOT NULL,
  sealed_headers bytea,
  header_names text[] DEFAULT ARRAY[]::text[],
  timeout_ms integer NOT NULL,
  max_bytes integer NOT NULL,
  CONSTRAINT route_upstreams_pkey PRIMARY KEY (route_id)
);

CREATE TABLE seller_invitations (
  id uuid NOT NULL,
  code_hash text NOT NULL,
  ending text NOT NULL,
  note text NOT NULL,
  wallet text,
  wallet_scopes text[],
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  seller_id uuid,
  withdrawn_at timestamp(3) with time zone,
  CONSTRAINT seller_invitations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX seller_invitations_code_hash_key ON seller_invitations USING btree (code_hash);

CREATE TABLE seller_keys (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[],
  secret_hash text NOT NULL,
  ending text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  account_id uuid,
  CONSTRAINT seller_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX seller_keys_secret_hash_key ON seller_keys USING btree (secret_hash);
CREATE INDEX seller_keys_seller_id_idx ON seller_keys USING btree (seller_id);

CREATE TABLE seller_payees (
  seller_id uuid NOT NULL,
  network text NOT NULL,
  address text NOT NULL,
  confirmed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT seller_payees_pkey PRIMARY KEY (seller_id, network)
);

CREATE TABLE seller_replays (
  seller_id uuid NOT NULL,
  idempotency_key text NOT NULL,
  fingerprint text NOT NULL,
  status integer,
  sealed_body bytea,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT seller_replays_pkey PRIMARY KEY (seller_id, idempotency_key)
);
CREATE INDEX seller_replays_created_at_idx ON seller_replays USING btree (created_at);

CREATE TABLE sellers (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  handle text NOT NULL,
  name text NOT NULL,
  revision integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  quotas jsonb DEFAULT '{}'::jsonb NOT NULL,
  upload_count integer DEFAULT 0 NOT NULL,
  uploads_since timestamp(3) with time zone,
  suspended_reason text,
  is_content_closed boolean DEFAULT false NOT NULL,
  about text DEFAULT ''::text NOT NULL,
  links jsonb DEFAULT '[]'::jsonb NOT NULL,
  picture_id uuid,
  closed_at timestamp(3) with time zone,
  is_two_person boolean DEFAULT false NOT NULL,
  takes_budgets boolean DEFAULT true NOT NULL,
  CONSTRAINT sellers_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sellers_account_id_key ON sellers USING btree (account_id);
CREATE UNIQUE INDEX sellers_handle_key ON sellers USING btree (handle);
CREATE INDEX sellers_picture_id_idx ON sellers USING btree (picture_id);

CREATE TABLE shop_image_sizes (
  image_id uuid NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  size integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT shop_image_sizes_pkey PRIMARY KEY (image_id, width)
);
-- WebP is compressed already.
ALTER TABLE shop_image_sizes ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE shop_members (
  seller_id uuid NOT NULL,
  account_id uuid NOT NULL,
  role shop_role NOT NULL,
  address text NOT NULL,
  joined_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT shop_members_pkey PRIMARY KEY (seller_id, account_id)
);
CREATE INDEX shop_members_account_id_idx ON shop_members USING btree (account_id);

CREATE TABLE shop_images (
  image_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  sha256 text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  named_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT shop_images_pkey PRIMARY KEY (image_id)
);
CREATE INDEX shop_images_named_at_idx ON shop_images USING btree (named_at);
CREATE UNIQUE INDEX shop_images_seller_id_sha256_key ON shop_images USING btree (seller_id, sha256);

CREATE TABLE stored_routes (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  kind route_kind NOT NULL,
  state route_state NOT NULL,
  title text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  route_key text NOT NULL,
  shape text,
  settings jsonb NOT NULL,
  revision integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  listed_revision integer,
  listing_key text,
  listing_reason text,
  listing_status listing_status DEFAULT 'not_listed'::listing_status NOT NULL,
  tool_name text,
  suspended_reason text,
  is_content_closed boolean DEFAULT false NOT NULL,
  listing_suspended_reason text,
  gateway_id uuid,
  archived_at timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  CONSTRAINT stored_routes_pkey PRIMARY KEY (id)
);
CREATE INDEX stored_routes_gateway_id_idx ON stored_routes USING btree (gateway_id);
CREATE INDEX stored_routes_seller_id_created_at_idx ON stored_routes USING btree (seller_id, created_at);
CREATE UNIQUE INDEX stored_routes_seller_id_method_shape_key ON stored_routes USING btree (seller_id, method, shape);
CREATE INDEX stored_routes_seller_id_revision_idx ON stored_routes USING btree (seller_id, revision);
-- Titles of the routes that payments name.
CREATE INDEX stored_routes_seller_id_route_key_idx ON stored_routes USING btree (seller_id, route_key);
CREATE UNIQUE INDEX stored_routes_tool_name_key ON stored_routes USING btree (tool_name);
-- The tools that were offered or changed last.
CREATE INDEX stored_routes_tools_idx ON stored_routes USING btree (updated_at DESC) WHERE (tool_name IS NOT NULL);
-- Routes that the catalog has not been told of; few at any time.
CREATE INDEX stored_routes_untold_idx ON stored_routes USING btree (id) WHERE (listed_revision IS DISTINCT FROM revision);
-- Archived texts and files end after a time.
CREATE INDEX stored_routes_to_erase_idx ON stored_routes USING btree (archived_at)
  WHERE ((archived_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX stored_routes_passes_idx ON stored_routes USING btree (seller_id) WHERE (kind = 'pass'::route_kind);

CREATE TABLE uploads (
  upload_id uuid NOT NULL,
  seller_id uuid NOT NULL,
  route_id uuid,
  bytes bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (upload_id)
);
CREATE INDEX uploads_seller_id_idx ON uploads USING btree (seller_id);

CREATE TABLE upstream_keys (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  sealed_key bytea NOT NULL,
  signs_from timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT upstream_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX upstream_keys_seller_id_signs_from_idx ON upstream_keys USING btree (seller_id, signs_from);

CREATE TABLE webhook_attempts (
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempted_at timestamp(3) with time zone NOT NULL,
  elapsed_ms integer NOT NULL,
  response_status integer,
  response_body text,
  fault text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_delivery_id_attempted_at_idx ON webhook_attempts USING btree (delivery_id, attempted_at);

CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  body text NOT NULL,
  state delivery_state NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_ended_idx ON webhook_deliveries USING btree (created_at) WHERE (state <> 'waiting'::delivery_state);
CREATE INDEX webhook_deliveries_endpoint_id_created_at_idx ON webhook_deliveries USING btree (endpoint_id, created_at);
CREATE UNIQUE INDEX webhook_deliveries_endpoint_id_event_id_key ON webhook_deliveries USING btree (endpoint_id, event_id);
CREATE INDEX webhook_deliveries_endpoint_id_state_next_attempt_at_idx ON webhook_deliveries USING btree (endpoint_id, state, next_attempt_at);
CREATE INDEX webhook_deliveries_state_next_attempt_at_idx ON webhook_deliveries USING btree (state, next_attempt_at);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  seller_id uuid NOT NULL,
  url text NOT NULL,
  events text[],
  sealed_key bytea NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  swept_until timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_seller_id_idx ON webhook_endpoints USING btree (seller_id);

-- prisma/schema/mcp.prisma
CREATE TABLE mcp_messages (
  id bigserial NOT NULL,
  stream_id uuid NOT NULL,
  body text NOT NULL,
  CONSTRAINT mcp_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX mcp_messages_stream_id_id_idx ON mcp_messages USING btree (stream_id, id);

CREATE TABLE mcp_streams (
  id uuid NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mcp_streams_pkey PRIMARY KEY (id)
);
CREATE INDEX mcp_streams_seen_at_idx ON mcp_streams USING btree (seen_at);

-- prisma/schema/infra.prisma
-- Rows that a job could not work on, for the operator.
CREATE TABLE failing_rows (
  job text NOT NULL,
  "row" text NOT NULL,
  failures integer DEFAULT 1 NOT NULL,
  fault text NOT NULL,
  failed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT failing_rows_pkey PRIMARY KEY (job, "row")
);
CREATE INDEX failing_rows_failed_at_idx ON failing_rows USING btree (failed_at);

-- prisma/schema/http.prisma
CREATE UNLOGGED TABLE facilitator_rate_windows (
  caller text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT facilitator_rate_windows_pkey PRIMARY KEY (caller, started_at)
);
CREATE INDEX facilitator_rate_windows_started_at_idx ON facilitator_rate_windows USING btree (started_at);

ALTER TABLE account_wallets
  ADD CONSTRAINT account_wallets_account_id_fkey FOREIGN KEY (account_id)
  REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_auditions
  ADD CONSTRAINT catalog_auditions_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE catalog_documents
  ADD CONSTRAINT catalog_documents_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_payers
  ADD CONSTRAINT catalog_payers_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_payment_options
  ADD CONSTRAINT catalog_payment_options_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_price_changes
  ADD CONSTRAINT catalog_price_changes_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_probes
  ADD CONSTRAINT catalog_probes_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_settlements
  ADD CONSTRAINT catalog_settlements_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_use_hours
  ADD CONSTRAINT catalog_use_hours_entry_id_fkey FOREIGN KEY (entry_id)
  REFERENCES catalog_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE catalog_waiting_sales
  ADD CONSTRAINT catalog_waiting_sales_listing_key_fkey FOREIGN KEY (listing_key)
  REFERENCES catalog_pending_listings(key) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE gateways
  ADD CONSTRAINT gateways_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mail_messages
  ADD CONSTRAINT mail_messages_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mailboxes
  ADD CONSTRAINT mailboxes_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE mcp_messages
  ADD CONSTRAINT mcp_messages_stream_id_fkey FOREIGN KEY (stream_id)
  REFERENCES mcp_streams(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE member_invitations
  ADD CONSTRAINT member_invitations_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE owner_proposals
  ADD CONSTRAINT owner_proposals_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE pass_removals
  ADD CONSTRAINT pass_removals_pass_id_fkey FOREIGN KEY (pass_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE replaced_texts
  ADD CONSTRAINT replaced_texts_route_id_fkey FOREIGN KEY (route_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE route_articles
  ADD CONSTRAINT route_articles_route_id_fkey FOREIGN KEY (route_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE route_files
  ADD CONSTRAINT route_files_route_id_fkey FOREIGN KEY (route_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE route_images
  ADD CONSTRAINT route_images_image_id_fkey FOREIGN KEY (image_id)
  REFERENCES shop_images(image_id) ON UPDATE CASCADE;
ALTER TABLE route_images
  ADD CONSTRAINT route_images_route_id_fkey FOREIGN KEY (route_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE route_upstreams
  ADD CONSTRAINT route_upstreams_route_id_fkey FOREIGN KEY (route_id)
  REFERENCES stored_routes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seller_keys
  ADD CONSTRAINT seller_keys_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seller_payees
  ADD CONSTRAINT seller_payees_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE seller_replays
  ADD CONSTRAINT seller_replays_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sellers
  ADD CONSTRAINT sellers_picture_id_fkey FOREIGN KEY (picture_id)
  REFERENCES shop_images(image_id) ON UPDATE CASCADE;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id)
  REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE settlements
  ADD CONSTRAINT settlements_transaction_id_fkey FOREIGN KEY (transaction_id)
  REFERENCES settlement_transactions(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE shop_image_sizes
  ADD CONSTRAINT shop_image_sizes_image_id_fkey FOREIGN KEY (image_id)
  REFERENCES shop_images(image_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE shop_images
  ADD CONSTRAINT shop_images_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE shop_members
  ADD CONSTRAINT shop_members_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE stored_routes
  ADD CONSTRAINT stored_routes_gateway_id_fkey FOREIGN KEY (gateway_id)
  REFERENCES gateways(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE stored_routes
  ADD CONSTRAINT stored_routes_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE upstream_keys
  ADD CONSTRAINT upstream_keys_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempts
  ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id)
  REFERENCES webhook_deliveries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_deliveries
  ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id)
  REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_endpoints
  ADD CONSTRAINT webhook_endpoints_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Reserves or claims many authorizations at once, in order. A payer's authorizations in flight may not exceed what
-- the chain said the payer can spend; what had landed below the height of that reading no longer counts, and what had
-- at that height only when the reading shows it: a node may name a block before its balances are to be read.
-- It is a function because the sum must be read after the payer's lock is held, in one round trip.
-- Rows are locked in the order of their keys, as by all other statements, before the items are gone through in theirs.
-- What is claimed again starts anew: nothing of an earlier attempt stays on its row.
-- A reservation that has a holder is taken for everybody else until it lapses.
-- All times are the database's: the clocks of instances differ. A reservation ends with the payment's own time.
-- Verdicts: reserved, claimed, insufficient, taken.
-- The commit does not wait for the disk: a claim that a crash of the server loses can store no transaction any more.
CREATE FUNCTION facilitator_reserve(items jsonb) RETURNS TABLE(item_key text, verdict text)
    LANGUAGE plpgsql
    AS $$
DECLARE
  at CONSTANT timestamptz := now();
  item record;
  in_flight numeric;
  outcome text;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended(payers.account, 402))
  FROM (
    SELECT DISTINCT (i->>'network') || '|' || (i->>'asset') || '|' || (i->>'payer') AS account
    FROM jsonb_array_elements(items) AS i ORDER BY account
  ) AS payers;
  PERFORM 1 FROM settlements WHERE key IN (SELECT i->>'key' FROM jsonb_array_elements(items) AS i) ORDER BY key FOR UPDATE;

  FOR item IN
    SELECT * FROM jsonb_to_recordset(items) AS i(
      key text, network text, scheme text, asset text, payer text, pay_to text, nonce text, amount numeric,
      settle_amount numeric, valid_after timestamptz, valid_before timestamptz, lasts_ms double precision,
      claim_token uuid, holder uuid, payload_digest text, height bigint, spendable numeric, landed text[])
  LOOP
    SELECT coalesce(sum(open.amount), 0) INTO in_flight
    FROM (
      SELECT s.key, coalesce(s.settle_amount_atomic, s.amount_atomic) AS amount FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state IN ('claimed', 'settling', 'unknown')
      UNION ALL
      SELECT s.key, s.amount_atomic FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state = 'reserved' AND s.reserved_until > at
      UNION ALL
      SELECT s.key, coalesce(s.settle_amount_atomic, s.amount_atomic) FROM settlements AS s
      WHERE s.network = item.network AND s.asset = item.asset AND s.payer = item.payer
        AND s.state = 'settled' AND s.height >= item.height
    ) AS open
    WHERE open.key <> item.key AND NOT (open.key = ANY (item.landed));

    IF in_flight + item.amount > item.spendable THEN
      item_key := item.key;
      verdict := 'insufficient';
      RETURN NEXT;
      CONTINUE;
    END IF;

    outcome := CASE WHEN item.claim_token IS NULL THEN 'reserved' ELSE 'claimed' END;
    INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic,
                             state, valid_after, valid_before, reserved_until, claim_token, claimed_at, holder, payload_digest)
    VALUES (item.key, item.network, item.scheme, item.asset, item.payer, item.pay_to, item.nonce, item.amount,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE item.settle_amount END, outcome,
            item.valid_after, item.valid_before,
            least(at + make_interval(secs => item.lasts_ms / 1000), item.valid_before), item.claim_token,
            CASE WHEN item.claim_token IS NULL THEN NULL ELSE at END, item.holder, item.payload_digest)
    ON CONFLICT (key) DO UPDATE
      SET state = excluded.state, scheme = excluded.scheme, pay_to = excluded.pay_to,
          amount_atomic = excluded.amount_atomic, settle_amount_atomic = excluded.settle_amount_atomic, reason = NULL,
          valid_after = excluded.valid_after, valid_before = excluded.valid_before,
          reserved_until = excluded.reserved_until, claim_token = excluded.claim_token,
          claimed_at = excluded.claimed_at, transaction_id = NULL, transaction = NULL, height = NULL, decided_at = NULL,
          pending_answered_at = NULL, success_answered_at = NULL,
          holder = excluded.holder, payload_digest = excluded.payload_digest
      WHERE settlements.state IN ('abandoned', 'refused')
        OR (settlements.state = 'reserved' AND (settlements.holder IS NULL OR settlements.reserved_until <= at
                                                OR settlements.holder = excluded.holder));

    item_key := item.key;
    verdict := CASE WHEN FOUND THEN outcome ELSE 'taken' END;
    RETURN NEXT;
  END LOOP;
END $$;

-- What was written down stays as it was written.
CREATE FUNCTION refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'Audit entries are never changed or deleted.';
END $$;

CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- Tells every instance at once which shop has changed. What is not heard is found by the instances' own looking.
CREATE FUNCTION shop_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_notify('shop_changes', NEW.handle);
  RETURN NULL;
END
$$;

CREATE TRIGGER shop_changed AFTER INSERT OR UPDATE OF revision ON sellers FOR EACH ROW EXECUTE FUNCTION shop_changed();
