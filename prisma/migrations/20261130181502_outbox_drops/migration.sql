-- Contract: webhooks and e-mails wait in the outbox.
DROP TABLE webhook_deliveries;
DROP TABLE mail_messages;
