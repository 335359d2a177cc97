-- Contract: the last attempt stands in its delivery, and texts that saves replaced were only read by the API.
DROP TABLE webhook_attempts;
DROP TABLE replaced_texts;
