ALTER TABLE webhook_deliveries ADD COLUMN attempted_at timestamptz(3), ADD COLUMN response_status integer,
  ADD COLUMN fault text;
