-- The language that a shop's e-mails are written in; those of before were all in English.
ALTER TABLE "mailboxes" ADD COLUMN "language" TEXT NOT NULL DEFAULT 'en';
