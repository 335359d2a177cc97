-- Promises now keep their room until they are recorded or cancelled. Those that had lapsed kept none.
DELETE FROM refunds WHERE status = 'promised' AND expires_at <= now();
