-- Contract: a promised refund keeps its room until it is recorded or cancelled.
ALTER TABLE refunds DROP COLUMN expires_at;
