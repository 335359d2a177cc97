-- Contract: every shop has the same limits, which are constants.
ALTER TABLE sellers DROP COLUMN quotas;
