-- Expand: webhooks and e-mails wait in one table.
CREATE TABLE outbox (
  id UUID NOT NULL,
  seller_id UUID,
  receiver TEXT NOT NULL,
  event_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  body TEXT NOT NULL,
  state delivery_state NOT NULL,
  attempt_count INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TIMESTAMPTZ(3) NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  attempted_at TIMESTAMPTZ(3),
  response_status INTEGER,
  fault TEXT,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX outbox_receiver_event_id_key ON outbox (receiver, event_id);
CREATE INDEX outbox_state_receiver_next_attempt_at_idx ON outbox (state, receiver, next_attempt_at);
CREATE INDEX outbox_receiver_created_at_idx ON outbox (receiver, created_at);
CREATE INDEX outbox_seller_id_created_at_idx ON outbox (seller_id, created_at);
CREATE INDEX outbox_ended_idx ON outbox (created_at) WHERE (state <> 'waiting'::delivery_state);
ALTER TABLE outbox ADD CONSTRAINT outbox_seller_id_fkey FOREIGN KEY (seller_id)
  REFERENCES sellers(id) ON UPDATE CASCADE ON DELETE CASCADE;
