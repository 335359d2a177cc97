-- Contract: webhooks and e-mails wait in the outbox, and no version that had these tables was released.
DROP TABLE webhook_deliveries;
DROP TABLE mail_messages;
