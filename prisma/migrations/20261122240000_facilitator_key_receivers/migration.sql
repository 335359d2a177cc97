-- For whom a caller may have refunds of payment channels signed.
ALTER TABLE facilitator_api_keys ADD COLUMN receivers text[] NOT NULL DEFAULT '{}';
